// Tests of lang/c/ir_read: the lines that the LLVM module writes, and lines that
// it never writes.

#include "lang/c/ir.h"
#include "unit/unit.h"

typedef struct {
  sv_model *model;
  c_program *program;
  sv_text why;
} reading;

static reading read_lines(const char *lines) {
  static const char text[] = "int x;\nint main(void) { return x; }\n";
  reading r = {.model = sv_model_new()};
  uint32_t file = sv_sources_add(r.model->sources, "test.c", text, strlen(text));
  r.program = c_ir_read(r.model, file, lines, &r.why);
  return r;
}

static void release(reading *r) {
  sv_text_free(&r->why);
  sv_model_free(r->model);
}

static const char good[] = "F test.c\n"
                           "G 0 x 0 1 0 4 1 1\n"
                           "C 0 i32 1 4 1\n"
                           "V 0 i32:7\n"
                           "D 0 main i32 1 1 2\n"
                           "B\n"
                           "I 0 i32 1 2 25 a%20b load @0+0\n"
                           "I 1 v 1 2 18 % ret $0\n"
                           "D 1 puts i32 0 0 0\n"
                           ".\n";

static void test_a_program(void **state) {
  SV_UNUSED(state);
  reading r = read_lines(good);
  assert_non_null(r.program);
  const c_program *p = r.program;
  assert_int_equal(p->objects, 1);
  assert_int_equal(p->functions, 2);
  assert_string_equal(p->object[0].name, "x");
  assert_int_equal(p->object[0].cell[0].first[0].value.bits, 7);
  assert_int_equal(p->object[0].span.begin, 0);
  const c_function *f = &p->function[0];
  assert_int_equal(f->blocks, 1);
  assert_int_equal(f->block[0].insts, 2);
  const c_inst *load = &f->block[0].inst[0];
  assert_int_equal(load->op, C_LOAD);
  assert_string_equal(load->name, "a b");
  assert_int_equal(load->operand[0].kind, C_ADDRESS);
  assert_ptr_equal(f->define[0], load);
  assert_int_equal(f->block[0].inst[1].op, C_RET);
  assert_false(p->function[1].defined);
  release(&r);
}

// Cut off after any number of bytes: a message, never a program.
static void test_every_beginning(void **state) {
  SV_UNUSED(state);
  for (size_t n = 0; n + 2 < sizeof good - 1; n++) {
    char *part = sv_strndup(good, n);
    reading r = read_lines(part);
    assert_null(r.program);
    assert_true(r.why.n > 0);
    release(&r);
    sv_free(part);
  }
}

static void test_other_lines(void **state) {
  SV_UNUSED(state);
  static const char *const bad[] = {
      "Z\n.\n",                                      // no such line
      "G 1 x 0 1 0 4 1 1\n.\n",                      // a number is left out
      "D 0 f v 1 0 0\nB\nI 0 v 0 0 0 % dance\n.\n",  // no such instruction
      "I 0 v 0 0 0 % ret\n.\n",                      // outside of a function
      "D 0 f v 1 0 0\nI 0 v 0 0 0 % ret\n.\n",       // outside of a block
      "G 0 x 0 1 0 four 1 1\n.\n",                   // no number
      "D 0 f v 1 0\n.\n",                            // a word is missing
      "D 0 f v 1 0 0 0\n.\n",                        // a word too many
  };
  for (size_t i = 0; i < SV_COUNT(bad); i++) {
    reading r = read_lines(bad[i]);
    if (r.program) fail_msg("read: %s", bad[i]);
    release(&r);
  }
}

static void test_complaint(void **state) {
  SV_UNUSED(state);
  reading r = read_lines("E not%20bitcode\n.\n");
  assert_null(r.program);
  assert_string_equal(sv_text_get(&r.why), "not bitcode");
  release(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_program),
      cmocka_unit_test(test_every_beginning),
      cmocka_unit_test(test_other_lines),
      cmocka_unit_test(test_complaint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
