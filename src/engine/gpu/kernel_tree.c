// kernel_tree.c -- sets of states on a device: exact, compressed, without locks.
//
// Tree compression (Laarman, van de Pol, Weber: Parallel recursive state
// compression for free, SPIN 2011), with words of 64 bits at the leaves. A
// state of n words is n nodes; pairs of nodes are nodes again, level by level,
// until two are left. Those two numbers of 32 bits are the value of the state.
// All nodes lie in one table, whatever their level: a node's number is its
// slot, the slot holds its value, and equal values have one slot. So states
// with equal values are equal, as can be seen from the root down. A
// successor shares the nodes of all parts that a step does not touch; only the
// others are looked up.
//
// Insertion of a value: the slots from its hash on are looked at one after the
// other; a free one is claimed by compare-and-swap with the value itself. That is
// a single write of a single word: there is nothing to publish and nothing to wait for.
// Two threads with the same value look at the same slots in the same order,
// slots are never freed or changed, and each passes a slot only when it holds
// another value: the second one meets the slot of the first. A slot that is 0
// is free, so the value 0 has a slot of its own behind the last one.

#include "engine/gpu/job.h"
#include "engine/gpu/kernel.h"

#define TEXT(...) #__VA_ARGS__

uint32_t sv_gpu_tree_width(uint32_t words, uint32_t level) {
  return (uint32_t)((words + (UINT64_C(1) << level) - 1) >> level);
}

uint32_t sv_gpu_tree_levels(uint32_t words) {
  uint32_t n = words > 1;
  while (n && sv_gpu_tree_width(words, n - 1) > 2) n++;
  return n;
}

uint32_t sv_gpu_tree_nodes(uint32_t words) {
  uint32_t n = 0, levels = sv_gpu_tree_levels(words);
  for (uint32_t k = 0; k < levels; k++) n += sv_gpu_tree_width(words, k);
  return n;
}

