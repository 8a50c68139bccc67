/* The resource type `tidy`: before the run it generates a file resource for each old, large or unwanted file. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "base/array.h"
#include "agent/types/file/file.h"
#include "base/file.h"
#include "compiler/values/ruby_text.h"

extern const struct ral_type ral_type_file;

/* --- finding --- */

struct found {
  str path;
  int64_t depth;
};

struct walk {
  struct ral_resource *r;
  struct found *items;
  uint32_t n, cap;
};

static void add(struct walk *w, str path, int64_t depth)
{
  ARENA_ROOM(w->r->ral->arena, w->items, w->n, w->cap, 64);
  w->items[w->n++] = (struct found){path, depth};
}

/* Adds the path itself and, level by level, everything below it. A directory that cannot be read counts as empty. */
static void descend(struct walk *w, str path, int64_t limit)
{
  add(w, path, 0);
  for (uint32_t i = 0; i < w->n; i++) {
    const struct found at = w->items[i];
    const char *name = arena_strz(w->r->ral->arena, at.path);
    struct stat st;
    const struct dirent *e;
    if (at.depth >= limit || lstat(name, &st) != 0 || !S_ISDIR(st.st_mode)) continue;
    DIR *d = opendir(name);
    while (d != NULL && (e = readdir(d)) != NULL) {
      if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
      add(w, arena_printf(w->r->ral->arena, "%s/%s", strcmp(name, "/") == 0 ? "" : name, e->d_name), at.depth + 1);
    }
    if (d != NULL) closedir(d);
  }
}

static bool find(struct walk *w)
{
  struct ral_resource *r = w->r;
  const value recurse = ral_value(r, "recurse"), most = ral_value(r, "max_files");
  const bool all = value_is_true(recurse);
  const str path = ral_value_text(r, "path");
  if (!all && recurse.kind != V_INT) {
    add(w, path, 0);
    return true;
  }
  descend(w, path, all ? INT64_MAX : recurse.integer);
  const uint32_t entries = w->n - 1;
  if (most.kind != V_INT) return ral_fail(r->ral, "comparison of String with 0 failed");
  return file_check_entries(r, path, entries, most.integer);
}

/* --- choosing --- */

static bool fits_pattern(struct ral_resource *r, str path)
{
  const value v = ral_value(r, "matches");
  const char *slash = memrchr(path.p, '/', path.n);
  const char *base = arena_strz(r->ral->arena, slash != NULL ? str_from(path, (size_t)(slash - path.p) + 1) : path);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    const char *pattern = arena_strz(r->ral->arena, ral_to_s(r->ral->arena, v.array->items[i]));
    if (fnmatch(pattern, base, FNM_PATHNAME) == 0) return true;
  }
  return v.kind == V_UNDEF;
}

static bool look(struct ral_resource *r, str path, struct stat *st)
{
  if (lstat(arena_strz(r->ral->arena, path), st) == 0) return true;
  if (errno == EACCES) ral_log(r, LOG_LEVEL_WARNING, "Could not stat; permission denied");
  else ral_log(r, LOG_LEVEL_DEBUG, "File does not exist");
  return false;
}

static bool is_unwanted(struct ral_resource *r, str path, time_t now)
{
  struct stat st;
  if (ral_find(r->ral, "file", path) != NULL || !look(r, path, &st)) return false;
  if (S_ISDIR(st.st_mode) && !ral_flag(r, "rmdirs")) return false;
  if (!fits_pattern(r, path)) return false;
  const value age = ral_value(r, "age"), size = ral_value(r, "size"), kind = ral_value(r, "type");
  const time_t then = ral_is(kind, "mtime") ? st.st_mtime : ral_is(kind, "ctime") ? st.st_ctime : st.st_atime;
  if (age.kind == V_INT && now - then >= age.integer) return true;
  if (size.kind == V_INT && st.st_size >= size.integer) return true;
  return age.kind != V_INT && size.kind != V_INT;
}

static struct ral_resource *removal(struct ral_resource *r, str path)
{
  struct ral_resource *file = ral_resource_new(r->ral, &ral_type_file, path);
  ral_copy_metaparameters(file, r);
  if (!ral_set(file, "path", value_str(path)) || !ral_set(file, "ensure", RAL_WORD(absent)) ||
      !ral_set(file, "backup", value_bool(false)) || !ral_set(file, "force", value_bool(true)) || !ral_finish(file)) {
    return NULL;
  }
  return file;
}

/* The last path first, so that a directory is empty when its turn comes. */
static int backwards(const void *x, const void *y)
{
  struct ral_resource *const *a = x, *const *b = y;
  return str_cmp((*b)->title, (*a)->title);
}

static bool generate(struct ral_resource *r, struct ral_list *out)
{
  struct walk w = {.r = r};
  struct stat st;
  const time_t now = time(NULL);
  if (!look(r, ral_value_text(r, "path"), &st)) return true;
  if (!find(&w)) return false;
  for (uint32_t i = 0; i < w.n; i++) {
    if (!is_unwanted(r, w.items[i].path, now)) continue;
    struct ral_resource *file = removal(r, w.items[i].path);
    if (file == NULL) return false;
    ral_log(r, LOG_LEVEL_DEBUG, "Tidying %.*s", STR_FMT(file->ref));
    ral_list_add(out, file);
  }
  if (out->n > 1) qsort(out->items, out->n, sizeof *out->items, backwards);
  if (out->n > 0) ral_log(r, LOG_LEVEL_NOTICE, "Tidying %u files", out->n);
  return true;
}

