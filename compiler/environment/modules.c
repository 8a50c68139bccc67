/* Modules: their directories, files and templates, and their Ruby code. A module is the first directory of its name in
 * the modulepath. Results are cached for the generation, also for files that do not exist. */
#include "compiler/environment/internal.h"
#include "base/check.h"

#include <stdint.h>

#include "compiler/values/ruby_text.h"

/* Puppet ignores directories with other names. */
static bool is_module_name(str name)
{
  if (name.n == 0 || !ascii_is_lower(name.p[0])) return false;
  for (size_t i = 1; i < name.n; i++) {
    if (!ascii_is_lower(name.p[i]) && !ascii_is_digit(name.p[i]) && name.p[i] != '_') return false;
  }
  return true;
}

/* Returns the error, or an empty text. Puppet ignores a module whose metadata.json lacks a required key. */
static str metadata_fault(struct compilation *c, str name, value all)
{
  static const char *const required[] = {"source", "author", "version", "license", "dependencies"};
  if (all.kind != V_HASH) {
    return arena_printf(c->arena, "The file metadata.json of the module %.*s must be a hash", STR_FMT(name));
  }
  for (size_t i = 0; all.hash->n > 0 && i < sizeof required / sizeof *required; i++) {
    const value *v = hash_get_str(all.hash, str_of(required[i]));
    if (v != NULL && v->kind != V_UNDEF) continue;
    return arena_printf(c->arena, "No %s module metadata provided for %.*s", required[i], STR_FMT(name));
  }
  const value *dependencies = hash_get_str(all.hash, STR("dependencies"));
  if (dependencies == NULL || dependencies->kind == V_ARRAY) return STR_EMPTY;
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out,
             "The value for the key dependencies in the file metadata.json of the module %.*s must be an "
             "array, not: '",
             STR_FMT(name));
  ruby_inspect(&out, *dependencies);
  buf_char(&out, '\'');
  return buf_view(&out);
}

/* Removes the number at the beginning of the text, with the dot after it. Larger numbers are 255. */
static uint8_t next_number(str *text)
{
  unsigned n = 0;
  size_t i = 0;
  for (; i < text->n && ascii_is_digit(text->p[i]); i++) n = n > 25 ? 255 : n * 10 + (unsigned)(text->p[i] - '0');
  *text = str_from(*text, i < text->n ? i + 1 : i);
  return n > 255 ? 255 : (uint8_t)n;
}

static struct module_version version_of(value all)
{
  const value *version = all.kind == V_HASH ? hash_get_str(all.hash, STR("version")) : NULL;
  struct module_version v = {0};
  if (version == NULL || version->kind != V_STRING) return v;
  str text = value_text(*version);
  v.major = next_number(&text);
  v.minor = next_number(&text);
  return v;
}

/* Reads the names of modules in the dependencies of metadata.json: AUTHOR-NAME or AUTHOR/NAME. */
static void read_dependencies(struct environment *e, struct module *m, value all)
{
  const value *list = all.kind == V_HASH ? hash_get_str(all.hash, STR("dependencies")) : NULL;
  if (list == NULL || list->kind != V_ARRAY) return;
  str *names = arena_array(e->generation, list->array->n, sizeof *names);
  for (uint32_t i = 0; i < list->array->n; i++) {
    const value one = list->array->items[i];
    const value *name = one.kind == V_HASH ? hash_get_str(one.hash, STR("name")) : NULL;
    if (name == NULL || name->kind != V_STRING) continue;
    str text = value_text(*name);
    size_t end = 0;
    while (end < text.n && text.p[end] != '-' && text.p[end] != '/') end++;
    if (end == text.n) continue;
    names[m->ndependencies++] = arena_str(e->generation, str_from(text, end + 1));
  }
  m->dependencies = names;
}

/* Whether a module can be used. metadata.json may be missing or unreadable. An error is reported once per generation,
 * because the result is cached. */
