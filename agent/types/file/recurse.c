/* Generates resources for the files of a directory, when the turn of a `file` with `recurse` comes. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "agent/types/file/file.h"
#include "base/array.h"

enum { SOFT_MAX_FILES = 1000 };

/* One entry below a directory. */
struct entry {
  str relative; /* "a/b" */
  const char *path;
  struct stat st;
};

struct walk {
  struct ral_resource *r;
  struct entry *entries;
  uint32_t n, cap;
};

static bool is_ignored(struct ral_resource *r, const char *name)
{
  const value v = ral_value(r, "ignore");
  for (uint32_t i = 0; v.kind != V_UNDEF && i < (v.kind == V_ARRAY ? v.array->n : 1); i++) {
    const str pattern = ral_to_s(r->ral->arena, v.kind == V_ARRAY ? v.array->items[i] : v);
    if (fnmatch(arena_strz(r->ral->arena, pattern), name, FNM_PATHNAME | FNM_PERIOD) == 0) return true;
  }
  return false;
}

static bool follows(const struct walk *w) { return ral_is(ral_value(w->r, "links"), "follow"); }

static bool look(struct walk *w, const char *path, struct stat *st)
{
  return (follows(w) ? stat(path, st) : lstat(path, st)) == 0;
}

static void add(struct walk *w, str relative, const char *path, const struct stat *st)
{
  ARENA_ROOM(w->r->ral->arena, w->entries, w->n, w->cap, 64);
  w->entries[w->n++] = (struct entry){relative, path, *st};
}

/* Adds the entries of a directory. Fails for a dangling link that must be followed; skips files that were removed
 * meanwhile. */
static bool list(struct walk *w, DIR *d, const char *path, str relative)
{
  struct arena *a = w->r->ral->arena;
  const struct dirent *e;
  while ((e = readdir(d)) != NULL) {
    struct stat st;
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || is_ignored(w->r, e->d_name)) continue;
    const char *child = arena_printf(a, "%s/%s", strcmp(path, "/") == 0 ? "" : path, e->d_name).p;
    if (!look(w, child, &st)) {
      if (!follows(w)) continue;
      return ral_fail(w->r->ral, "%s @ rb_file_s_stat - %s", strerror(errno), child);
    }
    add(w, relative.n > 0 ? arena_printf(a, "%.*s/%s", STR_FMT(relative), e->d_name) : arena_str(a, str_of(e->d_name)),
        child, &st);
  }
  return true;
}

/* Walks the tree level by level, down to recurselimit. A directory that cannot be read counts as empty. */
static bool descend(struct walk *w, const char *path, str relative, int64_t depth)
{
  const value limit = ral_value(w->r, "recurselimit");
  if (limit.kind == V_INT && depth > limit.integer) return true;
  DIR *d = opendir(path);
  if (d == NULL) return true;
  const uint32_t first = w->n;
  bool ok = list(w, d, path, relative);
  closedir(d);
  for (uint32_t i = first, end = w->n; i < end && ok; i++) {
    if (S_ISDIR(w->entries[i].st.st_mode)) ok = descend(w, w->entries[i].path, w->entries[i].relative, depth + 1);
  }
  return ok;
}

bool file_check_entries(struct ral_resource *r, str path, uint32_t n, int64_t limit)
{
  if (limit > 0 && n > limit) {
    return ral_fail(r->ral,
                    "The directory '%.*s' contains %u entries, which exceeds the limit of %lld specified by the "
                    "max_files parameter for this resource. The limit may be increased, but be aware that large number "
                    "of file resources can result in excessive resource consumption and degraded performance. Consider "
                    "using an alternate method to manage large directory trees",
                    STR_FMT(path), n, (long long)limit);
  }
  if (limit == 0 && n > SOFT_MAX_FILES) {
    ral_log_run(
      r->ral, LOG_LEVEL_WARNING,
      "The directory '%.*s' contains %u entries, which exceeds the default soft "
      "limit %d and may cause excessive resource consumption and degraded performance. To remove this warning "
      "set a value for `max_files` parameter or consider using an alternate method to manage large directory "
      "trees",
      STR_FMT(path), n, SOFT_MAX_FILES);
  }
  return true;
}

