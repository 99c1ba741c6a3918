// kit.js -- elements, and boxes that draw only what can be seen of them.
//
// Whatever comes from a model reaches the document as text (make, svg), never as markup.

"use strict";

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "style") Object.assign(element.style, value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  return element;
}

function make(tag, attributes, ...children) {
  const element = set(document.createElement(tag), attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function svg(tag, attributes, ...children) {
  const element = set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  element.append(...children);
  return element;
}

const px = (n) => `${n}px`;
const clamp = (x, least, most) => Math.max(least, Math.min(most, x));

function place(element, left, top, width, height) {
  Object.assign(element.style, { left: px(left), top: px(top) });
  if (width !== undefined) element.style.width = px(width);
  if (height !== undefined) element.style.height = px(height);
  return element;
}

// Lanes have colours; the circle is walked in large steps so that neighbours differ.
const hue = (lane) => (210 + lane * 137.5) % 360;
const lane_color = (lane) => ({ "--hue": hue(lane) });

function colored(element, lane) {
  element.style.setProperty("--hue", hue(lane));
  return element;
}

// A box with scroll bars whose ground is painted where it is visible, and a bit around that.
class Scroller {
  constructor(box, paint) {
    this.box = box;
    this.paint = paint;
    this.ground = make("div", { class: "ground" });
    box.append(this.ground);
    box.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(box);
  }

  resize(width, height) {
    Object.assign(this.ground.style, { width: px(width), height: px(height) });
  }

  later() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.draw();
    });
  }

  draw() {
    const { box } = this;
    if (!box.clientHeight || box.closest(".off")) return;
    const margin = 300;
    const area = {
      left: box.scrollLeft - margin,
      right: box.scrollLeft + box.clientWidth + margin,
      top: box.scrollTop - margin,
      bottom: box.scrollTop + box.clientHeight + margin,
    };
    this.ground.replaceChildren(...this.paint(area));
  }

  // Scrolls as little as needed for this stretch to be seen, with some room around it.
  show(top, height, left, width) {
    const { box } = this;
    const room = Math.min(80, box.clientHeight / 4);
    if (top - room < box.scrollTop) box.scrollTop = top - room;
    else if (top + height + room > box.scrollTop + box.clientHeight)
      box.scrollTop = top + height + room - box.clientHeight;
    if (left === undefined) return;
    if (left < box.scrollLeft) box.scrollLeft = left - 40;
    else if (left + width > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left + width + 40 - box.clientWidth;
  }
}

// The numbers from..to of rows of this height that lie in the area.
function visible(area, height, count) {
  return [clamp(Math.floor(area.top / height), 0, count), clamp(Math.ceil(area.bottom / height), 0, count)];
}