/* --- parameters --- */

/* An absolute path, or one relative to the current directory. */
static bool munge_path(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  str path = ral_text(*v);
  char here[4096];
  if (!ral_need_text_to_munge(r, a, *v)) return false;
  if ((path.n == 0 || path.p[0] != '/') && getcwd(here, sizeof here) != NULL) {
    path = arena_printf(r->ral->arena, "%s/%.*s", here, STR_FMT(path));
  }
  *v = value_str(file_expand_path(r->ral->arena, path));
  return true;
}

static bool munge_recurse(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  if (v->kind == V_INT) return true;
  if (str_eqz(text, "true") || str_eqz(text, "inf")) *v = value_bool(true);
  else if (str_eqz(text, "false")) *v = value_bool(false);
  else if (str_is_digits(text) && text.n < 18) *v = value_int(atoll(arena_strz(r->ral->arena, text)));
  else return ral_munging_failed(r, a, *v, "Invalid recurse value %.*s", STR_FMT(ral_inspect(r->ral->arena, *v)));
  return true;
}

static bool munge_matches(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const value recurse = ral_value(r, "recurse");
  (void)a;
  if (recurse.kind == V_UNDEF || (recurse.kind == V_BOOL && !recurse.boolean) ||
      (recurse.kind == V_INT && recurse.integer == 0)) {
    return ral_fail(r->ral, "Tidy can't use matches with recurse 0, false, or undef");
  }
  if (v->kind != V_ARRAY) *v = array_of(r->ral->arena, v, 1);
  return true;
}

/* "3d" -> 3 and 'd'. Puppet's expression takes the last digit of "30" as the unit. */
static bool with_unit(value v, int64_t *n, char *unit, char none)
{
  const str text = value_text_or_empty(v);
  const size_t digits = str_digits(text, 0);
  if (digits == 0 || digits > 17) return false;
  for (size_t i = digits; i < text.n; i++) {
    if (!ascii_is_word((unsigned char)text.p[i])) return false;
  }
  const size_t last = digits == text.n && digits > 1 ? digits - 1 : digits;
  *n = 0;
  for (size_t i = 0; i < last; i++) *n = *n * 10 + (text.p[i] - '0');
  *unit = last < text.n ? (char)ascii_lower((unsigned char)text.p[last]) : none;
  return true;
}

static bool munge_age(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  static const struct {
    char unit;
    int seconds;
  } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
  int64_t n;
  char unit;
  (void)a;
  if (!with_unit(*v, &n, &unit, 'd')) {
    return ral_fail(r->ral, "Invalid tidy age %.*s", STR_FMT(ral_to_s(r->ral->arena, *v)));
  }
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (units[i].unit != unit) continue;
    *v = value_int(n * units[i].seconds);
    return true;
  }
  return ral_fail(r->ral, "Invalid age unit '%c'", unit);
}

static bool munge_size(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  static const char units[] = "bkmgt";
  int64_t n;
  char unit;
  if (!with_unit(*v, &n, &unit, 'k')) {
    return ral_munging_failed(r, a, *v, "Invalid tidy size %.*s", STR_FMT(ral_to_s(r->ral->arena, *v)));
  }
  const char *found = strchr(units, unit);
  if (found == NULL) return ral_fail(r->ral, "Invalid size unit '%c'", unit);
  for (int k = (int)(found - units); k > 0; k--) n = n > INT64_MAX / 1024 ? INT64_MAX : n * 1024;
  *v = value_int(n);
  return true;
}

/* Puppet accepts only an existing bucket, and no bucket exists yet when it checks, so the result is always false. */
static bool munge_backup(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)r, (void)a;
  *v = value_bool(false);
  return true;
}

static const struct ral_word times[] = {{.name = "atime"}, {.name = "mtime"}, {.name = "ctime"}, {0}};
static const char *const numbers[] = {"^[0-9]+$", NULL};

static const struct ral_attribute attributes[] = {
  {.name = "path", .flags = RAL_NAMEVAR, .munge = munge_path},
  {.name = "recurse", .munge = munge_recurse},
  {.name = "max_files", .patterns = numbers, .fallback_value = RAL_INT_INIT(0)},
  {.name = "matches", .munge = munge_matches},
  {.name = "backup", .munge = munge_backup},
  {.name = "age", .munge = munge_age},
  {.name = "size", .munge = munge_size},
  {.name = "type", .words = times, .fallback_value = RAL_TEXT_INIT("atime")},
  {.name = "rmdirs", .flags = RAL_BOOLEAN, .words = ral_boolean_words},
  {0}};

const struct ral_type ral_type_tidy = {
  .name = "tidy", .flags = RAL_DEPTH_FIRST, .attributes = attributes, .generate = generate};
