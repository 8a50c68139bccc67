/* The locations of an entry of the hierarchy: paths, globs, URIs, and paths mapped from a variable. Paths are
 * interpolated, joined to the data directory like Ruby's Pathname, and watched, even if the file does not exist. */
#include "compiler/lookup/internal.h"
#include "base/check.h"

#include "base/array.h"
#include "compiler/lookup/glob.h"
#include "compiler/values/uri.h"

/* --- joining, as Ruby's Pathname#+ --- */

static str base_name(str path, str *rest)
{
  while (path.n > 1 && path.p[path.n - 1] == '/') path.n--;
  size_t at = path.n;
  while (at > 0 && path.p[at - 1] != '/') at--;
  *rest = str_sub(path, 0, at);
  return str_from(path, at);
}

static str first_name(str path)
{
  const size_t at = str_index(path, '/', 0);
  return at == SIZE_MAX ? path : str_sub(path, 0, at);
}

static str without_first(str path)
{
  size_t at = first_name(path).n;
  while (at < path.n && path.p[at] == '/') at++;
  return str_from(path, at);
}

str hiera_path_plus(struct arena *a, str base, str relative)
{
  if (relative.n > 0 && relative.p[0] == '/') return relative;
  for (;;) {
    while (str_eqz(first_name(relative), ".")) relative = without_first(relative);
    str rest, last = base_name(base, &rest);
    if (str_eqz(last, ".")) {
      base = rest;
      continue;
    }
    if (!str_eqz(first_name(relative), "..") || str_eqz(last, "..")) break;
    if (last.n > 0) base = rest;
    relative = without_first(relative);
  }
  while (base.n > 1 && base.p[base.n - 1] == '/') base.n--;
  if (relative.n == 0) return base;
  const bool root = base.n > 0 && base.p[base.n - 1] == '/';
  return arena_printf(a, "%.*s%s%.*s", STR_FMT(base), root ? "" : "/", STR_FMT(relative));
}

/* --- locations --- */

struct places {
  struct lookup_call *call;
  struct entry *entry;
  struct location *items;
  uint32_t n, cap;
};

static struct location *add(struct places *p, str original, str path)
{
  struct arena *a = p->call->c->arena;
  ARENA_ROOM(a, p->items, p->n, p->cap, 4);
  struct location *l = &p->items[p->n++];
  *l = (struct location){.original = original, .path = path, .context = {.entry = p->entry}};
  return l;
}

static bool exists(struct lookup_call *call, str path)
{
  return environment_file(call->c->environment, path)->stat.kind != HOST_NOTHING;
}

static void add_path(struct places *p, str datadir, str original, str extension, bool only_existing)
{
  struct lookup_call *call = p->call;
  struct arena *a = call->c->arena;
  str path = lookup_interpolate_text(call, original, false);
  if (extension.n > 0 && !str_ends(path, extension))
    path = arena_printf(a, "%.*s%.*s", STR_FMT(path), STR_FMT(extension));
  path = hiera_path_plus(a, datadir, path);
  const bool there = exists(call, path);
  if (only_existing && !there) return;
  add(p, original, path)->exists = there;
}

static void add_paths(struct places *p, str datadir, const value *paths, uint32_t n, str extension, bool only_existing)
{
  for (uint32_t i = 0; i < n; i++) add_path(p, datadir, value_text(paths[i]), extension, only_existing);
}

static void add_globs(struct places *p, str datadir, const value *globs, uint32_t n)
{
  struct lookup_call *call = p->call;
  for (uint32_t i = 0; i < n; i++) {
    const str pattern = hiera_path_plus(call->c->arena, datadir,
                                        lookup_interpolate_text(call, value_text(globs[i]), false));
    struct glob_result found = glob_find(call->c, pattern, false);
    for (uint32_t j = 0; j < found.n; j++) add(p, pattern, found.items[j])->exists = true;
  }
}

static void add_uris(struct places *p, const value *uris, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const str original = value_text(uris[i]);
    struct location *l = add(p, original, lookup_interpolate_text(p->call, original, false));
    str error;
    if (uri_parse(p->call->c->arena, l->path, &error) == NULL)
      lookup_fail(p->call, FAILED_IN_RUBY, "%.*s", STR_FMT(error));
    l->exists = l->is_uri = true;
  }
}