static bool walk(struct ral_resource *r, const char *path, struct walk *w, bool *there)
{
  struct stat st;
  *w = (struct walk){.r = r};
  *there = look(w, path, &st);
  if (!*there) return true;
  if (S_ISDIR(st.st_mode) && !descend(w, path, STR_EMPTY, 1)) return false;
  const int64_t limit = atoll(arena_strz(r->ral->arena, ral_to_s(r->ral->arena, ral_value(r, "max_files"))));
  return file_check_entries(r, str_of(path), w->n, limit);
}

/* --- the generated resources --- */

struct children {
  struct ral_resource *maker;
  struct strmap by_name; /* relative path -> struct ral_resource * */
};

/* Makes a resource with the attributes that it inherits from the maker. */
static struct ral_resource *child(struct children *c, str relative)
{
  static const char *const own[] = {"path",  "ensure", "recurse", "recurselimit", "max_files", "target",
                                    "alias", "source", "name",    "provider",     NULL};
  struct ral *ral = c->maker->ral;
  bool made;
  void **slot = strmap_slot(&c->by_name, relative, &made);
  if (!made) return *slot;
  const char *above = file_path(c->maker);
  const str path = arena_printf(ral->arena, "%s/%.*s", strcmp(above, "/") == 0 ? "" : above, STR_FMT(relative));
  struct ral_resource *r = ral_resource_new(ral, c->maker->type, path);
  ral_copy_metaparameters(r, c->maker);
  r->provider = c->maker->provider;
  *slot = r;
  if (!ral_set(r, "path", value_str(path))) return NULL;
  for (uint32_t i = 0; c->maker->item != NULL && i < c->maker->item->params->n; i++) {
    const struct hash_entry *e = &c->maker->item->params->entries[i];
    const char *name = arena_strz(ral->arena, value_text(e->key));
    bool skip = e->value.kind == V_UNDEF || ral_index(r->type, name) < 0;
    for (int k = 0; own[k] != NULL; k++) skip = skip || strcmp(own[k], name) == 0;
    if (!skip && !ral_set(r, name, e->value)) return NULL;
  }
  return r;
}

/* A path "a/b" without parts that could lead out of the directory. */
static bool is_below(str relative)
{
  for (size_t at = 0; at <= relative.n;) {
    size_t end = str_index(relative, '/', at);
    if (end == SIZE_MAX) end = relative.n;
    const str part = str_sub(relative, at, end - at);
    if (part.n == 0 || str_eqz(part, ".") || str_eqz(part, "..") || memchr(part.p, '\0', part.n) != NULL) return false;
    at = end + 1;
  }
  return true;
}

static bool recurse_local(struct children *c)
{
  struct walk w;
  bool there;
  if (!walk(c->maker, file_path(c->maker), &w, &there)) return false;
  for (uint32_t i = 0; i < w.n; i++) {
    if (child(c, w.entries[i].relative) == NULL) return false;
  }
  return true;
}

/* Makes links to the files of another tree. */
static bool recurse_link(struct children *c)
{
  struct walk w;
  bool there;
  const char *target = arena_strz(c->maker->ral->arena, ral_value_text(c->maker, "target"));
  if (!walk(c->maker, target, &w, &there)) return false;
  if (there && !ral_set(c->maker, "ensure", value_str(STR("directory")))) return false;
  for (uint32_t i = 0; i < w.n; i++) {
    struct ral_resource *r = child(c, w.entries[i].relative);
    if (r == NULL) return false;
    if (S_ISDIR(w.entries[i].st.st_mode) ? !ral_set(r, "ensure", value_str(STR("directory")))
                                         : !ral_set(r, "ensure", value_str(STR("link"))) ||
                                             !ral_set(r, "target", value_str(str_of(w.entries[i].path))))
      return false;
  }
  return true;
}

/* Uses a server's metadata as the source of the generated file, so that they are not requested again. */
static bool take_record(struct children *c, str given, value record, bool *directory)
{
  struct ral *ral = c->maker->ral;
  struct file_source *s = ARENA_NEW(ral->arena, struct file_source);
  const value *name = record.kind == V_HASH ? hash_get_str(record.hash, STR("relative_path")) : NULL;
  const str relative = name != NULL ? ral_text(*name) : STR_EMPTY;
  s->given = given;
  if (!remote_record(ral, record, s)) return false;
  if (str_eqz(relative, ".")) {
    *directory = S_ISDIR(s->st.st_mode);
    file_state(c->maker)->source = s;
    return true;
  }
  if (!is_below(relative))
    return ral_fail(ral, "The server sent the file '%.*s', which is not below the directory", STR_FMT(relative));
  s->given = arena_printf(ral->arena, "%.*s/%.*s", STR_FMT(given), STR_FMT(relative));
  struct ral_resource *r = child(c, relative);
  if (r == NULL || !ral_set(r, "source", value_str(s->given))) return false;
  file_state(r)->source = s;
  return true;
}

