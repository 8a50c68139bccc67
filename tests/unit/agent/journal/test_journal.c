/* Journals of runs: writing, truncated and damaged ones, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/journal/journal.h"
#include "agent/types/file/file.h"
#include "agent/types/types.h"
#include "base/file.h"

static char root[64];
static struct arena *arena;
static struct settings *settings;
static struct ral ral;
static char said[512];

static void listen(struct ral *of, enum log_level level, str source, str message)
{
  (void)of, (void)level, (void)source;
  snprintf(said, sizeof said, "%.*s", STR_FMT(message));
}

static void set(enum setting_id id, const char *text)
{
  struct buf error = BUF_HEAP;
  assert_true(settings_set(settings, id, str_of(text), &error));
  buf_free(&error);
}

static const char *in_root(const char *name) { return arena_printf(arena, "%s/%s", root, name).p; }

static int setup(void **state)
{
  (void)state;
  strcpy(root, "/tmp/ficelle-journal.XXXXXX");
  assert_non_null(mkdtemp(root));
  arena = arena_new();
  settings = settings_new();
  set(SETTING_journaldir, in_root("state/journal"));
  ral = (struct ral){.arena = arena, .types = ral_types, .settings = settings, .facts = &hash_empty, .log = listen};
  said[0] = '\0';
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  const char *command = arena_printf(arena, "rm -rf %s", root).p;
  assert_int_equal(system(command), 0);
  arena_free(arena);
  settings_free(settings);
  return 0;
}

static void write_text(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static str read_text(const char *path)
{
  struct buf text = BUF_IN(arena);
  assert_int_equal(file_read(path, 1 << 20, &text), 0);
  return buf_view(&text);
}

static struct ral_resource *file_resource(const char *path, bool force)
{
  struct ral_resource *r = ral_resource_new(&ral, ral_type_in_c(&ral, STR("file")), str_of(path));
  assert_true(ral_set(r, "path", value_str(str_of(path))));
  assert_true(ral_set(r, "ensure", value_str(STR("absent"))));
  if (force) assert_true(ral_set(r, "force", value_bool(true)));
  assert_true(ral_finish(r));
  return r;
}

static struct report *report_of(const char *uuid)
{
  struct report *rep = report_new(&ral);
  rep->transaction_uuid = str_of(uuid);
  rep->host = STR("h");
  return rep;
}

/* A run that changes the file by calling `change`. */
static void run(const char *uuid, struct ral_resource *r, void (*change)(const char *path))
{
  struct report *rep = report_of(uuid);
  const struct journal_about about = {0};
  struct journal *j = journal_new(&ral, rep, &about);
  assert_non_null(j);
  const struct ral_attribute *ensure = &r->type->attributes[ral_index(r->type, "ensure")];
  value current[64] = {{0}};
  report_status(rep, r);
  journal_before(j, r, ensure, current, 77);
  change(file_path(r));
  journal_changed(j, r);
  report_finish(rep);
  journal_end(j, rep);
}

static void remove_it(const char *path) { assert_int_equal(system(arena_printf(arena, "rm -r %s", path).p), 0); }

static struct journal_run *runs;
static uint32_t nruns;

static void read_all(void)
{
  str error;
  assert_true(journal_list(arena, settings, &runs, &nruns, &error));
}

static void test_nothing_changed(void **state)
{
  (void)state;
  struct report *rep = report_of("u-1");
  const struct journal_about about = {0};
  struct journal *j = journal_new(&ral, rep, &about);
  report_finish(rep);
  journal_end(j, rep);
  assert_int_not_equal(access(in_root("state"), F_OK), 0);
  read_all();
  assert_int_equal(nruns, 0);
  set(SETTING_journal_runs, "0");
  assert_null(journal_new(&ral, rep, &about));
}

