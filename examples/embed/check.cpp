// check.cpp -- Selvage in a C++ program: checks the files that are named, with progress.
//
//   c++ check.cpp $(pkg-config --cflags --libs selvage) -o check && ./check race.bp
//
// Objects of the library become unique_ptrs; the order of their destruction, opposite to that of
// their creation, is the one that the library wants.

#include <selvage.h>

#include <iostream>
#include <memory>
#include <string>

struct deleter {
  void operator()(selvage *s) const { selvage_free(s); }
  void operator()(selvage_model *m) const { selvage_model_free(m); }
  void operator()(selvage_answer *a) const { selvage_answer_free(a); }
  void operator()(char *text) const { selvage_string_free(text); }
};
template <class T> using owned = std::unique_ptr<T, deleter>;

static int check(selvage *s, const char *path) {
  owned<selvage_model> model(selvage_load(s, path));
  std::cerr << selvage_model_messages(model.get());
  owned<selvage_answer> answer(selvage_check(s, model.get()));

  selvage_finding f;
  for (size_t i = 0; selvage_answer_finding(answer.get(), i, &f); i++) {
    const char *words[] = {"holds", "violated", "unknown"};
    std::cout << path << ": " << f.kind << " " << f.name << ": " << words[f.status];
    if (const selvage_trace *t = selvage_answer_trace(answer.get(), i))
      std::cout << " after " << selvage_trace_length(t) << " steps";
    if (f.reason) std::cout << ": " << f.reason;
    std::cout << "\n";
  }
  selvage_statistics n;
  selvage_answer_statistics(answer.get(), &n);
  if (n.engine) std::cout << "answered by " << n.engine << "\n";
  return selvage_answer_status(answer.get());
}

int main(int argc, char **argv) {
  owned<selvage> s(selvage_new());
  selvage_on_progress(
      s.get(),
      [](void *, const selvage_progress *p) {
        std::cerr << p->phase << ": " << p->seconds << " s\n";
      },
      nullptr);
  if (const char *wrong = selvage_set(s.get(), "--keep-going", nullptr)) {
    std::cerr << wrong << "\n";
    return SELVAGE_USAGE;
  }
  int worst = SELVAGE_HOLDS;
  for (int i = 1; i < argc; i++) worst = selvage_worse_status(worst, check(s.get(), argv[i]));
  return worst;
}
