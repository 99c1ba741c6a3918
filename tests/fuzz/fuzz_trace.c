// fuzz_trace.c -- the reader of JSON traces.
//
// The input is taken as a trace file of a fixed model: it is read, its options
// are set, it is resolved and, if that works, replayed. Nothing of it need be
// true; the referee has to say so and nothing worse.

#include "fuzz/model.h"
#include "report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// clang-format off
static const char model_text[] =
  "enum colour = red green\n"
  "var x : int -1..2 = any\n"
  "var a : array 2 of bv 2 = (fill (array 2 of bv 2) 0)\n"
  "var r : ref = none\n"
  "queue q capacity 2 of colour, bool\n"
  "property never assertion\n"
  "property small invariant (<= x 1)\n"
  "property 'no deadlock' deadlock\n"
  "process P initial 1 pool 2 entry s\n"
  "  var l : bool = false\n"
  "  location s\n"
  "  location t end\n"
  "  action up\n"
  "    from s -> t\n"
  "    choice c : colour\n"
  "    choice b : bool\n"
  "    set x := (+ x 1)\n"
  "    set l := ?b\n"
  "    enqueue (queue q) : ?c ?b\n"
  "    start P with l := true\n"
  "  action back\n"
  "    from t -> s\n"
  "    guard (and l (< x 2))\n"
  "    dequeue (queue q)\n"
  "    set r := (queue q)\n"
  "    set (select a x) := 3\n"
  "  action fail\n"
  "    from t -> t\n"
  "    fails never\n"
  "end\n";
// clang-format on

static sv_net *make_net(void) {
  sv_text why = {0};
  sv_model *m = sv_model_new();
  if (!fuzz_read(m, "svm", model_text, sizeof model_text - 1)) fuzz_fail("not a model", model_text);
  sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
  if (!net) fuzz_fail("no net", sv_text_get(&why));
  return net;
}

static void set_options(const sv_trace_file *file) {
  sv_options options;
  sv_text why = {0};
  sv_options_init(&options);
  sv_trace_file_options(file, &options, &why);
  sv_options_free(&options);
  sv_text_free(&why);
}

static void replay(const sv_net *net, const sv_trace_file *file) {
  sv_text why = {0};
  sv_trace *trace = sv_trace_file_resolve(file, net, &why);
  if (trace) {
    sv_exec *exec = sv_exec_new(net);
    bool good = sv_trace_replay(exec, trace, NULL, NULL, &why);
    if (!good && !why.n) fuzz_fail("a trace was refused without a reason", "");
    sv_text text = {0};
    sv_options options;
    sv_options_init(&options);
    sv_style style = sv_style_of_file(&options);
    if (good) sv_report_trace(&style, net, trace, &text);
    sv_options_free(&options);
    sv_text_free(&text);
    sv_exec_free(exec);
    sv_trace_free(net, trace);
  }
  sv_text_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sv_net *net = make_net();
  sv_model *model = (sv_model *)(uintptr_t)net->model;
  sv_text why = {0}, text = {0};
  sv_text_bytes(&text, (const char *)data, size);
  sv_trace_file *file = sv_trace_file_read("trace.json", &text, &why);
  if (file) {
    set_options(file);
    replay(net, file);
  }
  sv_trace_file_free(file);
  sv_text_free(&text);
  sv_text_free(&why);
  sv_net_free(net);
  sv_model_free(model);
  return 0;
}
