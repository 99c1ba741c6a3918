-- expect: violated
-- A light that is switched off after p, and a person who needs q for the stairs: for which values does one stand in the dark? The
-- answer is one pair of values.
var x: clock; p, q: parameter;
automaton light
synclabs: press;
initially off;
loc off: while True wait {}
  when True sync press do {x' = 0} goto on;
loc on: while x <= p wait {}
  when x = p goto off;
end
automaton person
synclabs: press;
initially below;
loc below: while True wait {}
  when True sync press goto stairs;
loc stairs: while True wait {}
  when x >= q goto above;
loc above: while True wait {}
end
var init, dark, r: region;
init := loc[light] = off & loc[person] = below & x = 0 & p >= 1 & q >= 1;
dark := loc[light] = off & loc[person] = stairs & x <= q;
r := reach forward from init endreach;
print hide non_parameters in r & dark & x >= 2 endhide;
