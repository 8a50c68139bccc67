/* The resource types of an environment: those of .resource_types, Puppet's own, and those of its modules in Ruby. Each
 * is read at its first use and lives as long as the generation. */
#include "compiler/environment/restypes.h"

#include "base/check.h"

#include <stdint.h>

/* Types that .resource_types cannot replace. */
static bool is_reserved(const symbol *name)
{
  return str_among(sym_str(name), "component exec file filebucket group node notify package resources schedule service "
                                  "stage tidy user whit");
}

/* --- lists of types --- */

static void list_module(struct environment *e, struct strmap *types, str module_directory)
{
  const struct host *h = e->host;
  str *files;
  uint32_t n;
  const str directory = environment_path_join(e->generation, module_directory, STR("lib/puppet/type"));
  if (!h->list_directory(h->ctx, e->generation, directory, &files, &n)) return;
  environment_file(e, directory);
  for (uint32_t i = 0; i < n; i++) {
    if (!str_ends(files[i], STR(".rb"))) continue;
    bool made;
    void **slot = strmap_slot(types, str_sub(files[i], 0, files[i].n - 3), &made);
    if (!made) continue;
    str *path = ARENA_NEW(e->generation, str);
    *path = environment_path_join(e->generation, directory, files[i]);
    *slot = path;
  }
}

/* Returns all types in Ruby: name of the type -> path. The first module in the modulepath has priority. The directories
 * are watched, so a new type in a module with types is detected as a change of the environment. */
const struct strmap *environment_ruby_types(struct compilation *c)
{
  struct environment *e = c->environment;
  if (e->restypes.ruby_files != NULL) return e->restypes.ruby_files;
  struct strmap *types = ARENA_NEW(e->generation, struct strmap);
  strmap_init(types, e->generation);
  for (struct module_walk w = {.e = e, .arena = e->generation}; environment_next_module(&w);) {
    if (w.name.n > 0 && w.name.p[0] != '.') list_module(e, types, w.directory);
  }
  return e->restypes.ruby_files = types;
}

/* --- finding --- */

static bool is_qualified(const symbol *name)
{
  return str_find(sym_str(name), STR("::"), 0) != SIZE_MAX || memchr(name->text, '/', name->length) != NULL;
}

static struct environment_file *static_file(struct compilation *c, const symbol *name)
{
  struct environment *e = c->environment;
  if (e->options.path.n == 0 || is_reserved(name)) return NULL;
  const str directory = environment_path_join(c->arena, e->options.path, STR(".resource_types"));
  if (environment_file(e, directory)->stat.kind != HOST_DIRECTORY) return NULL;
  if (memchr(name->text, '/', name->length) != NULL) return NULL;
  const str path = environment_path_join(c->arena, directory, environment_path_of(c->arena, sym_str(name), ".pp"));
  struct environment_file *f = environment_file(e, path);
  return f->stat.kind == HOST_FILE ? f : NULL;
}

/* As in Puppet, a generated type in .resource_types has priority over Puppet's own and over a module's, except for the
 * reserved names. */
static const struct restype *read_type(struct compilation *c, const symbol *name)
{
  struct environment_file *f = static_file(c, name);
  if (f != NULL) return restype_read_static(c, f, name);
  const struct restype *own = restype_find(name);
  if (own != NULL || is_qualified(name) || name->length == 0) return own;
  const str *path = strmap_get(environment_ruby_types(c), sym_str(name));
  return path != NULL ? restype_read_ruby(c, environment_file(c->environment, *path), name) : NULL;
}

const struct restype *environment_find_restype(struct compilation *c, const symbol *name)
{
  assert_hot(name != NULL);
  void **slot = ptrmap_find(&c->environment->restypes.found, name);
  if (slot != NULL) return *slot;
  context_enter(&c->context);
  const struct restype *t = read_type(c, name);
  context_leave(&c->context);
  /* A missing type is cached too: most names are those of defines. */
  ptrmap_put(&c->environment->restypes.found, name, (void *)t);
  return t;
}

/* --- metaparameters --- */

bool environment_is_metaparameter(struct compilation *c, const symbol *name)
{
  const struct ptrvec *added = &c->environment->restypes.metaparameters;
  for (uint32_t i = 0; i < added->n; i++) {
    if (added->items[i] == name) return true;
  }
  return restype_is_metaparameter(name);
}

void environment_add_metaparameter(struct compilation *c, const symbol *name)
{
  assert(name != NULL);
  if (environment_is_metaparameter(c, name)) return;
  ptrvec_push(&c->environment->restypes.metaparameters, c->environment->generation, (void *)name);
}

/* --- titles --- */

bool environment_try_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out,
                           str *fault)
{
  assert(t != NULL && out != NULL && fault != NULL);
  switch (restype_split_title(t, c->arena, title, out)) {
  case TITLE_SPLIT: return true;
  case TITLE_IN_RUBY: restype_split_in_ruby(c, t, title, out); return true;
  case TITLE_FITS_NONE:
    *fault = arena_printf(c->arena, "No set of title patterns matched the title \"%.*s\".", STR_FMT(title));
    return false;
  case TITLE_TAKES_TOO_LONG: break;
  }
  fail_error(&c->context, FAILURE_LIMIT, "The title patterns of the type %s take too long on '%.*s'", t->name->text,
             STR_FMT(title));
}

void environment_split_title(struct compilation *c, const struct restype *t, str title, struct title_parts *out)
{
  assert_hot(t != NULL && out != NULL);
  str fault;
  if (!environment_try_title(c, t, title, out, &fault)) {
    fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(fault));
  }
}