static bool metadata_is_fine(struct compilation *c, str name, struct module *m)
{
  struct environment *e = c->environment;
  const struct environment_file *f = environment_file(
    e, environment_path_join(c->arena, m->directory, STR("metadata.json")));
  str text, why;
  value all;
  if (f->stat.kind != HOST_FILE || !e->host->read_file(e->host->ctx, c->arena, f->path, &text, &why)) return true;
  if (value_read_json(c->arena, text, &all, &why)) {
    m->version = version_of(all);
    read_dependencies(e, m, all);
    const str fault = metadata_fault(c, name, all);
    if (fault.n > 0) compile_log(c, CLOG_ERR, STR_EMPTY, fault);
    return fault.n == 0;
  }
  static const enum compile_log_level levels[] = {
    [SEVERITY_IGNORE] = CLOG_DEBUG, [SEVERITY_WARNING] = CLOG_WARNING, [SEVERITY_ERROR] = CLOG_ERR};
  compile_log(c, levels[c->settings->strict], STR_EMPTY,
              arena_printf(c->arena, "%.*s has an invalid and unparsable metadata.json file. The parse error: %.*s",
                           STR_FMT(name), STR_FMT(why)));
  return c->settings->strict != SEVERITY_ERROR;
}

bool environment_next_module(struct module_walk *w)
{
  const struct environment_options *o = &w->e->options;
  while (w->next == w->n) {
    if (w->path == o->nmodulepath) return false;
    w->next = w->n = 0;
    w->e->host->list_directory(w->e->host->ctx, w->arena, o->modulepath[w->path++], &w->names, &w->n);
  }
  w->name = w->names[w->next++];
  w->directory = environment_path_join(w->arena, o->modulepath[w->path - 1], w->name);
  return true;
}

bool environment_next_own_module(struct module_walk *w)
{
  const str own = w->e->options.path;
  while (own.n > 0 && environment_next_module(w)) {
    /* Not a module of an environment whose name only begins like this one. */
    if (w->directory.n > own.n && str_starts(w->directory, own) &&
        (own.p[own.n - 1] == '/' || w->directory.p[own.n] == '/'))
      return true;
  }
  return false;
}

static const struct module *find_module(struct compilation *c, str name)
{
  struct environment *e = c->environment;
  void **slot = strmap_find(&e->modules.found, name);
  if (slot == NULL) {
    struct module *found = NULL;
    for (uint32_t i = 0; found == NULL && i < e->options.nmodulepath && is_module_name(name); i++) {
      str path = environment_path_join(e->generation, e->options.modulepath[i], name);
      if (environment_file(e, path)->stat.kind != HOST_DIRECTORY) continue;
      struct module m = {.directory = path};
      if (!metadata_is_fine(c, name, &m)) break; /* as in Puppet: no later directory is tried */
      found = ARENA_NEW(e->generation, struct module);
      *found = m;
    }
    strmap_put(&e->modules.found, arena_str(e->generation, name), found);
    return found;
  }
  return *slot;
}

str environment_module(struct compilation *c, str name)
{
  const struct module *m = find_module(c, name);
  return m != NULL ? m->directory : STR_EMPTY;
}

struct module_version environment_module_version(struct compilation *c, str name)
{
  const struct module *m = find_module(c, name);
  return m != NULL ? m->version : (struct module_version){0};
}

str environment_module_file(struct compilation *c, const char *kind, str reference)
{
  assert(kind != NULL);
  if (reference.n > 0 && reference.p[0] == '/') return reference;
  size_t slash = str_index(reference, '/', 0);
  if (slash == SIZE_MAX) return STR_EMPTY;
  str directory = environment_module(c, str_sub(reference, 0, slash));
  if (directory.n == 0) return STR_EMPTY;
  str path = environment_path_in(c->arena, directory, str_of(kind), str_from(reference, slash + 1));
  return environment_file(c->environment, path)->stat.kind == HOST_NOTHING ? STR_EMPTY : path;
}

struct ast_program *environment_template(struct compilation *c, str path)
{
  assert(path.n > 0);
  struct environment_file *f = environment_file(c->environment, path);
  environment_begin_use(c->environment, f);
  struct ast_program *p = environment_parse(c, f, true);
  if (p != NULL) return p;
  fail_error(&c->context, FAILURE_MISSING, "No such file or directory @ rb_sysopen - %.*s", STR_FMT(path));
}

/* --- Ruby --- */

