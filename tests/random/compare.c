// compare.c -- the table of runs, and what each of them promises.
//
// A new engine needs a line in `runs`.

#include "random/compare.h"

#include "engine/checkpoint.h"
#include "random/infinite.h"
#include "random/liars.h"
#include "unit/passing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  MOST_TRANSITIONS = 150000,
  MOST_ACTIONS = 5000,
  MOST_SINGLE = 6,  // properties that are checked alone
  DEPTH = 3,
  BOUND = 12
};

typedef enum {
  DECIDES = 1,         // says what the oracle says
  COUNTS = 2,          // all states and transitions, neither more nor less
  LEVELS = 4,          // as deep as the oracle's last level
  SHORTEST = 8,        // no run to a violation is shorter
  EACH_SHORTEST = 16,  // nor for any single property
  FEWER = 32,          // at most the oracle's states
  CERTIFIES = 64,      // a proof was checked
  BOUNDED = 128,       // looks DEPTH steps far
  SINGLE = 256,        // once for each of some properties alone
  ALL = 512,           // a verdict for every property
  STATES = 1024,       // all states, but nobody counts transitions
  STEPS = 2048,        // finds what is at most BOUND steps away, at a depth of no more steps
  EXACTLY = 4096,      // by a run of just as many
  NEAR = 8192,         // finds what is at most BOUND steps away, at whatever depth
  INFINITE = 16384,    // for models with recurrences, which others do not look at
  ANSWERS = 32768,     // says what the oracle says, or does not take the question
  FINDS = 131072,      // finds a violation, if there is one
  LISTENS = 262144,    // others tell it what is mostly wrong (liars.h)
  RESUMES = 65536,     // stopped and resumed again and again, it says what it says at once
} promise;

typedef struct {
  const char *name, *engine, *options;
  unsigned promises;
} run_kind;

// clang-format off
// With and without reduction, up to the first violation and to the end.
#define EXPLICIT(NAME, OPTIONS, ONE, MANY)                                                         \
  {NAME " off", "explicit", OPTIONS " --reduction off", ONE},                                      \
  {NAME " on", "explicit", OPTIONS " --reduction on", (ONE) & ~(unsigned)(COUNTS | LEVELS)},       \
  {NAME " off all", "explicit", OPTIONS " --reduction off --keep-going", MANY},                    \
  {NAME " on all", "explicit", OPTIONS " --reduction on --keep-going",                             \
   (MANY) & ~(unsigned)(COUNTS | LEVELS | EACH_SHORTEST)}