/* Skips files that an earlier source has, too. */
static bool take_records(struct children *c, str given, const struct array *records, struct strmap *taken)
{
  bool directory = true;
  for (uint32_t i = 0; i < records->n && directory; i++) {
    const value record = records->items[i];
    const value *name = record.kind == V_HASH ? hash_get_str(record.hash, STR("relative_path")) : NULL;
    bool made;
    strmap_slot(taken, name != NULL ? ral_text(*name) : STR_EMPTY, &made);
    if (made && !take_record(c, given, record, &directory)) return false;
  }
  return true;
}

/* *found: the source exists, so later sources are skipped. */
static bool recurse_remote(struct children *c, str given, struct strmap *taken, bool *found)
{
  value records;
  const enum remote_found answer = remote_tree(c->maker, given, &records);
  if (answer == REMOTE_FAILED) return false;
  *found = answer == REMOTE_THERE && records.array->n > 0;
  return !*found || take_records(c, given, records.array, taken);
}

static bool recurse_source(struct children *c)
{
  struct ral *ral = c->maker->ral;
  const value sources = ral_value(c->maker, "source");
  const bool all = ral_is(ral_value(c->maker, "sourceselect"), "all");
  struct strmap taken;
  strmap_init(&taken, ral->arena);
  for (uint32_t i = 0; i < sources.array->n; i++) {
    const str given = value_text(sources.array->items[i]);
    const char *path;
    struct walk w;
    bool there, found = false;
    if (remote_is(ral, given)) {
      if (!recurse_remote(c, given, &taken, &found)) return false;
      if (found && !all) break;
      continue;
    }
    if (!source_path(ral, given, &path)) return false;
    if (path == NULL) continue;
    if (!walk(c->maker, path, &w, &there)) return false;
    if (!there) continue;
    for (uint32_t k = 0; k < w.n; k++) {
      bool made;
      strmap_slot(&taken, w.entries[k].relative, &made);
      if (!made) continue;
      struct ral_resource *r = child(c, w.entries[k].relative);
      const str source = arena_printf(ral->arena, "%.*s/%.*s", STR_FMT(given), STR_FMT(w.entries[k].relative));
      if (r == NULL || !ral_set(r, "source", value_str(source))) return false;
      file_state(r)->found = arena_printf(ral->arena, "%s/%.*s", path, STR_FMT(w.entries[k].relative)).p;
    }
    if (!all) break;
  }
  return true;
}

/* Files in the catalog, and all files below them, are not generated. */
static bool is_managed(const struct ral_resource *maker, str path)
{
  const struct ral *ral = maker->ral;
  for (str at = path; at.n > 1;) {
    struct ral_resource *known = ral_find(ral, "file", at);
    if (known != NULL && known != maker) return true;
    const char *slash = memrchr(at.p, '/', at.n);
    if (slash == NULL || (size_t)(slash - at.p) <= strlen(file_path(maker))) break;
    at.n = (size_t)(slash - at.p);
  }
  return false;
}

static int by_path(const void *x, const void *y)
{
  struct ral_resource *const *a = x, *const *b = y;
  return str_cmp((*a)->title, (*b)->title);
}

bool file_recurse(struct ral_resource *r, struct ral_list *out)
{
  const value how = ral_value(r, "recurse");
  const bool remote = ral_is(how, "remote");
  if (!remote && !value_is_true(how)) return true;
  struct children c = {.maker = r};
  strmap_init(&c.by_name, r->ral->arena);
  if (!remote && !recurse_local(&c)) return false;
  if (ral_setting(r, "target")->set ? !recurse_link(&c) : ral_setting(r, "source")->set && !recurse_source(&c))
    return false;
  for (uint32_t i = 0; i < c.by_name.n; i++) {
    struct ral_resource *one = c.by_name.entries[i].value;
    if (ral_flag(r, "purge") && !ral_setting(one, "source")->set && !ral_set(one, "ensure", value_str(STR("absent"))))
      return false;
    if (is_managed(r, one->title)) continue;
    if (!ral_finish(one)) return false;
    ral_list_add(out, one);
  }
  if (out->n > 1) qsort(out->items, out->n, sizeof *out->items, by_path);
  return true;
}
