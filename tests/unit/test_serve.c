// test_serve.c -- parts of the language server by themselves: places, edits, names, and what its jobs
// do, in this process, so that a sanitizer sees what they forget to free.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "serve/document.h"
#include "serve/work.h"
#include "unit/unit.h"

static void assert_round_trip(const sv_lines *l, size_t offset) {
  json_t *range = sv_lines_range(l, offset, offset);
  sv_position p;
  assert_true(sv_position_read(json_object_get(range, "start"), &p));
  assert_int_equal(sv_lines_offset(l, p), offset);
  json_decref(range);
}

static void positions_count_utf16(void **state) {
  static const char text[] = "a\xc3\xbc\xf0\x9f\x98\x80z\r\nb\rc\n";  // "aü😀z", "b", "c", ""
  sv_lines l = sv_lines_of(text, sizeof text - 1);
  (void)state;
  assert_int_equal(l.starts.n, 4);
  assert_int_equal(sv_lines_offset(&l, (sv_position){0, 2}), 3);
  assert_int_equal(sv_lines_offset(&l, (sv_position){0, 3}), 3);  // inside of the second half
  assert_int_equal(sv_lines_offset(&l, (sv_position){0, 4}), 7);
  assert_int_equal(sv_lines_offset(&l, (sv_position){0, 99}), 8);  // before the end of the line
  assert_int_equal(sv_lines_offset(&l, (sv_position){2, 0}), 12);
  assert_int_equal(sv_lines_offset(&l, (sv_position){9, 9}), sizeof text - 1);
  static const size_t letters[] = {0, 1, 3, 7, 8, 10, 11, 12, 13, 14};
  for (size_t i = 0; i < SV_COUNT(letters); i++) assert_round_trip(&l, letters[i]);
  json_t *inside = sv_lines_range(&l, 8, 9);  // between "\r" and "\n" is before both
  assert_true(json_equal(json_object_get(inside, "start"), json_object_get(inside, "end")));
  json_decref(inside);
  sv_lines_free(&l);
}

static void uris_are_paths(void **state) {
  (void)state;
  char *uri = sv_uri_of("/tmp/a b%\xc3\xbc.pml"), *path = sv_uri_path(uri);
  assert_string_equal(uri, "file:///tmp/a%20b%25%C3%BC.pml");
  assert_string_equal(path, "/tmp/a b%\xc3\xbc.pml");
  assert_null(sv_uri_path("untitled:x"));
  assert_null(sv_uri_path("file:///a%00b"));
  assert_null(sv_uri_path("file://"));
  sv_free(uri);
  sv_free(path);
}

static void provide_nothing(void *context, selvage *s) { (void)context, (void)s; }

// What the job tells last; it does its work right here.
static json_t *done(sv_job_fn *job, sv_work *work) {
  FILE *to = tmpfile();
  json_t *last = NULL;
  char *line = NULL;
  size_t room = 0;
  assert_non_null(to);
  work->s = selvage_new();
  work->provide = provide_nothing;
  job(work, fileno(to));
  rewind(to);
  while (getline(&line, &room, to) > 0) {
    json_decref(last);
    last = json_loads(line, JSON_ALLOW_NUL, NULL);
  }
  free(line);
  fclose(to);
  selvage_free(work->s);
  json_t *result = json_incref(json_object_get(last, "result"));
  json_decref(last);
  assert_non_null(result);
  return result;
}

static const char program[] = "int y = 0;\n"
                              "process p { int x = 1; x = y; }\n"
                              "process r { int x = 2; x = y + 1; }\n"
                              "property q: y == 0;\n";

static sv_work work_on(const char *text) {
  return (sv_work){.uri = "file:///a.proc", .name = "/a.proc", .text = text, .size = strlen(text)};
}

static uint32_t declared_at(const sv_document *d, const char *use) {
  uint32_t from, to;
  size_t at = (size_t)(strstr(d->text.at, use) - d->text.at);
  const sv_symbol *s = sv_document_at(d, at, &from, &to);
  assert_non_null(s);
  return s->from;
}

static void edit(sv_document *d, uint32_t line, uint32_t character, const char *text) {
  json_t *change =
      json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:s}", "range", "start", "line", line,
                "character", character, "end", "line", line, "character", character, "text", text);
  sv_document_edit(d, change);
  json_decref(change);
}

static void names_move_with_edits(void **state) {
  sv_work work = work_on(program);
  json_t *read = done(sv_work_read, &work);
  sv_document *d = sv_document_new("file:///a.proc", NULL, program, sizeof program - 1);
  (void)state;
  assert_int_equal(json_object_size(json_object_get(read, "notes")), 0);
  assert_string_equal(json_string_value(json_object_get(read, "language")), "proc");
  sv_document_learn(d, json_object_get(read, "index"));
  const char *first = strstr(program, "x = 1"), *second = strstr(program, "x = 2");
  assert_int_equal(declared_at(d, "x = y;"), first - program);
  assert_int_equal(declared_at(d, "x = y + 1"), second - program);
  assert_int_equal(declared_at(d, "y; }"), 4);
  edit(d, 0, 0, "// \xc3\xbc\n");
  edit(d, 3, 12, "  ");
  assert_int_equal(declared_at(d, "x = y;"), first - program + 6);
  assert_int_equal(declared_at(d, "x = y + 1"), second - program + 6 + 2);
  edit(d, 1, 4, " ");  // right before the name
  assert_int_equal(declared_at(d, "y; }"), 4 + 6 + 1);
  sv_document_free(d);
  json_decref(read);
}

static void jobs_free_what_they_take(void **state) {
  static const char *const texts[] = {program, "int x = ;\nprocess {", "",
                                      "process p { await false; }\n"};
  (void)state;
  for (size_t i = 0; i < SV_COUNT(texts); i++) {
    char folder[] = "/tmp/test_serve-XXXXXX";
    assert_non_null(mkdtemp(folder));
    sv_text trace = {0}, file = {0};
    sv_text_printf(&trace, "%s/run", folder);
    sv_work work = work_on(texts[i]);
    work.trace = sv_text_get(&trace);
    json_decref(done(sv_work_read, &work));
    json_t *answer = done(sv_work_check, &work);
    if (i == 3)
      assert_string_equal(json_string_value(json_object_get(answer, "answer")), "violated");
    json_decref(answer);
    json_decref(done(sv_work_simulate, &work));
    work.options = json_pack("[s]", "--engine");
    answer = done(sv_work_check, &work);
    assert_non_null(json_object_get(answer, "error"));
    json_decref(answer);
    json_decref((json_t *)work.options);
    static const char *const suffixes[] = {".txt", ".html", "-report.html"};
    for (size_t k = 0; k < SV_COUNT(suffixes); k++) {
      sv_text_printf(&file, "%s%s", sv_text_get(&trace), suffixes[k]);
      unlink(sv_text_get(&file));
      sv_text_free(&file);
    }
    assert_int_equal(rmdir(folder), 0);
    sv_text_free(&trace);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positions_count_utf16),
      cmocka_unit_test(uris_are_paths),
      cmocka_unit_test(names_move_with_edits),
      cmocka_unit_test(jobs_free_what_they_take),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
