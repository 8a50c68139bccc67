/* Data types in Ruby of modules and of the environment (lib/puppet/datatypes). Ruby reads the file and returns its
 * interface as Puppet code; after that the type is a definition like those in manifests. */
#include "compiler/compilation/call.h"
#include "base/check.h"
#include "compiler/environment/internal.h"
#include "compiler/restypes/restype.h"

/* --- reading a file --- */

static str text_field(struct arena *a, value description, const char *name)
{
  const value v = value_member(description, name);
  return v.kind == V_STRING ? arena_str(a, value_text(v)) : STR_EMPTY;
}

static const struct definition *read_datatype(struct compilation *c, const symbol *name, str path)
{
  struct environment *e = c->environment;
  c->ops->ruby_need(c, arena_printf(c->arena, "data type '%s'", name->text), path);
  const value args[] = {value_str(sym_str(name)), value_str(path)};
  const value told = c->ops->ruby(c, NULL, "load_datatype", args, 2, VALUE_UNDEF);
  struct definition *d = ARENA_NEW(e->generation, struct definition);
  d->kind = DEFINITION_ALIAS;
  d->name = name;
  d->written = text_field(e->generation, told, "name");
  d->file = arena_str(e->generation, path);
  d->in_ruby = value_truthy(value_member(told, "in_ruby"));
  d->ruby_class = text_field(e->generation, told, "class");
  d->program = environment_parse_interface(c, e->generation, text_field(e->generation, told, "interface"));
  d->body = d->program->body;
  ptrmap_put(&e->defined.aliases, name, d);
  return d;
}

/* --- finding a type --- */

/* Checks the directory before any file. If it is missing, as in most modules, only the directory is watched, and not a
 * file for each name. */
static bool has_datatypes(struct compilation *c, str directory)
{
  if (directory.n == 0) return false;
  const str path = environment_path_join(c->arena, directory, STR("lib/puppet/datatypes"));
  return environment_file(c->environment, path)->stat.kind == HOST_DIRECTORY;
}

static bool has_own_datatypes(struct compilation *c)
{
  struct environment *e = c->environment;
  if (e->modules.own_datatypes == DATATYPES_UNKNOWN) {
    e->modules.own_datatypes = has_datatypes(c, e->options.path) ? DATATYPES_THERE : DATATYPES_NONE;
  }
  return e->modules.own_datatypes == DATATYPES_THERE;
}

static const struct definition *datatype_below(struct compilation *c, const symbol *name, str directory)
{
  const str file = environment_path_of(c->arena, sym_str(name), ".rb");
  const str path = environment_path_in(c->arena, directory, STR("lib/puppet/datatypes"), file);
  return environment_file(c->environment, path)->stat.kind == HOST_FILE ? read_datatype(c, name, path) : NULL;
}

const struct definition *environment_datatype(struct compilation *c, const symbol *name)
{
  assert(name != NULL);
  const str text = sym_str(name);
  const size_t colons = str_find(text, STR("::"), 0);
  const str module = colons == SIZE_MAX ? STR_EMPTY : str_sub(text, 0, colons);
  const bool own = module.n == 0 || str_eqz(module, "environment");
  if (str_index(text, '/', 0) != SIZE_MAX) return NULL;
  if (own) return has_own_datatypes(c) ? datatype_below(c, name, c->environment->options.path) : NULL;
  const str directory = environment_module(c, module);
  return has_datatypes(c, directory) ? datatype_below(c, name, directory) : NULL;
}

/* Finds the modules with data types. A directory that is added later is detected with the next change of the
 * environment. */
static void find_modules(struct compilation *c)
{
  struct environment *e = c->environment;
  e->modules.with_datatypes.n = 0;
  for (struct module_walk w = {.e = e, .arena = c->arena}; environment_next_module(&w);) {
    const str path = environment_path_join(c->arena, w.directory, STR("lib/puppet/datatypes"));
    if (e->host->stat(e->host->ctx, path).kind != HOST_DIRECTORY) continue;
    if (!str_eq(environment_module(c, w.name), w.directory)) continue;
    str *kept = ARENA_NEW(e->generation, str);
    *kept = arena_str(e->generation, w.directory);
    ptrvec_push(&e->modules.with_datatypes, e->generation, kept);
  }
  e->modules.datatypes_found = true;
}

const struct definition *environment_datatype_of_any_module(struct compilation *c, const symbol *name)
{
  struct environment *e = c->environment;
  const str text = sym_str(name);
  if (str_find(text, STR("::"), 0) != SIZE_MAX || str_index(text, '/', 0) != SIZE_MAX) return NULL;
  if (restype_find(name) != NULL) return NULL; /* Puppet finds its resource types first */
  if (!e->modules.datatypes_found) find_modules(c);
  for (uint32_t i = 0; i < e->modules.with_datatypes.n; i++) {
    const str directory = *(const str *)e->modules.with_datatypes.items[i];
    /* The module's own name is that of its type set. */
    if (str_ends(directory, environment_path_join(c->arena, STR_EMPTY, text))) continue;
    const struct definition *d = datatype_below(c, name, directory);
    if (d != NULL) return d;
  }
  return NULL;
}
