/* SQL functions for queries: regular expressions, times as text, paths of facts. */
#include "base/json_write.h"
#include "indirector/store/internal.h"
#include "indirector/store/pattern.h"

static str argument(sqlite3_value *v)
{
  const char *p = (const char *)lib()->sqlite3_value_text(v);
  return p == NULL ? STR_EMPTY : str_n(p, (size_t)lib()->sqlite3_value_bytes(v));
}

static bool is_null(sqlite3_value *v) { return lib()->sqlite3_value_type(v) == SQLITE_NULL; }

static void give(sqlite3_context *c, str text)
{
  lib()->sqlite3_result_text64(c, text.p, text.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* --- x REGEXP pattern: the compiled pattern is cached, because it is the same for all rows --- */

struct kept_regex {
  struct arena *arena;
  const struct regex *re;
};

static void drop_regex(void *kept)
{
  struct kept_regex *k = kept;
  arena_free(k->arena);
}

static const struct regex *regex_of(sqlite3_context *c, int which, sqlite3_value *pattern)
{
  struct kept_regex *kept = lib()->sqlite3_get_auxdata(c, which);
  if (kept != NULL) return kept->re;
  struct arena *a = arena_new();
  str error;
  kept = ARENA_NEW(a, struct kept_regex);
  kept->arena = a;
  kept->re = pattern_compile(a, argument(pattern), &error);
  if (kept->re == NULL) {
    lib()->sqlite3_result_error(c, arena_printf(a, "invalid regular expression: %.*s", STR_FMT(error)).p, -1);
    arena_free(a);
    return NULL;
  }
  const struct regex *re = kept->re;
  lib()->sqlite3_set_auxdata(c, which, kept, drop_regex);
  return re;
}

static void fn_regexp(sqlite3_context *c, int n, sqlite3_value **v)
{
  (void)n;
  if (is_null(v[0]) || is_null(v[1])) return;
  const struct regex *re = regex_of(c, 0, v[0]);
  if (re == NULL) return;
  const enum regex_result r = regex_search(re, argument(v[1]), 0, NULL);
  if (r == REGEX_LIMIT) {
    lib()->sqlite3_result_error(c, "the regular expression takes too many steps", -1);
    return;
  }
  lib()->sqlite3_result_int(c, r == REGEX_MATCH);
}

/* --- times --- */

static void fn_time(sqlite3_context *c, int n, sqlite3_value **v)
{
  char out[32];
  (void)n;
  if (is_null(v[0])) return;
  const size_t length = store_time_format(lib()->sqlite3_value_int64(v[0]), out);
  give(c, str_n(out, length));
}

/* pdb_to_char(milliseconds, format) */
static void fn_to_char(sqlite3_context *c, int n, sqlite3_value **v)
{
  struct buf out = BUF_HEAP;
  (void)n;
  if (is_null(v[0])) return;
  pattern_time(&out, lib()->sqlite3_value_int64(v[0]), argument(v[1]));
  give(c, buf_view(&out));
  buf_free(&out);
}

/* --- paths of facts --- */

/* pdb_path(name, fullkey): '["os","release","major"]' of 'os' and '$.release.major', as in json_tree. */
static void fn_path(sqlite3_context *c, int n, sqlite3_value **v)
{
  struct buf out = BUF_HEAP;
  (void)n;
  buf_char(&out, '[');
  json_quote(&out, argument(v[0]));
  pattern_path(&out, argument(v[1]));
  buf_char(&out, ']');
  give(c, buf_view(&out));
  buf_free(&out);
}

static void drop_pattern(void *pattern) { arena_free(pattern_arena(pattern)); }

/* pdb_path_match(path, patterns, whole): compares element by element. */
static void fn_path_match(sqlite3_context *c, int n, sqlite3_value **v)
{
  struct path_pattern *p = lib()->sqlite3_get_auxdata(c, 1);
  const bool kept = p != NULL;
  (void)n;
  if (!kept) {
    struct arena *a = arena_new();
    str error;
    p = pattern_of_path(a, argument(v[1]), lib()->sqlite3_value_int64(v[2]) != 0, &error);
    if (p == NULL) {
      lib()->sqlite3_result_error(c, arena_printf(a, "invalid regular expression: %.*s", STR_FMT(error)).p, -1);
      arena_free(a);
      return;
    }
  }
  lib()->sqlite3_result_int(c, pattern_path_matches(p, argument(v[0])));
  if (!kept) lib()->sqlite3_set_auxdata(c, 1, p, drop_pattern);
}

bool store_add_functions(struct store *s)
{
  static const struct {
    const char *name;
    int arguments;
    void (*run)(sqlite3_context *, int, sqlite3_value **);
  } functions[] = {{"regexp", 2, fn_regexp},
                   {"pdb_time", 1, fn_time},
                   {"pdb_to_char", 2, fn_to_char},
                   {"pdb_path", 2, fn_path},
                   {"pdb_path_match", 3, fn_path_match}};
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (lib()->sqlite3_create_function_v2(s->db, functions[i].name, functions[i].arguments, flags, NULL,
                                          functions[i].run, NULL, NULL, NULL) != SQLITE_OK) {
      return false;
    }
  }
  return true;
}