// Slots whose number ends in SV_GPU_SLOT_BITS are left out, so that a reference
// to a parent is never SV_GPU_NO_PARENT.
const char sv_gpu_tree_text[] = TEXT(
    GPU_LOCAL u64 gpu_mix(u64 h) {
      h = (h ^ h >> 32) * 0xd6e8feb86659fd93ull;
      h = (h ^ h >> 32) * 0xd6e8feb86659fd93ull;
      return h ^ h >> 32;
    }

    // 1: it is new; 0: it was there; -1: there is no room.
    GPU_LOCAL int gpu_claim(u64 *slots, u64 size, u64 value, u64 *slot) {
      u64 at = GPU_HIGH(gpu_mix(value), size);
      u64 tried;
      *slot = size;
      if (!value) return !GPU_LOAD(&slots[size]) && !GPU_CAS(&slots[size], 0, 1);
      for (tried = 0; tried < size && tried < GPU_TRIES; tried++) {
        if ((at & 0x7fffffff) != 0x7fffffff) {
          u64 v = GPU_LOAD(&slots[at]);
          if (!v) v = GPU_CAS(&slots[at], 0, value);
          *slot = at;
          if (!v) return 1;
          if (v == value) return 0;
        }
        if (++at == size) at = 0;
      }
      return -1;
    }

    GPU_LOCAL int gpu_node(gpu_job *j, u64 value, u32 *node) {
      u64 slot;
      int got = gpu_claim(j->nodes, j->node_size, value, &slot);
      *node = (u32)slot;
      return got >= 0;
    }

    // The value of stored words, those of a successor or of an initial state: NULL. 0: there is no
    // room.
    GPU_LOCAL int gpu_value(gpu_job *j, const gpu_source *f, const u64 *t, u64 *value) {
      u32 nodes[TREE_NODES + 2];
      u32 at = STORE_WORDS;
      u32 below = 0;
      u32 n = STORE_WORDS;
      u32 i;
      if (STORE_WORDS == 1) {
        *value = t[0];
        return 1;
      }
      GPU_ROLLED for (i = 0; i < STORE_WORDS; i++) {
        if (f && t[i] == f->stored[i]) nodes[i] = f->nodes[i];
        else if (!gpu_node(j, t[i], &nodes[i])) return 0;
      }
      GPU_ROLLED for (; n > 2; n = (n + 1) / 2) {
        GPU_ROLLED for (i = 0; i < n; i += 2) {
          u32 left = nodes[below + i];
          u32 right;
          if (i + 1 == n) nodes[at] = left;
          else {
            right = nodes[below + i + 1];
            if (f && left == f->nodes[below + i] && right == f->nodes[below + i + 1])
              nodes[at] = f->nodes[at];
            else if (!gpu_node(j, (u64)left << 32 | right, &nodes[at])) return 0;
          }
          at++;
        }
        below += n;
      }
      *value = (u64)nodes[below] << 32 | nodes[below + 1];
      return 1;
    }

    GPU_LOCAL u64 gpu_stored(const u64 *slots, u64 size, u64 slot) {
      return slot == size ? 0 : slots[slot];
    }

    GPU_LOCAL void gpu_load_words(const gpu_job *j, const gpu_set *set, u64 slot, u64 *s,
                                  u32 *nodes) {
      u64 value = gpu_stored(set->slots, set->size, slot);
      u32 at = TREE_NODES;
      u32 k;
      u32 i;
      if (STORE_WORDS == 1) {
        s[0] = value;
        return;
      }
      at -= 2;
      nodes[at] = (u32)(value >> 32);
      nodes[at + 1] = (u32)value;
      GPU_ROLLED for (k = TREE_LEVELS - 1; k > 0; k--) {
        u32 n = (u32)((STORE_WORDS + (1ull << (k - 1)) - 1) >> (k - 1));
        u32 below = at - n;
        GPU_ROLLED for (i = 0; i < n; i += 2) {
          u32 node = nodes[at + i / 2];
          if (i + 1 == n) nodes[below + i] = node;
          else {
            value = gpu_stored(j->nodes, j->node_size, node);
            nodes[below + i] = (u32)(value >> 32);
            nodes[below + i + 1] = (u32)value;
          }
        }
        at = below;
      }
      GPU_ROLLED for (i = 0; i < STORE_WORDS; i++) s[i] =
          gpu_stored(j->nodes, j->node_size, nodes[i]);
    }

    GPU_LOCAL void gpu_load(const gpu_job *j, const gpu_set *set, u64 slot, gpu_source *f) {
      gpu_load_words(j, set, slot, f->stored, f->nodes);
      gpu_wide(f->stored, f->s);
    }

    GPU_LOCAL void gpu_list(gpu_set *set, u64 slot) {
      u64 at = GPU_ADD(&set->added, 1);
      if (at < set->room) set->list[at] = slot;
      else GPU_OR(&set->bits[slot >> 6], 1ull << (slot & 63));
    }

    GPU_LOCAL u32 gpu_reference(u64 where) {
      return (u32)(where & 0x7fffffff) | (u32)(where >> 63) << 31;
    }

    GPU_LOCAL int gpu_insert(gpu_job *j, gpu_set *set, const u64 *t, const gpu_source *f,
                             u64 *slot) {
      u64 stored[STORE_WORDS];
      u64 value;
      int got;
      if (!gpu_narrow(j, f, t, stored)) {
        gpu_flag(&j->misfit);
        return 0;
      }
      if (!gpu_value(j, f, stored, &value)) {
        gpu_flag(&j->nodes_full);
        return 0;
      }
      got = gpu_claim(set->slots, set->size, value, slot);
      if (got < 0) gpu_flag(&j->full);
      if (got <= 0) return 0;
      set->parents[*slot] = f ? gpu_reference(f->where) : 0xffffffffu;
      gpu_list(set, *slot);
      return 1;
    });