/* Whether a file exists, without watching it: every name of a function call has one. Removes the path from the arena
 * again. */
static bool exists(struct compilation *c, str module, const char *folder, str file)
{
  const struct environment *e = c->environment;
  const str path = environment_path_in(c->arena, module, str_of(folder), file);
  const bool found = e->host->stat(e->host->ctx, path).kind == HOST_FILE;
  arena_trim(c->arena, (void *)(uintptr_t)path.p, path.n, 0);
  return found;
}

/* The kinds of functions to search; the newer one first. */
enum { NEWER_FUNCTIONS = 1, OLDER_FUNCTIONS = 2 };

/* Finds the function in the folders of a module or of the environment. The newer kind has priority. */
static struct ruby_file *function_in(struct compilation *c, str directory, str module, str file, unsigned kinds)
{
  static const char *const folders[] = {"lib/puppet/functions", "lib/puppet/parser/functions"};
  for (int old = 0; old < 2; old++) {
    if ((kinds & 1u << old) == 0) continue;
    if (!exists(c, directory, folders[old], file)) continue;
    struct environment *e = c->environment;
    struct ruby_file *f = ARENA_NEW(e->generation, struct ruby_file);
    f->path = environment_path_in(e->generation, directory, str_of(folders[old]), file);
    f->module = arena_str(e->generation, module);
    f->old = old;
    return f;
  }
  return NULL;
}

/* Finds the environment's own functions: those without a module's name, and those in the namespace `environment`, which
 * only the newer kind has. */
static struct ruby_file *search_own(struct compilation *c, str name, str file, unsigned kinds)
{
  const str directory = c->environment->options.path;
  const bool global = str_find(name, STR("::"), 0) == SIZE_MAX;
  if (directory.n == 0 || (!global && !str_starts(name, STR("environment::")))) return NULL;
  return function_in(c, directory, STR_EMPTY, file, global ? kinds : kinds & NEWER_FUNCTIONS);
}