static const run_kind runs[] = {
  EXPLICIT("bfs", "--search bfs --jobs 1", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("bfs jobs", "--search bfs --jobs 3", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("dfs", "--search dfs", DECIDES | COUNTS | FEWER, DECIDES | COUNTS | FEWER | ALL),
  EXPLICIT("bfs collapse", "--search bfs --store collapse",
           DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("dfs collapse", "--search dfs --store collapse", DECIDES | COUNTS | FEWER,
           DECIDES | COUNTS | FEWER | ALL),
  EXPLICIT("bfs tree", "--search bfs --store tree --jobs 1", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("bfs tree jobs", "--search bfs --store tree --jobs 3", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("dfs tree", "--search dfs --store tree", DECIDES | COUNTS | FEWER,
           DECIDES | COUNTS | FEWER | ALL),
  EXPLICIT("bfs bitstate", "--search bfs --store bitstate --bits 20", FEWER, FEWER),
  EXPLICIT("dfs bitstate", "--search dfs --store bitstate --bits 20", FEWER, FEWER),
  {"bfs off certify", "explicit", "--search bfs --reduction off --certify", DECIDES | CERTIFIES},
  {"bfs tree certify", "explicit", "--store tree --certify", DECIDES | CERTIFIES},
  {"bfs on certify", "explicit", "--search bfs --reduction on --certify", DECIDES | CERTIFIES},
  {"dfs on certify", "explicit", "--search dfs --reduction on --certify", DECIDES | CERTIFIES},
  {"bfs off single", "explicit", "--search bfs --reduction off",
   DECIDES | COUNTS | LEVELS | SHORTEST | SINGLE},
  {"bfs on single", "explicit", "--search bfs --reduction on", DECIDES | SHORTEST | FEWER | SINGLE},
  {"dfs on single", "explicit", "--search dfs --reduction on", DECIDES | FEWER | SINGLE},
  {"bfs on plain", "explicit", "--search bfs --merge off", DECIDES | SHORTEST | FEWER},
  {"dfs on plain all", "explicit", "--search dfs --merge off --keep-going", DECIDES | FEWER | ALL},
  {"bfs off depth", "explicit", "--search bfs --reduction off --depth 3", BOUNDED | FEWER},
  {"bfs on depth", "explicit", "--search bfs --reduction on --depth 3", FEWER},
  {"dfs on depth", "explicit", "--search dfs --reduction on --depth 3", FEWER},
  EXPLICIT("compiled", "--search bfs --jobs 3 --compile --compile-after 0", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  {"compiled dfs all", "explicit", "--search dfs --compile --compile-after 0 --keep-going", DECIDES | FEWER | ALL},
  {"compiled collapse", "explicit", "--store collapse --compile --compile-after 0 --reduction off",
   DECIDES | COUNTS | LEVELS | SHORTEST | FEWER},
  {"compiled bitstate", "explicit", "--store bitstate --bits 20 --search dfs --compile --compile-after 0", FEWER},
  {"compiled certify", "explicit", "--certify --compile --compile-after 0", DECIDES | CERTIFIES},
  EXPLICIT("resumed bfs", "--jobs 1", RESUMES | DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           RESUMES | DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("resumed jobs", "--jobs 3", RESUMES | DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           RESUMES | DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  EXPLICIT("resumed dfs", "--search dfs", RESUMES | DECIDES | COUNTS | FEWER,
           RESUMES | DECIDES | COUNTS | FEWER | ALL),
  EXPLICIT("resumed tree", "--store tree --jobs 1", RESUMES | DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           RESUMES | DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  {"resumed tree jobs all", "explicit", "--store tree --jobs 3 --keep-going", RESUMES | DECIDES | FEWER | ALL},
  {"resumed dfs tree all", "explicit", "--store tree --search dfs --keep-going", RESUMES | DECIDES | FEWER | ALL},
  {"resumed collapse", "explicit", "--store collapse --reduction off", RESUMES | DECIDES | COUNTS | LEVELS | SHORTEST | FEWER},
  {"resumed dfs collapse all", "explicit", "--store collapse --search dfs --keep-going", RESUMES | DECIDES | FEWER | ALL},
  EXPLICIT("resumed bitstate", "--store bitstate --bits 14", RESUMES | FEWER, RESUMES | FEWER),
  EXPLICIT("resumed dfs bitstate", "--store bitstate --bits 14 --search dfs", RESUMES | FEWER, RESUMES | FEWER),
  {"resumed certify", "explicit", "--certify", RESUMES | DECIDES | CERTIFIES},
  {"resumed depth", "explicit", "--depth 3 --reduction off", RESUMES | BOUNDED | FEWER},
  EXPLICIT("disk", "--disk . --spill-after 7", DECIDES | COUNTS | LEVELS | SHORTEST | FEWER,
           DECIDES | COUNTS | LEVELS | EACH_SHORTEST | FEWER | ALL),
  {"disk roomy", "explicit", "--disk . --spill-after 60", DECIDES | SHORTEST | FEWER},
  {"disk roomy all", "explicit", "--disk . --spill-after 60 --keep-going", DECIDES | FEWER | ALL},
  {"disk single", "explicit", "--disk . --spill-after 12 --reduction off",
   DECIDES | COUNTS | LEVELS | SHORTEST | SINGLE},
  {"disk plain", "explicit", "--disk . --spill-after 5 --merge off", DECIDES | SHORTEST | FEWER},
  {"disk depth", "explicit", "--disk . --spill-after 7 --depth 3 --reduction off", BOUNDED | FEWER},
  {"gpu", "gpu", "--device host --jobs 3 --reduction off", DECIDES | STATES | FEWER},
  {"gpu all", "gpu", "--device host --jobs 3 --reduction off --keep-going", DECIDES | STATES | FEWER | ALL},
  {"gpu on", "gpu", "--device host --jobs 3", DECIDES | FEWER},
  {"gpu on all", "gpu", "--device host --jobs 3 --keep-going", DECIDES | FEWER | ALL},
  {"gpu on single", "gpu", "--device host --jobs 3", DECIDES | FEWER | SINGLE},
  {"gpu depth", "gpu", "--device host --jobs 3 --depth 3", BOUNDED | FEWER},
  {"gpu walk all", "gpu", "--device host --jobs 3 --search walk --walk 6000 --keep-going", 0},
  {"bdd bfs", "bdd", "--time 2 --search bfs", DECIDES | STATES | FEWER},
  {"bdd bfs all", "bdd", "--time 2 --search bfs --keep-going --order source", DECIDES | STATES | FEWER | ALL},
  {"bdd chaining", "bdd", "--time 2 --search chaining --order force", DECIDES | STATES | FEWER},
  {"bdd chaining all", "bdd", "--time 2 --search chaining --keep-going --queue cyclic --reorder",
   DECIDES | STATES | FEWER | ALL},
  {"bdd saturation", "bdd", "--time 2 --search saturation --order process", DECIDES | STATES | FEWER},
  {"bdd saturation all", "bdd", "--time 2 --search saturation --keep-going",
   DECIDES | STATES | FEWER | ALL},
  {"bdd cyclic all", "bdd", "--time 2 --search saturation --keep-going --queue cyclic",
   DECIDES | STATES | FEWER | ALL},
  {"bdd local", "bdd", "--time 2 --search improviso --phase1 local", DECIDES | FEWER},
  {"bdd local all", "bdd", "--time 2 --search improviso --phase1 local --keep-going",
   DECIDES | FEWER | ALL},
  {"bdd channels", "bdd", "--time 2 --search improviso --phase1 channels", DECIDES | FEWER},
  {"bdd channels all", "bdd", "--time 2 --search improviso --phase1 channels --keep-going --queue cyclic",
   DECIDES | FEWER | ALL},
  {"bdd channels single", "bdd", "--time 2 --search improviso --phase1 channels", DECIDES | FEWER | SINGLE},
  {"bdd twophase all", "bdd", "--time 2 --search twophase --phase1 channels --keep-going",
   DECIDES | FEWER | ALL},
  {"bdd certify", "bdd", "--time 5 --search saturation --certify", DECIDES | STATES | CERTIFIES},
  {"bdd certify single", "bdd", "--time 5 --search bfs --queue cyclic --certify",
   DECIDES | STATES | CERTIFIES | SINGLE},
  {"bdd certify local", "bdd", "--time 5 --search improviso --certify",
   DECIDES | STATES | CERTIFIES},
  {"bdd depth", "bdd", "--time 2 --search bfs --depth 3", FEWER},
  {"bdd demand bfs", "bdd", "--time 2 --search bfs --relation-nodes 0", DECIDES | STATES | FEWER},
  {"bdd demand bfs all", "bdd", "--time 2 --search bfs --keep-going --relation-nodes 40 --queue cyclic",
   DECIDES | STATES | FEWER | ALL},
  {"bdd demand chaining all", "bdd", "--time 2 --search chaining --keep-going --relation-nodes 0 --reorder",
   DECIDES | STATES | FEWER | ALL},
  {"bdd demand saturation all", "bdd", "--time 2 --search saturation --keep-going --relation-nodes 20",
   DECIDES | STATES | FEWER | ALL},
  {"bdd demand local all", "bdd", "--time 2 --search improviso --phase1 local --keep-going --relation-nodes 0",
   DECIDES | FEWER | ALL},
  {"bdd demand channels all", "bdd", "--time 2 --search improviso --keep-going --relation-nodes 0 --queue cyclic",
   DECIDES | FEWER | ALL},
  {"bdd demand twophase all", "bdd", "--time 2 --search twophase --keep-going --relation-nodes 0",
   DECIDES | FEWER | ALL},
  {"bdd demand certify", "bdd", "--time 5 --search saturation --certify --relation-nodes 0",
   DECIDES | STATES | CERTIFIES},
  {"boppo bfs off", "boppo", "--time 3 --search bfs --reduction off --fixpoint bdd", DECIDES},
  {"boppo bfs split", "boppo", "--time 3 --search bfs --reduction split", DECIDES},
  {"boppo bfs clauses all", "boppo", "--time 3 --search bfs --reduction clauses --keep-going --join off --fixpoint refine",
   DECIDES | ALL},
  {"boppo dfs off all", "boppo", "--time 3 --search dfs --reduction off --keep-going --union --join off --fixpoint refine",
   DECIDES | ALL},
  {"boppo dfs split all", "boppo", "--time 3 --search dfs --reduction split --keep-going",
   DECIDES | ALL},
  {"boppo dfs clauses", "boppo", "--time 1 --search dfs --reduction clauses --union --fixpoint depqbf", DECIDES},
  {"boppo best split all", "boppo", "--time 3 --search best --reduction split --keep-going --union --fixpoint refine",
   DECIDES | ALL},
  {"boppo split single", "boppo", "--time 3 --reduction split --join off", DECIDES | SINGLE},
  {"boppo depqbf all", "boppo", "--time 1 --fixpoint depqbf --search best --keep-going",
   DECIDES | ALL},
  {"boppo bdd all", "boppo", "--time 3 --fixpoint bdd --search dfs --keep-going", DECIDES | ALL},
  {"boppo certify", "boppo", "--time 5 --certify", DECIDES | CERTIFIES},
  {"boppo certify single", "boppo", "--time 5 --certify --search dfs --join off --fixpoint bdd",
   DECIDES | CERTIFIES | SINGLE},
  {"boppo depth", "boppo", "--time 3 --search bfs --depth 3 --reduction off", 0},
  {"bmc interleaving", "bmc", "--time 4 --bound 12 --semantics interleaving --projection off", STEPS | EXACTLY},
  {"bmc interleaving all", "bmc", "--time 4 --bound 12 --semantics interleaving --keep-going --queue cyclic",
   STEPS | EXACTLY},
  {"bmc serial", "bmc", "--time 4 --bound 12 --semantics serial --order source --projection off", STEPS},
  {"bmc serial all", "bmc", "--time 4 --bound 12 --semantics serial --keep-going", STEPS},
  {"bmc serial cyclic", "bmc", "--time 4 --bound 12 --semantics serial --queue cyclic --order flow", STEPS},
  {"bmc induction all", "bmc", "--time 4 --bound 12 --semantics interleaving --induction on --keep-going", STEPS},
  {"bmc listening", "bmc", "--time 4 --bound 12 --induction on", LISTENS | STEPS},
  {"bmc listening all", "bmc", "--time 4 --bound 12 --semantics interleaving --induction on --certify --keep-going", LISTENS | STEPS},
  {"bmc parallel", "bmc", "--time 4 --bound 12 --semantics parallel --induction on --projection off", STEPS},
  {"bmc induction plain all", "bmc", "--time 4 --bound 12 --semantics interleaving --induction plain --keep-going", STEPS},
  {"bmc induction", "bmc", "--time 4 --bound 12 --semantics serial --induction on --certify", STEPS},
  {"bmc parallel all", "bmc", "--time 4 --bound 12 --semantics parallel --keep-going --queue cyclic --order source --dependence dynamic", STEPS},
  {"bmc process", "bmc", "--time 4 --bound 12 --semantics process --order source --dependence dynamic --projection off", STEPS},
  {"bmc process all", "bmc", "--time 4 --bound 12 --semantics process --keep-going --queue cyclic", STEPS},
  {"bmc serial from all", "bmc", "--time 4 --bound 12 --from 3 --grow 50 --semantics serial --keep-going", STEPS},
  {"bmc projection interleaving", "bmc", "--time 4 --bound 12 --semantics interleaving --projection on", STEPS | EXACTLY},
  {"bmc projection interleaving single", "bmc", "--time 4 --bound 12 --semantics interleaving --projection on", STEPS | EXACTLY | SINGLE},
  {"bmc projection serial single", "bmc", "--time 4 --bound 12 --semantics serial --projection on --queue cyclic", STEPS | SINGLE},
  {"bmc projection serial from all", "bmc", "--time 4 --bound 12 --semantics serial --from 3 --grow 50 --projection on --keep-going", STEPS},
  {"bmc projection parallel all", "bmc", "--time 4 --bound 12 --semantics parallel --projection on --keep-going --dependence dynamic", STEPS},
  {"bmc projection process", "bmc", "--time 4 --bound 12 --semantics process --projection on --induction on", STEPS},
  {"bmc projection process single", "bmc", "--time 4 --bound 12 --semantics process --projection on --dependence dynamic", STEPS | SINGLE},
  {"smt", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --projection off", STEPS | EXACTLY},
  {"smt all", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --keep-going --queue linear", STEPS | EXACTLY},
  {"smt shifting", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms shifting --tags", STEPS | EXACTLY},
  {"smt shifting int", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms shifting-int", STEPS | EXACTLY},
  {"smt shifting bits", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms shifting-bits", STEPS | EXACTLY},
  {"smt cyclic", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms cyclic --tags", STEPS | EXACTLY},
  {"smt cyclic int", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms cyclic-int", STEPS | EXACTLY},
  {"smt cyclic bits", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms cyclic-bits", STEPS | EXACTLY},
  {"smt uif", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms cyclic-uif", STEPS | EXACTLY},
  {"smt array", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms cyclic-array --tags", STEPS | EXACTLY},
  {"smt linear array", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --queue-terms linear-array", STEPS | EXACTLY},
  {"smt unordered", "bmc", "--solver smt --time 4 --bound 12 --queue unordered", 0},
  {"smt from all", "bmc", "--solver smt --time 4 --bound 12 --from 3 --grow 50 --keep-going", STEPS},
  {"smt serial", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --order source --projection off", STEPS},
  {"smt serial all", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --keep-going --queue linear --induction on", STEPS},
  {"smt serial shifting", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --queue-terms shifting --tags --order flow", STEPS},
  {"smt serial uif", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --queue-terms cyclic-uif", STEPS},
  {"smt serial array", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --queue-terms cyclic-array --tags --order flow", STEPS},
  {"smt serial unordered", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --queue unordered", 0},
  {"smt serial from all", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --from 3 --grow 50 --keep-going", STEPS},
  {"smt projection single", "bmc", "--solver smt --semantics interleaving --time 4 --bound 12 --projection on", STEPS | EXACTLY | SINGLE},
  {"smt projection serial single", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --projection on", STEPS | SINGLE},
  {"smt projection serial from all", "bmc", "--solver smt --time 4 --bound 12 --semantics serial --from 3 --grow 50 --projection on --keep-going --queue linear", STEPS},
  {"smt projection process", "bmc", "--solver smt --time 4 --bound 12 --semantics process --projection on", STEPS},
  {"smt projection parallel all", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel --projection on --keep-going", STEPS},
  {"smt process all", "bmc", "--solver smt --time 4 --bound 12 --semantics process --projection off --keep-going", STEPS},
  {"smt process array", "bmc", "--solver smt --time 4 --bound 12 --semantics process --queue-terms cyclic-array --order source", STEPS},
  {"smt parallel", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel", STEPS},
  {"smt parallel shifting", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel --queue-terms shifting --tags --order flow", STEPS},
  {"smt parallel uif all", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel --queue-terms cyclic-uif --keep-going", STEPS},
  {"smt parallel linear", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel --queue linear --order source", STEPS},
  {"smt parallel unordered", "bmc", "--solver smt --time 4 --bound 12 --semantics parallel --queue unordered", 0},
  {"smt certify", "bmc", "--solver smt --semantics interleaving --time 8 --bound 12 --induction on --certify", STEPS | CERTIFIES},
  {"smt certify process", "bmc", "--solver smt --semantics process --time 8 --bound 12 --induction on --certify --queue cyclic", STEPS | CERTIFIES},
  {"smt certify projection", "bmc", "--solver smt --semantics serial --projection on --time 8 --bound 12 --certify --queue linear", STEPS | CERTIFIES},
  {"smt projection from all", "bmc", "--solver smt --time 4 --bound 12 --from 3 --grow 50 --keep-going --projection on --queue linear", STEPS},
  {"ic3", "ic3", "--time 5", DECIDES},
  {"ic3 all", "ic3", "--time 5 --keep-going", DECIDES | ALL},
  {"ic3 certify", "ic3", "--time 5 --certify", DECIDES | CERTIFIES},
  {"ic3 single", "ic3", "--time 5 --certify", DECIDES | CERTIFIES | SINGLE},
  {"ic3 listening", "ic3", "--time 5", LISTENS | DECIDES},
  {"ic3 listening all", "ic3", "--time 5 --certify --keep-going", LISTENS | DECIDES | ALL},
  {"ic3 depth", "ic3", "--time 3 --depth 3", 0},
  {"events", "events", "--time 1", DECIDES},
  {"events all", "events", "--time 1 --keep-going --acyclic lazy", DECIDES | ALL},
  {"events single", "events", "--time 1 --acyclic eager", DECIDES | SINGLE},
  {"events eager", "events", "--time 1 --acyclic eager", DECIDES},
  {"events difference", "events", "--time 2 --acyclic difference", DECIDES},
  {"events theory", "events", "--time 1 --acyclic theory", DECIDES},
  {"events theory all", "events", "--time 1 --acyclic theory --keep-going", DECIDES | ALL},
  {"events whole queues", "events", "--time 1 --queue shifting", DECIDES},
  {"events whole queues all", "events", "--time 1 --queue shifting --keep-going", DECIDES | ALL},
  {"events uniform theory", "events", "--time 2 --unwinding uniform --bound 12 --acyclic theory", NEAR},
  {"events uniform", "events", "--time 2 --unwinding uniform --bound 12 --acyclic eager", NEAR},
  {"events uniform all", "events", "--time 2 --unwinding uniform --bound 12 --keep-going --acyclic lazy", NEAR},
  {"events certify", "events", "--time 2 --certify", DECIDES | CERTIFIES},
  {"events terms certify", "events", "--time 2 --solver smt --acyclic theory --certify", 0},
  {"events facts", "events", "--time 2 --facts all", DECIDES},
  {"events facts all", "events", "--time 2 --facts induction --keep-going --acyclic eager", DECIDES | ALL},
  {"events facts single", "events", "--time 2 --facts ic3", DECIDES | SINGLE},
  {"events terms", "events", "--time 2 --solver smt", ANSWERS},
  {"events terms all", "events", "--time 2 --solver smt --keep-going --acyclic lazy", ANSWERS},
  {"events terms theory", "events", "--time 2 --solver smt --acyclic theory", ANSWERS},
  {"events terms theory all", "events", "--time 2 --solver smt --acyclic theory --keep-going", ANSWERS},
  {"events terms single", "events", "--time 2 --solver smt --acyclic eager", ANSWERS | SINGLE},
  {"events terms whole queues", "events", "--time 2 --solver smt --queue shifting", ANSWERS},
  {"events terms uniform all", "events", "--time 2 --solver smt --unwinding uniform --bound 12 --keep-going", 0},
  {"cegar", "cegar", "--time 10 --keep 0", DECIDES},
  {"cegar all", "cegar", "--time 10 --keep 1 --keep-going", DECIDES | ALL},
  {"cegar single", "cegar", "--time 10 --keep 2", DECIDES | SINGLE},
  {"cegar plain", "cegar", "--time 10 --keep 1 --inlining off --clustering off --sampling off --dont-cares off", DECIDES},
  {"cegar nonlocal", "cegar", "--time 10 --keep 1 --locality off --sampling off --inner ic3", DECIDES},
  {"cegar monolithic", "cegar", "--time 10 --keep 1 --partition off", DECIDES},
  {"cegar diagram", "cegar", "--time 10 --keep 1 --enumeration diagram", DECIDES},
  {"cegar preconditions", "cegar", "--time 10 --keep 1 --interpolants off", DECIDES},
  {"cegar cartesian", "cegar", "--time 10 --keep 1 --abstraction cartesian", DECIDES},
  {"cegar explicit", "cegar", "--time 10 --keep 2 --inner explicit", DECIDES},
  {"cegar kept", "cegar", "--time 10 --keep 62 --keep-going", DECIDES | ALL},
  {"cegar certify", "cegar", "--time 10 --keep 1 --certify", DECIDES | CERTIFIES},
  {"cegar integers", "cegar", "--time 10 --keep 1 --integers on", DECIDES},
  {"implicit certify", "cegar", "--time 10 --abstraction implicit --certify", DECIDES | CERTIFIES},
  {"implicit", "cegar", "--time 10 --abstraction implicit", DECIDES},
  {"implicit integers", "cegar", "--time 10 --abstraction implicit --integers on", DECIDES},
  {"implicit preconditions integers", "cegar", "--time 10 --abstraction implicit --interpolants off --integers on", DECIDES},
  {"implicit all", "cegar", "--time 10 --abstraction implicit --keep-going", DECIDES | ALL},
  {"implicit preconditions", "cegar", "--time 10 --abstraction implicit --interpolants off", DECIDES},
  {"implicit single", "cegar", "--time 10 --abstraction implicit", DECIDES | SINGLE},
  {"polyhedra", "polyhedra", "--time 10 --keep 0", 0},
  {"polyhedra all", "polyhedra", "--time 10 --keep 1 --keep-going", 0},
  {"polyhedra certify", "polyhedra", "--time 10 --keep 2 --certify", CERTIFIES},
  {"polyhedra kept", "polyhedra", "--time 10 --keep 62", 0},
  {"auto", "auto", "", DECIDES},
  {"auto all", "auto", "--keep-going", DECIDES | ALL},
  {"auto single", "auto", "", DECIDES | SINGLE},
  {"auto turns", "auto", "--walk 0 --look 0", DECIDES},
  {"auto turns all", "auto", "--walk 0 --look 0 --keep-going", DECIDES | ALL},
  {"auto shortest", "auto", "--shortest --jobs 1", DECIDES | SHORTEST},
  {"infinite explicit", "explicit", "", INFINITE | DECIDES | SINGLE},
  {"infinite explicit all", "explicit", "--keep-going", INFINITE | DECIDES | ALL},
  {"infinite explicit off", "explicit", "--reduction off", INFINITE | DECIDES | SINGLE},
  {"infinite explicit plain", "explicit", "--merge off", INFINITE | DECIDES | SINGLE},
  {"infinite explicit jobs", "explicit", "--jobs 3", INFINITE | DECIDES | SINGLE},
  {"infinite explicit jobs off", "explicit", "--jobs 4 --reduction off", INFINITE | DECIDES | SINGLE},
  {"infinite explicit bits", "explicit", "--store bitstate --bits 24", INFINITE | FINDS | SINGLE},
  {"infinite explicit bits off", "explicit", "--store bitstate --bits 24 --reduction off --merge off", INFINITE | FINDS | SINGLE},
  {"infinite explicit bits few", "explicit", "--store bitstate --bits 10", INFINITE | SINGLE},
  {"infinite explicit certify", "explicit", "--time 3 --certify", INFINITE | ANSWERS | SINGLE},
  {"infinite bdd certify", "bdd", "--time 3 --certify", INFINITE | ANSWERS | SINGLE},
  {"infinite bdd", "bdd", "--time 2", INFINITE | ANSWERS | SINGLE},
  {"infinite bdd bfs", "bdd", "--time 2 --search bfs --queue cyclic", INFINITE | SINGLE},
  {"infinite bdd chaining", "bdd", "--time 2 --search chaining --order process", INFINITE | SINGLE},
  {"infinite bdd improviso", "bdd", "--time 2 --search improviso --relation-nodes 50", INFINITE | SINGLE},
  {"infinite bdd record", "bdd", "--time 2 --liveness record", INFINITE | SINGLE},
  {"infinite ic3", "ic3", "--time 3", INFINITE | ANSWERS | SINGLE},
  {"infinite ic3 count", "ic3", "--liveness count --time 3 --certify", INFINITE | SINGLE},
  {"infinite ic3 rlive", "ic3", "--liveness rlive --time 3 --certify", INFINITE | ANSWERS | SINGLE},
  {"infinite ic3 record", "ic3", "--liveness record --time 3", INFINITE | SINGLE},
  {"infinite boppo", "boppo", "--time 3", INFINITE | ANSWERS | SINGLE},
  {"infinite bmc", "bmc", "--time 3 --bound 12", INFINITE | SINGLE},
  {"infinite bmc interleaving", "bmc", "--time 3 --bound 12 --semantics interleaving", INFINITE | SINGLE},
  {"infinite bmc lasso", "bmc", "--time 3 --bound 12 --liveness lasso", INFINITE | SINGLE},
  {"infinite bmc lasso grow", "bmc", "--time 3 --bound 12 --liveness lasso --from 3 --grow 100 --queue cyclic", INFINITE | SINGLE},
  {"infinite bmc record", "bmc", "--time 3 --bound 12 --liveness record", INFINITE | SINGLE},
  {"infinite smt", "bmc", "--solver smt --time 3 --bound 8", INFINITE | SINGLE},
  {"infinite smt lasso", "bmc", "--solver smt --liveness lasso --time 3 --bound 6", INFINITE | SINGLE},
  {"infinite auto", "auto", "", INFINITE | DECIDES},
  {"random", "random", "--walk 300", 0},
  {"random all", "random", "--walk 300 --keep-going", 0},
};
// clang-format on

// `words` are beginnings of names, separated by commas; WORD$ is a whole name.
static bool is_one_of(const char *name, const char *words) {
  for (size_t n; *words; words += n + (words[n] == ',')) {
    n = strcspn(words, ",");
    bool whole = n && words[n - 1] == '$';
    size_t letters = n - whole;
    if (letters && !strncmp(name, words, letters) && (!whole || !name[letters])) return true;
  }
  return false;
}

bool compare_wants(const comparison *c, const char *name) {
  if (!c->only || !*c->only) return true;
  return c->only[0] == '!' ? !is_one_of(name, c->only + 1) : is_one_of(name, c->only);
}

void compare_options(const comparison *c, sv_options *o) {
  o->threads = c->bounds.threads;
  o->pool = c->bounds.pool;
}

char *compare_path(const comparison *c, const char *name) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/%s", c->folder, name);
  return sv_text_take(&path);
}

static const char *const other_checks[] = {"svm",  "interface",   "machine",  "rules",
                                           "flat", "certificate", "generated"};

static const char *check_at(size_t i) {
  size_t others = SV_COUNT(other_checks);
  if (i < others) return other_checks[i];
  return i - others < SV_COUNT(runs) ? runs[i - others].name : NULL;
}

void compare_list(void) {
  for (size_t i = 0; check_at(i); i++) puts(check_at(i));
}

bool compare_knows(const char *word, size_t length) {
  char words[100];
  if (length >= sizeof words) return false;
  memcpy(words, word, length);
  words[length] = 0;
  for (size_t i = 0; check_at(i); i++)
    if (is_one_of(check_at(i), words)) return true;
  return false;
}

// ---- one run

typedef struct {
  comparison *c;
  const run_kind *kind;
  const sv_options *options;
  uint32_t property;  // alone, or 0
  const sv_answer *answer;
} outcome;

static const char *verdict_text(sv_verdict v) {
  return v == SV_HOLDS ? "holds" : v == SV_VIOLATED ? "violated" : "unknown";
}

// The shortest run to a violation of what was asked for.
static uint64_t shortest(const outcome *o) {
  const sv_u64s *violated = &o->c->truth.violated;
  uint64_t least = ORACLE_NEVER;
  for (uint32_t p = 1; p < violated->n; p++)
    if ((!o->property || o->property == p) && violated->at[p] < least) least = violated->at[p];
  return least;
}

bool compare_is_cut(const comparison *c, uint32_t p) {
  return c->truth.cut && !(p < c->uncut.n && sv_bits_has(&c->uncut, p));
}

static bool is_cut(const outcome *o) {
  for (uint32_t i = 0; i < o->answer->findings.n; i++)
    if (compare_is_cut(o->c, o->answer->findings.at[i].property)) return true;
  return false;
}

static sv_verdict expected(uint64_t length, bool cut) {
  if (length != ORACLE_NEVER) return SV_VIOLATED;
  return cut ? SV_UNKNOWN : SV_HOLDS;
}

static bool check_verdict(const outcome *o) {
  sv_verdict want = expected(shortest(o), is_cut(o)), have = o->answer->verdict;
  if (have == want) return true;
  return note_wrong(o->c->note, "verdict", "%s, but the oracle says %s (%s)", verdict_text(have),
                    verdict_text(want), o->answer->reason ? o->answer->reason : "no reason");
}

static bool check_all(const outcome *o) {
  for (uint32_t i = 0; i < o->answer->findings.n; i++) {
    const sv_finding *f = &o->answer->findings.at[i];
    sv_verdict want =
        expected(o->c->truth.violated.at[f->property], compare_is_cut(o->c, f->property));
    if (f->verdict != want)
      return note_wrong(o->c->note, "verdict", "property %u %s, but the oracle says %s",
                        f->property, verdict_text(f->verdict), verdict_text(want));
  }
  return true;
}

// Whatever an engine promises or not: a violation is real, a proof has no
// counterexample, and nothing is proven where the run is cut.
static bool check_sound(const outcome *o) {
  for (uint32_t i = 0; i < o->answer->findings.n; i++) {
    const sv_finding *f = &o->answer->findings.at[i];
    bool violated = o->c->truth.violated.at[f->property] != ORACLE_NEVER;
    if (f->verdict == SV_VIOLATED && !violated)
      return note_wrong(o->c->note, "unsound", "property %u violated, but the oracle says it holds",
                        f->property);
    if (f->verdict == SV_HOLDS && violated)
      return note_wrong(o->c->note, "unsound",
                        "property %u holds, but the oracle says it is violated", f->property);
    if (f->verdict == SV_HOLDS && compare_is_cut(o->c, f->property))
      return note_wrong(o->c->note, "cut", "property %u holds, but the run is cut", f->property);
  }
  return true;
}

static bool check_number(const outcome *o, const char *what, const char *have, uint64_t want) {
  uint64_t number = have ? strtoull(have, NULL, 10) : 0;
  if (have && number == want) return true;
  return note_wrong(o->c->note, what, "%s %s, but the oracle has %" PRIu64, have ? have : "no",
                    what, want);
}

// Everything was explored, either because nothing is wrong or because that was asked for.
static bool went_to_the_end(const outcome *o) {
  return shortest(o) == ORACLE_NEVER || o->options->keep_going;
}

static bool check_counts(const outcome *o) {
  const sv_answer *a = o->answer;
  if (!went_to_the_end(o)) return true;
  if (!check_number(o, "states", a->states, o->c->truth.states)) return false;
  if (o->kind->promises & STATES) return true;
  if (!check_number(o, "transitions", a->transitions, o->c->truth.transitions)) return false;
  if (!(o->kind->promises & LEVELS) || a->depth == o->c->truth.depth) return true;
  return note_wrong(o->c->note, "depth", "depth %" PRIu64 ", but the oracle has %" PRIu64, a->depth,
                    o->c->truth.depth);
}

static bool check_fewer(const outcome *o) {
  uint64_t states = o->answer->states ? strtoull(o->answer->states, NULL, 10) : 0;
  if (states <= o->c->truth.states) return true;
  return note_wrong(o->c->note, "states", "%" PRIu64 " states, but there are only %" PRIu64, states,
                    o->c->truth.states);
}

static bool check_lengths(const outcome *o) {
  for (uint32_t i = 0; i < o->answer->findings.n; i++) {
    const sv_finding *f = &o->answer->findings.at[i];
    uint64_t want =
        o->kind->promises & SHORTEST ? shortest(o) : o->c->truth.violated.at[f->property];
    if (!f->trace) continue;
    uint64_t have = trace_levels(o->answer->net, f->trace);
    if (have != want)
      return note_wrong(o->c->note, "length",
                        "property %u: a trace of %" PRIu64 " levels, the shortest has %" PRIu64,
                        f->property, have, want);
  }
  return true;
}

// The time was over before the proof had been checked again.
static bool certified_late(const outcome *o) {
  for (uint32_t i = 0; i < o->answer->statistics.n; i++)
    if (!strcmp(o->answer->statistics.at[i].name, "certificate"))
      return strstr(o->answer->statistics.at[i].value, "limit reached");
  return false;
}

static bool check_certified(const outcome *o) {
  if (o->answer->verdict != SV_HOLDS || o->answer->certified) return true;
  return note_wrong(o->c->note, "certificate", "the proof was not certified");
}

static bool check_bounded(const outcome *o) {
  bool near = shortest(o) <= DEPTH, whole = o->c->truth.depth <= DEPTH;
  sv_verdict have = o->answer->verdict, want = near ? SV_VIOLATED : SV_UNKNOWN;
  if (have == want || (have == SV_HOLDS && !near && whole)) return true;
  return note_wrong(o->c->note, "verdict", "%s within %d steps, but the oracle says %s",
                    verdict_text(have), DEPTH, verdict_text(want));
}

static uint64_t least_steps(const outcome *o, uint32_t property) {
  const sv_u64s *steps = &o->c->truth.steps;
  uint64_t least = ORACLE_NEVER;
  if (property && o->options->keep_going) return steps->at[property];
  for (uint32_t p = 1; p < steps->n; p++)
    if ((!o->property || o->property == p) && steps->at[p] < least) least = steps->at[p];
  return least;
}

static bool check_length_in_steps(const outcome *o, const sv_finding *f, uint64_t want) {
  uint64_t have = f->trace->steps.n;
  if (have == want) return true;
  return note_wrong(o->c->note, "length",
                    "property %u: %" PRIu64 " steps, the shortest has %" PRIu64, f->property, have,
                    want);
}

static bool check_steps(const outcome *o) {
  uint64_t least = least_steps(o, 0);
  bool near = least <= BOUND, found = o->answer->verdict == SV_VIOLATED;
  if (near && !found) return note_wrong(o->c->note, "verdict", "a violation was not found");
  bool deepens = o->kind->promises & STEPS && !o->options->keep_going && !o->options->from;
  if (found && deepens && o->answer->depth > least)
    return note_wrong(o->c->note, "depth", "found at bound %" PRIu64 ", not %" PRIu64,
                      o->answer->depth, least);
  for (uint32_t i = 0; i < o->answer->findings.n; i++) {
    const sv_finding *f = &o->answer->findings.at[i];
    uint64_t want = least_steps(o, f->property);
    if (o->options->keep_going && want <= BOUND && !f->trace)
      return note_wrong(o->c->note, "verdict", "property %u: a violation was not found",
                        f->property);
    if (f->trace && o->kind->promises & EXACTLY && !check_length_in_steps(o, f, want)) return false;
  }
  return true;
}

// The machine's numbers have 64 bits and it says so when they are too few.
static bool overflowed(const outcome *o) {
  return o->answer->cause == SV_CAUSE_SIZE && strstr(o->answer->reason, "does not fit 64 bits");
}

static bool is_late(sv_cause cause) {
  return sv_cause_is_limit(cause) || cause == SV_CAUSE_GAVE_UP || cause == SV_CAUSE_SIZE;
}

// Diagrams of some functions (products, remainders) have no small size in any order.
// What was found before the time was up is right all the same (check_sound).
static bool gave_up(const outcome *o) {
  bool late = is_late(o->answer->cause);
  for (uint32_t i = 0; i < o->answer->findings.n; i++)
    late |= is_late(o->answer->findings.at[i].cause);
  late |= o->kind->promises & CERTIFIES && certified_late(o);
  return o->options->time > 0 && late;
}

// A net that records goes on where the automaton has stopped, up to where the run is cut.
static bool is_refused(const outcome *o) {
  return o->answer->cause == SV_CAUSE_UNSUPPORTED ||
         (o->answer->verdict == SV_UNKNOWN && o->c->truth.cut);
}

// The abstraction knows how many messages are deferred, not which.
static bool forgets_deferred(const outcome *o) {
  return o->answer->cause == SV_CAUSE_UNSUPPORTED &&
         strstr(o->answer->reason, "reads messages that were deferred");
}

static bool check_promises(const outcome *o) {
  unsigned promises = o->kind->promises;
  if (promises & ANSWERS && !is_refused(o) && !check_verdict(o)) return false;
  if (promises & DECIDES && forgets_deferred(o)) return true;
  if (promises & DECIDES && !check_verdict(o)) return false;
  if (promises & FINDS && shortest(o) != ORACLE_NEVER && !check_verdict(o)) return false;
  if (promises & ALL && !check_all(o)) return false;
  if (promises & (COUNTS | STATES) && !check_counts(o)) return false;
  if (promises & FEWER && !check_fewer(o)) return false;
  if (promises & (SHORTEST | EACH_SHORTEST) && !check_lengths(o)) return false;
  if (promises & (STEPS | NEAR) && !check_steps(o)) return false;
  if (promises & BOUNDED && !check_bounded(o)) return false;
  return !(promises & CERTIFIES) || check_certified(o);
}

static void add_totals(const outcome *o) {
  totals *t = &o->c->note->totals;
  t->runs++;
  t->overflowed += overflowed(o);
  t->timed += o->options->time != 0;
  t->late += gave_up(o);
  t->asked += (o->kind->promises & ANSWERS) != 0;
  t->refused += o->kind->promises & ANSWERS && is_refused(o);
  if (o->property || strcmp(o->kind->name, "bfs on") || o->answer->verdict != SV_HOLDS) return;
  t->full += o->c->truth.states;
  t->reduced += strtoull(o->answer->states, NULL, 10);
}

static bool check_outcome(const outcome *o) {
  if (o->answer->bug) return note_wrong(o->c->note, "bug", "%s", o->answer->bug);
  if (!check_sound(o) || !compare_traces(o->c, o->answer, o->options)) return false;
  add_totals(o);
  return overflowed(o) || gave_up(o) || check_promises(o);
}

// ---- setting up

static void set_options(sv_options *o, const char *text) {
  char copy[256], *save = NULL;
  sv_text why = {0};
  snprintf(copy, sizeof copy, "%s", text);
  for (char *flag = strtok_r(copy, " ", &save); flag; flag = strtok_r(NULL, " ", &save)) {
    const sv_option_info *info = sv_option_find(flag);
    REQUIRE(info, "no such option");
    const char *value = info->kind == SV_OPT_FLAG ? NULL : strtok_r(NULL, " ", &save);
    REQUIRE(sv_options_set(o, flag, value, &why), "the table has a wrong option");
  }
  sv_text_free(&why);
}

static sv_answer *run_with(const comparison *c, const run_kind *kind, sv_options *o,
                           sv_checkpoint *resumed, bool *stopped) {
  sv_limits limits =
      sv_limits_make(c->limit > 0 && o->time > 0 ? c->limit : (double)o->time, 0, NULL);
  sv_log log = {0};
  sv_run run = {.options = o, .limits = &limits, .log = &log, .resumed = resumed};
  if (kind->promises & LISTENS) run.exchange = liars_new(c->net, c->turn);
  sv_answer *a = sv_engine_run(sv_engine_find(kind->engine), c->model, &run);
  liars_free(run.exchange);
  *stopped = limits.hit == SV_CAUSE_INTERRUPTED;
  return a;
}

// ---- stopped and resumed

enum { MOST_STOPS = 3 };

static uint32_t steps_of(const sv_finding *f) { return f->trace ? f->trace->steps.n : 0; }

static bool same_answer(const comparison *c, const sv_answer *a, const sv_answer *b) {
  if (a->verdict != b->verdict || a->depth != b->depth || strcmp(a->states, b->states) ||
      strcmp(a->transitions, b->transitions))
    return note_wrong(c->note, "resumed",
                      "%s, %s states, %s transitions, depth %" PRIu64
                      "; at once %s, %s, %s, %" PRIu64,
                      sv_verdict_text(a->verdict), a->states, a->transitions, a->depth,
                      sv_verdict_text(b->verdict), b->states, b->transitions, b->depth);
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *f = &a->findings.at[i], *g = &b->findings.at[i];
    if (f->verdict != g->verdict || steps_of(f) != steps_of(g))
      return note_wrong(c->note, "resumed", "property %u: %s by %u steps; at once %s, %u",
                        f->property, sv_verdict_text(f->verdict), steps_of(f),
                        sv_verdict_text(g->verdict), steps_of(g));
  }
  return true;
}

// Some place up to a little behind the end.
static int64_t place_to_stop(const comparison *c, uint32_t turn) {
  uint64_t most = c->truth.states + c->truth.states / 8 + 3;
  return 1 + (int64_t)(sv_mix64(c->turn * MOST_STOPS + turn + 1) % most);
}

static sv_answer *resume(comparison *c, const run_kind *kind, sv_options *o, bool *stopped) {
  sv_text why = {0};
  sv_checkpoint *from = sv_checkpoint_open(o->checkpoint, &why);
  sv_answer *a = NULL;
  if (!from || !sv_checkpoint_fits(from, c->model, o, &why))
    note_wrong(c->note, "resumed", "%s", sv_text_get(&why));
  else a = run_with(c, kind, o, from, stopped);
  sv_checkpoint_close(from);
  sv_text_free(&why);
  return a;
}

// What is stopped before all initial states are stored leaves no file.
static sv_answer *run_in_pieces(comparison *c, const run_kind *kind, sv_options *o) {
  char *path = compare_path(c, "resumed.ckpt");
  sv_text why = {0};
  sv_options_set(o, "--checkpoint", path, &why);
  remove(path);
  o->stop_after = place_to_stop(c, 0);
  bool stopped;
  sv_answer *a = run_with(c, kind, o, NULL, &stopped);
  for (uint32_t turn = 1; a && stopped; turn++) {
    bool written = !access(path, R_OK);
    sv_answer_free(a);
    o->stop_after = turn < MOST_STOPS ? place_to_stop(c, turn) : 0;
    a = written ? resume(c, kind, o, &stopped) : run_with(c, kind, o, NULL, &stopped);
  }
  remove(path);
  sv_free(path);
  sv_text_free(&why);
  return a;
}

static sv_answer *run_resumed(comparison *c, const run_kind *kind, sv_options *o) {
  bool stopped;
  sv_answer *whole = run_with(c, kind, o, NULL, &stopped), *a = run_in_pieces(c, kind, o);
  if (a && !a->bug) same_answer(c, a, whole);
  sv_answer_free(whole);
  return a;
}

static bool run_once(comparison *c, const run_kind *kind, uint32_t property) {
  sv_options options;
  sv_options_init(&options);
  compare_options(c, &options);
  set_options(&options, kind->options);
  const char *device = getenv("SELVAGE_DEVICE");  // script/test gpu
  sv_text why = {0};
  if (device) REQUIRE(sv_options_set(&options, "--device", device, &why), "no such device");
  if (property)
    sv_options_set(&options, "--property",
                   sv_names_get(c->model->names, c->model->properties.at[property].name), &why);
  bool stopped;
  sv_answer *answer = kind->promises & RESUMES ? run_resumed(c, kind, &options)
                                               : run_with(c, kind, &options, NULL, &stopped);
  outcome o = {c, kind, &options, property, answer};
  bool good = answer && !note_is_wrong(c->note) && check_outcome(&o);
  if (answer) sv_answer_free(answer);
  sv_options_free(&options);
  sv_text_free(&why);
  return good;
}

static bool is_recurrence(const comparison *c, uint32_t p) {
  return c->model->properties.at[p].kind == SV_PROP_RECURRENCE;
}

static bool has_recurrences(const comparison *c) {
  for (uint32_t p = 1; p < c->model->properties.n; p++)
    if (is_recurrence(c, p)) return true;
  return false;
}

static bool run_kind_of(comparison *c, const run_kind *kind) {
  bool about_cycles = kind->promises & INFINITE;
  if (about_cycles != has_recurrences(c)) return true;
  if (!(kind->promises & SINGLE))
    return note_where(c->note, "%s", kind->name), run_once(c, kind, 0);
  uint32_t n = c->model->properties.n;
  for (uint32_t p = 1; p < n; p += about_cycles ? 1 : 1 + n / MOST_SINGLE) {
    if (about_cycles && !is_recurrence(c, p)) continue;
    note_where(c->note, "%s", kind->name);
    if (!run_once(c, kind, p)) return false;
  }
  return true;
}

// One in `rotate` of those that are wanted; the next model gets the next ones.
static bool run_all(comparison *c) {
  uint64_t wanted = c->turn;
  for (size_t i = 0; i < SV_COUNT(runs); i++)
    if (compare_wants(c, runs[i].name) && (!c->rotate || !(wanted++ % c->rotate)) &&
        !run_kind_of(c, &runs[i]))
      return false;
  return true;
}

// ---- the oracle, with the machine, the rules and the flat system beside it

typedef struct {
  comparison *c;
  machine_check *machine, *generated;  // or NULL
  rules_check *rules;                  // or NULL
  flat_check *flat;                    // or NULL
} beside;

static bool check_beside(void *context, sv_exec *x, const sv_state *state, const sv_steps *steps) {
  const beside *b = context;
  note_where(b->c->note, "machine");
  if (b->machine && !machine_check_state(b->machine, x, state, steps)) return false;
  note_where(b->c->note, "generated");
  if (b->generated && !machine_check_state(b->generated, x, state, steps)) return false;
  note_where(b->c->note, "rules");
  if (b->rules && !rules_check_state(b->rules, state)) return false;
  note_where(b->c->note, "flat");
  if (b->flat && !flat_check_state(b->flat, state)) return false;
  note_where(b->c->note, "oracle");
  return true;
}

static void explore(comparison *c) {
  beside b = {.c = c};
  oracle_limits limits = {c->states, MOST_TRANSITIONS};
  if (compare_wants(c, "machine")) b.machine = machine_check_new(c, false);
  note_where(c->note, "generated");
  if (compare_wants(c, "generated")) b.generated = machine_check_new(c, true);
  if (compare_wants(c, "rules")) b.rules = rules_check_new(c);
  if (compare_wants(c, "flat")) b.flat = flat_check_new(c);
  note_where(c->note, "oracle");
  c->truth = oracle_explore(
      c->net, limits, b.machine || b.generated || b.rules || b.flat ? check_beside : NULL, &b);
  if (b.machine && !c->truth.too_large && !note_is_wrong(c->note)) {
    note_where(c->note, "machine");
    machine_check_initials(b.machine);
  }
  if (b.generated && !c->truth.too_large && !note_is_wrong(c->note)) {
    note_where(c->note, "generated");
    machine_check_initials(b.generated);
  }
  machine_check_free(b.machine);
  machine_check_free(b.generated);
  rules_check_free(b.rules);
  flat_check_free(b.flat);
  if (c->truth.wrong) note_wrong(c->note, "oracle", "passing states make a difference");
}

// The oracle sees finite runs only.
static bool explore_infinite(comparison *c) {
  if (!has_recurrences(c)) return true;
  note_where(c->note, "infinite");
  infinite *x = infinite_new(c->net);
  for (uint32_t p = 1; x && p < c->net->properties.n; p++) {
    bool cut = true;
    if (is_recurrence(c, p) && infinite_violated(x, p, &cut)) c->truth.violated.at[p] = 0;
    if (!cut) sv_bits_add(&c->uncut, p);
  }
  infinite_free(x);
  return x != NULL;
}

static void count(const comparison *c) {
  totals *t = &c->note->totals;
  bool violated = false;
  for (uint32_t p = 1; p < c->truth.violated.n; p++) {
    violated |= c->truth.violated.at[p] != ORACLE_NEVER;
    t->recurrences += is_recurrence(c, p);
    t->broken += is_recurrence(c, p) && c->truth.violated.at[p] != ORACLE_NEVER;
  }
  t->models++;
  t->states += c->truth.states;
  t->transitions += c->truth.transitions;
  t->violated += violated;
  t->cut += c->truth.cut;
}

static compare_end compare_engines(comparison *c) {
  explore(c);
  if (note_is_wrong(c->note)) return COMPARE_DONE;
  if (c->truth.too_large || !explore_infinite(c)) return COMPARE_TOO_LARGE;
  count(c);
  if (!run_all(c)) return COMPARE_DONE;
  if (compare_wants(c, "interface") && !compare_interface(c)) return COMPARE_DONE;
  if (compare_wants(c, "certificate") && !has_recurrences(c)) compare_certificate(c);
  return COMPARE_DONE;
}

static compare_end compare_net(comparison *c) {
  sv_text why = {0};
  note_where(c->note, "net");
  sv_net_options options = {
      .threads = c->bounds.threads, .pool = c->bounds.pool, .most_actions = MOST_ACTIONS};
  c->net = sv_net_new(c->model, options, &why);
  sv_text_free(&why);
  sv_bits_init(&c->uncut, c->model->properties.n);
  compare_end end = c->net ? compare_engines(c) : COMPARE_TOO_LARGE;
  sv_bits_free(&c->uncut);
  oracle_free(&c->truth);
  sv_net_free(c->net);
  return end;
}

static bool is_valid(comparison *c) {
  sv_diags *diags = sv_diags_new(c->model->sources);
  note_where(c->note, "validate");
  bool valid = sv_model_validate(c->model, diags);
  if (!valid) {
    sv_text text = {0};
    sv_diags_render(diags, &text);
    note_wrong(c->note, "invalid", "%s", sv_text_get(&text));
    sv_text_free(&text);
  }
  sv_diags_free(diags);
  return valid;
}

// The text form is looked at before and after: engines must not change it.
compare_end compare_model(comparison *c) {
  if (!is_valid(c)) return COMPARE_INVALID;
  if (!compare_text(c)) return COMPARE_DONE;
  compare_end end = compare_net(c);
  if (end == COMPARE_DONE && !note_is_wrong(c->note)) compare_text(c);
  return end;
}