static void test_file(void **state)
{
  (void)state;
  struct stat st;
  const char *path = in_root("f");
  write_text(path, "old");
  chmod(path, 0640);
  run("u-1", file_resource(path, false), remove_it);
  read_all();
  assert_int_equal(nruns, 1);
  assert_int_equal(runs[0].error.n, 0);
  assert_true(runs[0].ended && !runs[0].cut && !runs[0].running);
  assert_int_equal(runs[0].nchanges, 1);
  const struct journal_change *c = runs[0].changes[0];
  assert_true(c->finished && c->rule == RAL_UNDO_FILES && c->checked == 77);
  assert_int_equal(c->nbefore, 1);
  assert_true(str_eqz(c->before[0].kind, "file") && c->before[0].mode == 0640);
  assert_true(str_eqz(c->after[0].kind, "absent"));
  const char *object = arena_printf(arena, "%.*s/%.*s", STR_FMT(runs[0].directory), STR_FMT(c->before[0].object)).p;
  assert_true(str_eqz(read_text(object), "old"));
  assert_int_equal(stat(object, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0600);
  assert_int_equal(stat(in_root("state/journal"), &st), 0);
  assert_int_equal(st.st_mode & 07777, 0700);
  assert_ptr_equal(journal_change_of(&runs[0], arena_printf(arena, "file['%s']", path)), c);
  assert_null(journal_change_of(&runs[0], STR("File[/x]")));
}

static void test_directory(void **state)
{
  (void)state;
  const char *path = in_root("d");
  mkdir(path, 0750);
  mkdir(in_root("d/e"), 0700);
  write_text(in_root("d/e/f"), "deep");
  assert_int_equal(symlink("e/f", in_root("d/l")), 0);
  run("u-1", file_resource(path, true), remove_it);
  read_all();
  const struct journal_file *f = &runs[0].changes[0]->before[0];
  assert_true(str_eqz(f->kind, "directory") && f->lost.n == 0);
  assert_int_equal(f->nbelow, 3);
  bool link = false, file = false;
  for (uint32_t i = 0; i < f->nbelow; i++) {
    link = link || str_eqz(f->below[i].target, "e/f");
    file = file || (f->below[i].object.n > 0 && str_ends(f->below[i].path, STR("/d/e/f")));
  }
  assert_true(link && file);
}

static void test_limit(void **state)
{
  (void)state;
  struct buf big = BUF_IN(arena);
  str error;
  set(SETTING_journal_megabytes, "1");
  while (big.n < (1 << 20) + 1) buf_z(&big, "0123456789");
  assert_true(file_replace(arena, str_of(in_root("f")), buf_view(&big), 0600, &error));
  run("u-1", file_resource(in_root("f"), false), remove_it);
  read_all();
  const struct journal_file *f = &runs[0].changes[0]->before[0];
  assert_int_equal(f->object.n, 0);
  assert_true(str_eqz(f->lost, "its contents exceed the size limit of the journal"));
}

static void test_number_of_kept_runs(void **state)
{
  (void)state;
  set(SETTING_journal_runs, "3");
  for (int i = 1; i <= 5; i++) {
    write_text(in_root("f"), "x");
    run(arena_printf(arena, "u%d-1", i).p, file_resource(in_root("f"), false), remove_it);
  }
  read_all();
  assert_int_equal(nruns, 3);
  assert_int_equal(runs[0].number, 3);
  assert_int_equal(runs[2].number, 5);
  str error = STR_EMPTY;
  assert_ptr_equal(journal_find(arena, runs, nruns, STR("4"), &error), &runs[1]);
  assert_ptr_equal(journal_find(arena, runs, nruns, STR("u5-1"), &error), &runs[2]);
  assert_null(journal_find(arena, runs, nruns, STR("2"), &error));
  assert_true(str_eqz(error, "No journal of run 2 was found"));
}

static void test_ambiguous(void **state)
{
  (void)state;
  for (int i = 1; i <= 2; i++) {
    write_text(in_root("f"), "x");
    run(arena_printf(arena, "same-%d", i).p, file_resource(in_root("f"), false), remove_it);
  }
  read_all();
  str error = STR_EMPTY;
  assert_null(journal_find(arena, runs, nruns, STR("same"), &error));
  assert_true(str_eqz(error, "More than one run begins with same"));
}

/* Every prefix of a journal is read up to its last complete record, and every changed byte is detected. */
static void test_cut_and_damaged(void **state)
{
  (void)state;
  write_text(in_root("f"), "old");
  run("u-1", file_resource(in_root("f"), false), remove_it);
  const str whole = read_text(in_root("state/journal/1-u-1/journal"));
  size_t records = 0, seen = 0;
  for (size_t i = 0; i < whole.n; i++) records += whole.p[i] == '\n';
  assert_int_equal(records, 4);
  for (size_t n = 1; n <= whole.n; n++) {
    struct journal_run one = {0};
    str error = STR_EMPTY;
    const bool begun = str_index(whole, '\n', 0) < n;
    assert_int_equal(journal_parse(arena, str_sub(whole, 0, n), &one, &error), begun);
    if (!begun) continue;
    assert_int_equal(one.cut, whole.p[n - 1] != '\n');
    seen += !one.cut;
    assert_int_equal(one.ended, n == whole.n);
  }
  assert_int_equal(seen, records);
  for (size_t i = 0; i < str_index(whole, '\n', 0); i++) {
    struct journal_run one = {0};
    str error = STR_EMPTY;
    char *bad = arena_strz(arena, whole);
    bad[i] ^= 1;
    assert_false(journal_parse(arena, str_n(bad, whole.n), &one, &error));
    assert_true(str_starts(error, STR("line ")));
  }
}

static void test_foreign_files(void **state)
{
  (void)state;
  struct journal_run one = {0};
  str error = STR_EMPTY;
  assert_false(journal_parse(arena, STR_EMPTY, &one, &error));
  assert_true(str_eqz(error, "it is empty"));
  const char *json = "{\"is\":\"run\",\"format\":2}";
  const str text = arena_printf(arena, "%016llx %s\n", (unsigned long long)journal_hash(str_of(json)), json);
  assert_false(journal_parse(arena, text, &one, &error));
  assert_true(str_eqz(error, "line 1: not supported: format 2 of journals"));
}

static void test_cannot_be_created(void **state)
{
  (void)state;
  write_text(in_root("state"), "");
  write_text(in_root("f"), "old");
  run("u-1", file_resource(in_root("f"), false), remove_it);
  assert_string_equal(said, "Could not create the journal of the run: Not a directory; further changes of this run "
                            "cannot be undone");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_nothing_changed, setup, teardown),
    cmocka_unit_test_setup_teardown(test_file, setup, teardown),
    cmocka_unit_test_setup_teardown(test_directory, setup, teardown),
    cmocka_unit_test_setup_teardown(test_limit, setup, teardown),
    cmocka_unit_test_setup_teardown(test_number_of_kept_runs, setup, teardown),
    cmocka_unit_test_setup_teardown(test_ambiguous, setup, teardown),
    cmocka_unit_test_setup_teardown(test_cut_and_damaged, setup, teardown),
    cmocka_unit_test_setup_teardown(test_foreign_files, setup, teardown),
    cmocka_unit_test_setup_teardown(test_cannot_be_created, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