/* Appends the functions in Ruby without a namespace of one folder of a module. */
static void list_functions(struct environment *e, str directory, str module, bool old)
{
  str *files;
  uint32_t n;
  const str folder = str_of(old ? "lib/puppet/parser/functions" : "lib/puppet/functions");
  const str path = environment_path_join(e->generation, directory, folder);
  if (!e->host->list_directory(e->host->ctx, e->generation, path, &files, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    if (!str_ends(files[i], STR(".rb"))) continue;
    struct ruby_file *f = ARENA_NEW(e->generation, struct ruby_file);
    *f = (struct ruby_file){.path = environment_path_join(e->generation, path, files[i]), .module = module, .old = old};
    bool made;
    void **slot = strmap_slot(e->modules.functions, str_sub(files[i], 0, files[i].n - 3), &made);
    struct ruby_file *last = made ? NULL : *slot;
    while (last != NULL && last->next != NULL) last = last->next;
    if (last == NULL) *slot = f;
    else last->next = f;
    const struct ruby_file *first = *slot;
    if (str_eq(first->module, module)) continue;
    for (struct ruby_file *each = *slot; each != NULL; each = each->next) each->shared = true;
  }
}

/* Returns all functions in Ruby without a namespace, in the order of modules. The folders are not watched, like the
 * files. */
static const struct strmap *global_functions(struct environment *e)
{
  if (e->modules.functions != NULL) return e->modules.functions;
  struct strmap seen;
  strmap_init(&seen, e->generation);
  e->modules.functions = ARENA_NEW(e->generation, struct strmap);
  strmap_init(e->modules.functions, e->generation);
  for (struct module_walk w = {.e = e, .arena = e->generation}; environment_next_module(&w);) {
    bool first;
    if (!is_module_name(w.name)) continue;
    strmap_slot(&seen, w.name, &first);
    if (!first) continue;
    list_functions(e, w.directory, w.name, false);
    list_functions(e, w.directory, w.name, true);
  }
  return e->modules.functions;
}

static struct ruby_file *search_modules(struct compilation *c, str name, str file, unsigned kinds)
{
  const size_t colons = str_find(name, STR("::"), 0);
  if (colons != SIZE_MAX) {
    const str module = str_sub(name, 0, colons), directory = environment_module(c, module);
    return directory.n == 0 ? NULL : function_in(c, directory, module, file, kinds & NEWER_FUNCTIONS);
  }
  struct ruby_file *f = strmap_get(global_functions(c->environment), name);
  while (f != NULL && (kinds & 1u << f->old) == 0) f = f->next;
  return f;
}

/* Returns the module that contains the file; empty: none. */
static str module_of_file(struct compilation *c, str file)
{
  const struct environment_options *o = &c->environment->options;
  for (uint32_t i = 0; i < o->nmodulepath; i++) {
    const str directory = o->modulepath[i];
    if (!str_starts(file, directory)) continue;
    str below = str_from(file, directory.n);
    if (!str_starts(below, STR("/")) && !str_ends(directory, STR("/"))) continue;
    while (str_starts(below, STR("/"))) below = str_from(below, 1);
    const size_t slash = str_index(below, '/', 0);
    return slash == SIZE_MAX ? STR_EMPTY : str_sub(below, 0, slash);
  }
  return STR_EMPTY;
}

static const struct ruby_file *of_module(const struct ruby_file *f, str module)
{
  while (f != NULL && !str_eq(f->module, module)) f = f->next;
  return f;
}

/* Of a function that several modules have, returns the one for calls in the file. */
static const struct ruby_file *visible_function(struct compilation *c, const struct ruby_file *all, str file)
{
  const str own = module_of_file(c, file);
  const struct module *m = own.n > 0 ? find_module(c, own) : NULL;
  const struct ruby_file *f = m != NULL ? of_module(all, own) : NULL;
  for (uint32_t i = 0; m != NULL && f == NULL && i < m->ndependencies; i++) f = of_module(all, m->dependencies[i]);
  return f != NULL ? f : all;
}

typedef struct ruby_file *search_fn(struct compilation *c, str name, str file, unsigned kinds);

static const struct ruby_file *function_file(struct compilation *c, str name, const char *folder, search_fn *search,
                                             unsigned kinds)
{
  struct environment *e = c->environment;
  if (name.n == 0 || str_index(name, '/', 0) != SIZE_MAX) return NULL;
  const str key = environment_path_join(c->arena, str_of(folder), name);
  void **slot = strmap_find(&e->modules.ruby_files, key);
  if (slot != NULL) return *slot;
  struct ruby_file *f = search(c, name, environment_path_of(c->arena, name, ".rb"), kinds);
  strmap_put(&e->modules.ruby_files, arena_str(e->generation, key), f);
  return f;
}

const struct ruby_file *environment_ruby_function(struct compilation *c, str name, str caller)
{
  const struct ruby_file *f = function_file(c, name, "functions", search_modules, NEWER_FUNCTIONS | OLDER_FUNCTIONS);
  return f != NULL && f->shared ? visible_function(c, f, caller) : f;
}

const struct ruby_file *environment_own_function(struct compilation *c, str name, bool old)
{
  return old ? function_file(c, name, "own older functions", search_own, OLDER_FUNCTIONS)
             : function_file(c, name, "own functions", search_own, NEWER_FUNCTIONS);
}

const struct ruby_file *environment_older_function(struct compilation *c, str name)
{
  const struct ruby_file *own = environment_own_function(c, name, true);
  return own != NULL ? own : function_file(c, name, "older functions", search_modules, OLDER_FUNCTIONS);
}

value environment_ruby_path(struct compilation *c)
{
  struct environment *e = c->environment;
  struct valuevec out = {0};
  for (struct module_walk w = {.e = e, .arena = c->arena}; environment_next_module(&w);) {
    const str lib = environment_path_join(c->arena, w.directory, STR("lib"));
    if (is_module_name(w.name) && e->host->stat(e->host->ctx, lib).kind == HOST_DIRECTORY)
      valuevec_push(&out, c->arena, value_str(lib));
  }
  return valuevec_array(&out, c->arena);
}

value environment_ruby_own(struct compilation *c)
{
  const str directory = c->environment->options.path;
  return directory.n == 0 ? VALUE_UNDEF : value_str(environment_path_join(c->arena, directory, STR("lib")));
}