/* Removes the variable of mapped_paths from the variables on which the paths depend, since it is not a variable of the
 * scope. */
static void forget_variable(struct dependency_list *list, uint32_t from, str name)
{
  uint32_t kept = from;
  for (uint32_t i = from; list != NULL && i < list->n; i++) {
    if (!str_eq(list->items[i].name->root, name)) list->items[kept++] = list->items[i];
  }
  if (list != NULL) list->n = kept;
}

static void add_mapped(struct places *p, str datadir, str template, str name, value v)
{
  struct lookup_call *call = p->call;
  struct arena *a = call->c->arena;
  struct hash *locals = hash_new(a, 1);
  hash_put_str(locals, a, name, v);
  call->variables.locals = locals;
  const str path = hiera_path_plus(a, datadir, lookup_interpolate_text(call, template, false));
  call->variables.locals = NULL;
  add(p, template, path)->exists = exists(call, path);
}

static value pair_of(struct arena *a, const struct hash_entry *e)
{
  const value pair[] = {e->key, e->value};
  return array_of(a, pair, 2);
}

/* mapped_paths: [variable with several values, name for one of them, path that contains the name]. */
static void add_mapped_paths(struct places *p, str datadir, const value *triplet)
{
  struct lookup_call *call = p->call;
  const str name = value_text(triplet[1]), template = value_text(triplet[2]);
  const value v = lookup_variable(call, value_text(triplet[0]), STR("mapped_path[0]"));
  const uint32_t before = call->variables.collected != NULL ? call->variables.collected->n : 0;
  if (v.kind == V_STRING && v.length > 0) add_mapped(p, datadir, template, name, v);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++)
    add_mapped(p, datadir, template, name, v.array->items[i]);
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++)
    add_mapped(p, datadir, template, name, pair_of(call->c->arena, &v.hash->entries[i]));
  forget_variable(call->variables.collected, before, name);
}

/* --- paths of an entry of the hierarchy --- */

enum place_kind { PLACE_PATHS, PLACE_GLOBS, PLACE_URIS, PLACE_MAPPED };

static void add_places(struct places *p, enum place_kind kind, str datadir, const value *items, uint32_t n,
                       bool only_existing)
{
  switch (kind) {
  case PLACE_PATHS: add_paths(p, datadir, items, n, STR_EMPTY, only_existing); break;
  case PLACE_GLOBS: add_globs(p, datadir, items, n); break;
  case PLACE_URIS: add_uris(p, items, n); break;
  case PLACE_MAPPED: add_mapped_paths(p, datadir, items); break;
  }
}

void hiera_places(struct lookup_call *call, struct entry *e, const struct hash *said, str datadir, bool only_existing)
{
  assert_hot(e->provider != NULL && said != NULL);
  static const struct {
    const char *key;
    enum place_kind kind;
  } keys[] = {{"path", PLACE_PATHS}, {"paths", PLACE_PATHS}, {"glob", PLACE_GLOBS},         {"globs", PLACE_GLOBS},
              {"uri", PLACE_URIS},   {"uris", PLACE_URIS},   {"mapped_paths", PLACE_MAPPED}};
  struct places p = {.call = call, .entry = e};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const value *v = hash_get_str(said, str_of(keys[i].key));
    if (v == NULL) continue;
    const struct value_list list = value_list_of(v);
    /* An unknown variable in a path is only a warning. */
    call->variables.tolerant = true;
    add_places(&p, keys[i].kind, datadir, list.items, list.n, only_existing);
    call->variables.tolerant = false;
    e->located = true;
    break;
  }
  e->locations = p.items;
  e->n = p.n;
}

struct location *hiera_resolve_paths(struct lookup_call *call, struct entry *e, str datadir, value paths,
                                     bool only_existing, str extension, uint32_t *found)
{
  struct places p = {.call = call, .entry = e};
  const struct value_list list = value_list_of(&paths);
  add_paths(&p, datadir, list.items, list.n, extension, only_existing);
  *found = p.n;
  return p.items;
}
