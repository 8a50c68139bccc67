/* Finds definitions: in the tables of the environment, or in the files of the module that should have them (Puppet's
 * autoloader). A file is parsed once per generation, and all its definitions are registered. A name that is not found
 * is cached for the compilation only. If loading fails half-way, the tables are incomplete: `broken` makes the next
 * compilation begin a new generation. */
#include "compiler/environment/internal.h"

#include "base/check.h"
#include "compiler/environment/resource_type.h"

#include <stdint.h>
#include <stdlib.h>

/* --- the main manifests --- */

static void load_manifest(struct compilation *c, str path)
{
  struct environment *e = c->environment;
  struct environment_file *f = environment_file(e, path);
  struct ast_program *p = environment_parse(c, f, false);
  if (p != NULL) ptrvec_push(&e->defined.main->parts, e->generation, p);
}

static int by_path(const void *a, const void *b)
{
  const str *const *x = a, *const *y = b;
  return str_cmp(**x, **y);
}

/* All files below a directory whose names end so. Links to directories are not followed, since they may be cyclic.
 * `watched`: the directories are watched, so that new files are detected. */
static void list_files(struct compilation *c, str directory, const char *suffix, bool watched, struct ptrvec *out)
{
  struct environment *e = c->environment;
  const struct host *h = e->host;
  str *names;
  uint32_t n;
  if (watched) environment_file(e, directory);
  if (!h->list_directory(h->ctx, c->arena, directory, &names, &n)) return;
  context_enter(&c->context);
  for (uint32_t i = 0; i < n; i++) {
    if (names[i].n == 0 || names[i].p[0] == '.') continue;
    str path = environment_path_join(c->arena, directory, names[i]);
    const struct host_stat st = h->stat(h->ctx, path);
    if (st.kind == HOST_DIRECTORY && !h->is_link(h->ctx, path)) list_files(c, path, suffix, watched, out);
    if (!str_ends(names[i], str_of(suffix))) continue;
    str *kept = ARENA_NEW(c->arena, str);
    *kept = path;
    ptrvec_push(out, c->arena, kept);
  }
  context_leave(&c->context);
}

static void load_manifests(struct compilation *c)
{
  struct environment *e = c->environment;
  if (e->options.has_code) {
    struct environment_file *f = ARENA_NEW(e->generation, struct environment_file);
    f->path = STR_EMPTY;
    observer_phase_begin(c->observer, PHASE_PARSE);
    struct ast_program *p = environment_parse_text(c, f, STR_EMPTY, e->options.code, false);
    observer_phase_end(c->observer);
    ptrvec_push(&e->defined.main->parts, e->generation, p);
    return;
  }
  if (e->options.manifest.n == 0) return;
  const struct environment_file *f = environment_file(e, e->options.manifest);
  if (f->stat.kind != HOST_DIRECTORY) {
    if (f->stat.kind != HOST_NOTHING) load_manifest(c, e->options.manifest);
    return;
  }
  struct ptrvec all = {0};
  list_files(c, e->options.manifest, ".pp", true, &all);
  /* The order in which Puppet evaluates the manifests of a directory: by whole paths. */
  if (all.n > 1) qsort(all.items, all.n, sizeof *all.items, by_path);
  for (uint32_t i = 0; i < all.n; i++) load_manifest(c, *(str *)all.items[i]);
}

static void load_step(struct context *context, void *arg)
{
  (void)context;
  load_manifests(arg);
}

/* Runs the command config_version. After a failure the next compilation runs it again. */
static void find_version(struct compilation *c, struct arena *a)
{
  struct environment *e = c->environment;
  if (e->options.config_version.n == 0) return;
  str error;
  if (e->host->run(e->host->ctx, a, e->options.config_version, e->options.path, &e->version_text, &error)) return;
  e->broken = true;
  fail_message(&c->context, FAILURE_EVALUATION,
               arena_printf(c->arena, "Execution of config_version command `%.*s` failed: %.*s",
                            STR_FMT(e->options.config_version), STR_FMT(error)));
}

const struct definition *environment_load_main(struct compilation *c)
{
  struct environment *e = c->environment;
  if (e->defined.main_loaded) {
    for (uint32_t i = 0; i < e->files.by_path.n; i++) {
      struct environment_file *f = e->files.by_path.entries[i].value;
      if (f->is_main) environment_used(c, f);
    }
    /* Puppet recreates an uncached environment for each compilation, so it checks each time. */
    if (e->options.timeout_s == 0) find_version(c, e->missing.arena);
    return e->defined.main;
  }
  if (!context_protect(&c->context, load_step, c)) {
    e->broken = true;
    const str text = arena_printf(c->arena, "Could not parse for environment %.*s: %.*s", STR_FMT(e->options.name),
                                  STR_FMT(context_message(&c->context)));
    failure_enclose(&c->context.failure, text, (struct failure_place){0});
    fail_again(&c->context);
  }
  /* All manifests are parsed before the first is registered: after a syntax error nothing is defined. */
  for (uint32_t i = 0; i < e->defined.main->parts.n; i++) {
    struct ast_program *p = e->defined.main->parts.items[i];
    struct environment_file *f = p->source->file.n > 0 ? environment_file(e, p->source->file) : NULL;
    if (f != NULL) f->is_main = true;
    environment_register(c, p, f, STR_EMPTY);
  }
  find_version(c, e->generation);
  e->defined.main_loaded = true;
  return e->defined.main;
}

/* --- reading in advance --- */

/* Nothing that is read in advance is registered, so a file with an error has no effect until it is used. */

enum ahead { AHEAD_CODE, AHEAD_EPP, AHEAD_ERB };

/* The most important ones first: the time is limited. */
static const struct ahead_folder {
  const char *name, *suffix;
  enum ahead what;
  bool of_environment; /* the environment itself may have it, too */
} ahead_folders[] = {
  {"manifests", ".pp", AHEAD_CODE, false}, {"functions", ".pp", AHEAD_CODE, true},  {"types", ".pp", AHEAD_CODE, true},
  {"templates", ".epp", AHEAD_EPP, false}, {"templates", ".erb", AHEAD_ERB, false},
};

struct ahead_step {
  struct compilation *c;
  struct environment_file *file;
  enum ahead what;
};

static void read_step(struct context *context, void *arg)
{
  (void)context;
  const struct ahead_step *step = arg;
  struct environment_file *f = step->file;
  str error;
  if (f->parsed || f->erb != NULL) return;
  f->ahead = step->what == AHEAD_ERB ? environment_erb(step->c, f->path, &error) != NULL
                                     : environment_parse(step->c, f, step->what == AHEAD_EPP) != NULL;
}

static void list_folder(struct compilation *c, str directory, const struct ahead_folder *folder, struct ptrvec *out)
{
  const struct host *h = c->environment->host;
  const str path = environment_path_join(c->arena, directory, str_of(folder->name));
  if (h->stat(h->ctx, path).kind == HOST_DIRECTORY) list_files(c, path, folder->suffix, false, out);
}

/* Makes the entries of all files before it reads the first one: compilations write into entries, so they are kept
 * together, apart from the trees, whose memory processes share. */
static bool read_folder(struct compilation *c, const struct ptrvec *modules, const struct ahead_folder *folder,
                        int64_t until_ms)
{
  struct environment *e = c->environment;
  struct ptrvec all = {0};
  if (folder->of_environment) list_folder(c, e->options.path, folder, &all);
  for (uint32_t i = 0; i < modules->n; i++) {
    if (deadline_now_ms() >= until_ms) return false;
    list_folder(c, *(str *)modules->items[i], folder, &all);
  }
  for (uint32_t i = 0; i < all.n; i++) all.items[i] = environment_file(e, *(str *)all.items[i]);
  for (uint32_t i = 0; i < all.n; i++) {
    struct ahead_step step = {c, all.items[i], folder->what};
    if (deadline_now_ms() >= until_ms) return false;
    if (!context_protect(&c->context, read_step, &step)) e->broken = false;
  }
  return true;
}

void environment_preload(struct compilation *c, int64_t until_ms)
{
  struct ptrvec modules = {0};
  if (c->environment->options.path.n == 0) return;
  for (struct module_walk w = {.e = c->environment, .arena = c->arena}; environment_next_own_module(&w);) {
    str *kept = ARENA_NEW(c->arena, str);
    *kept = w.directory;
    ptrvec_push(&modules, c->arena, kept);
  }
  for (size_t i = 0; i < sizeof ahead_folders / sizeof *ahead_folders; i++)
    if (!read_folder(c, &modules, &ahead_folders[i], until_ms)) return;
}

bool environment_has_nodes(const struct environment *e) { return e->defined.node_list.n > 0; }

/* Finds the node by name, otherwise by the first matching regular expression in the order of declaration. NULL: not
 * found. */
static const struct definition *node_named(struct compilation *c, str name, struct regex_match *match)
{
  const struct environment *e = c->environment;
  const symbol *known = sym_known(name);
  const struct definition *d = known != NULL ? ptrmap_get(&e->defined.nodes, known) : NULL;
  match->n = 0;
  for (uint32_t i = 0; d == NULL && i < e->defined.node_list.n; i++) {
    const struct definition *candidate = e->defined.node_list.items[i];
    if (!candidate->is_regex) continue;
    const enum regex_result found = regex_search(candidate->regex, name, 0, match);
    if (found == REGEX_MATCH) return candidate;
    if (found == REGEX_LIMIT) {
      fail_error(&c->context, FAILURE_LIMIT, "The regular expression of a node takes too long on '%.*s'",
                 STR_FMT(name));
    }
  }
  match->n = 0;
  return d;
}

/* Puppet looks up `default` like any name, so a regular expression may match it, too. */
const struct definition *environment_find_node(struct compilation *c, str name, struct regex_match *match, str *matched)
{
  assert(match != NULL && matched != NULL);
  *matched = arena_lower(c->arena, name);
  const struct definition *d = node_named(c, *matched, match);
  if (d != NULL) return d;
  *matched = STR("default");
  return node_named(c, *matched, match);
}

/* --- classes and defines in modules --- */

/* Parses a file at its first use; NULL if it was used before, or does not exist. */
static struct ast_program *parse_file(struct compilation *c, str path)
{
  struct environment_file *f = environment_file(c->environment, path);
  if (f->parsed && !f->ahead) return NULL;
  environment_begin_use(c->environment, f);
  const bool there = f->stat.kind == HOST_FILE ||
                     f->stat.kind == HOST_OTHER; /* for a pipe, reading it reports the error */
  return there ? environment_parse(c, f, false) : NULL;
}

/* The same for a manifest of classes and defines, with Puppet's log message. */
static struct ast_program *import(struct compilation *c, str path)
{
  const struct environment_file *f = environment_file(c->environment, path);
  if (f->stat.kind == HOST_FILE && (!f->parsed || f->ahead)) {
    compile_debug(c, &log_parse, "importing '%.*s' in environment %.*s", STR_FMT(path),
                  STR_FMT(c->environment->options.name));
  }
  return parse_file(c, path);
}

/* With freeze_main the manifests of modules must not add code to main. As in Puppet even an empty file
 * counts as code. */
static void check_frozen(struct compilation *c, const struct ast_program *p)
{
  if (!c->settings->freeze_main) return;
  struct ast_list_of list = {.n = 1, .items = (ast *[]){p->body}};
  if (p->body->kind == AST_BLOCK) list = AST_AS(ast_list, p->body)->list;
  uint32_t i = 0;
  while (i < list.n && ast_is_definition(list.items[i]) && list.items[i]->kind != AST_TYPE_MAPPING) i++;
  if (i == list.n) return;
  c->environment->broken = true;
  fail_error(&c->context, FAILURE_EVALUATION,
             "Cannot have code outside of a class/node/define because 'freeze_main' is enabled");
}

/* Both are parsed before the first is registered, so that a syntax error in either leaves nothing defined. */
static void load_manifests_of_module(struct compilation *c, const str *paths, uint32_t n, str module)
{
  struct ast_program *programs[2];
  for (uint32_t i = 0; i < n; i++) programs[i] = import(c, paths[i]);
  for (uint32_t i = 0; i < n; i++) {
    if (programs[i] == NULL) continue;
    environment_register(c, programs[i], environment_file(c->environment, paths[i]), module);
    check_frozen(c, programs[i]);
  }
}

/* For a::b::c tries b/c.pp, then b.pp, then init.pp alone, all below manifests/ of the module a: a class may be in the
 * file of a namespace above it. init.pp is loaded before each of the others, as in Puppet. */
static const struct definition *load(struct compilation *c, const symbol *name, struct ptrmap *table)
{
  str text = sym_str(name);
  size_t end = str_find(text, STR("::"), 0);
  str module = str_sub(text, 0, end == SIZE_MAX ? text.n : end);
  str directory = environment_module(c, module);
  if (directory.n == 0) return NULL;
  const str manifests = environment_path_join(c->arena, directory, STR("manifests"));
  const str init = environment_path_join(c->arena, manifests, STR("init.pp"));
  str rest = end == SIZE_MAX ? STR_EMPTY : str_from(text, end + 2);
  for (;;) {
    str paths[2] = {init};
    if (rest.n > 0) paths[1] = environment_path_join(c->arena, manifests, environment_path_of(c->arena, rest, ".pp"));
    load_manifests_of_module(c, paths, rest.n > 0 ? 2 : 1, module);
    const struct definition *d = ptrmap_get(table, name);
    if (d != NULL) {
      compile_debug(c, &log_parse, "Automatically imported %s from %.*s%s%.*s into %.*s", name->text, STR_FMT(module),
                    rest.n > 0 ? "/" : "", STR_FMT(environment_path_of(c->arena, rest, "")),
                    STR_FMT(c->environment->options.name));
    }
    if (d != NULL || rest.n == 0) return d;
    size_t cut = 0;
    for (size_t at = 0; (at = str_find(rest, STR("::"), at)) != SIZE_MAX; at += 2) cut = at;
    rest = str_sub(rest, 0, cut);
  }
}

/* Classes and defines that Ruby code made. They belong to the compilation, since other compilations use the tables of
 * the environment. */
struct made_definitions {
  struct ptrmap classes, defines;
};

static struct ptrmap *made_of(struct made_definitions *made, enum definition_kind kind)
{
  return kind == DEFINITION_CLASS ? &made->classes : &made->defines;
}

void environment_make(struct compilation *c, struct definition *d)
{
  assert(d->kind == DEFINITION_CLASS || d->kind == DEFINITION_DEFINE);
  if (c->made == NULL) {
    c->made = ARENA_NEW(c->arena, struct made_definitions);
    ptrmap_init(&c->made->classes, c->arena);
    ptrmap_init(&c->made->defines, c->arena);
  }
  ptrmap_put(made_of(c->made, d->kind), d->name, d);
}

static struct ptrmap *table_of(struct environment *e, enum definition_kind kind)
{
  return kind == DEFINITION_CLASS ? &e->defined.classes : &e->defined.defines;
}

static const struct definition *loaded(struct compilation *c, enum definition_kind kind, const symbol *name)
{
  const struct definition *d = c->made == NULL ? NULL : ptrmap_get(made_of(c->made, kind), name);
  return d != NULL ? d : ptrmap_get(table_of(c->environment, kind), name);
}

const struct definition *environment_loaded(struct compilation *c, enum definition_kind kind, str name)
{
  assert(kind == DEFINITION_CLASS || kind == DEFINITION_DEFINE);
  return loaded(c, kind, environment_type_symbol(name));
}

static const struct definition *find(struct compilation *c, str name, enum definition_kind kind)
{
  const symbol *wanted = environment_type_symbol(name);
  const struct definition *d = loaded(c, kind, wanted);
  if (d != NULL) {
    environment_used(c, d->origin);
    return d;
  }
  struct environment *e = c->environment;
  struct ptrmap *missing = kind == DEFINITION_CLASS ? &e->missing.classes : &e->missing.defines;
  if (wanted->length == 0 || ptrmap_find(missing, wanted) != NULL) return NULL;
  context_enter(&c->context);
  d = load(c, wanted, table_of(e, kind));
  context_leave(&c->context);
  if (d == NULL) ptrmap_put(missing, wanted, e);
  return d;
}

const struct definition *environment_find_class(struct compilation *c, str name)
{
  return find(c, name, DEFINITION_CLASS);
}

const struct definition *environment_find_define(struct compilation *c, str name)
{
  return find(c, name, DEFINITION_DEFINE);
}

/* --- functions and type aliases --- */

/* The directory of a function or type, and the rest of its name: that of a module, or the environment itself. */
static str owner(struct compilation *c, str name, str *rest, str *module)
{
  size_t end = str_find(name, STR("::"), 0);
  *rest = end == SIZE_MAX ? name : str_from(name, end + 2);
  *module = end == SIZE_MAX ? STR_EMPTY : str_sub(name, 0, end);
  /* The file of environment::x is in a directory with that name: functions/environment/x.pp. */
  if (str_eqz(*module, "environment")) *rest = name;
  if (module->n == 0 || str_eqz(*module, "environment")) return c->environment->options.path;
  return environment_module(c, *module);
}

/* A file of functions/ or types/ must contain exactly the definition that its path requires. The messages are
 * Puppet's. */
struct entity {
  const char *folder, *what, *none, *quote;
};
static const struct entity function_entity = {"functions", "function", " - no function found.", ""};
static const struct entity type_entity = {"types", "type", " - no type alias or type definition found.", "'"};

_Noreturn static void bad_entity(struct compilation *c, str path, const struct entity *e, const char *before,
                                 const symbol *name, const char *after)
{
  c->environment->broken = true;
  fail_error(&c->context, FAILURE_EVALUATION, "The code loaded from %.*s %s the %s '%s'%s", STR_FMT(path), before,
             e->what, name->text, after);
}

static void check_entity_file(struct compilation *c, const struct ast_program *p, str path, const struct entity *e,
                              const symbol *name)
{
  if (p->ndefinitions == 0) bad_entity(c, path, e, "does not define", name, " - it is empty.");
  if (p->ndefinitions > 1) bad_entity(c, path, e, "must contain only", name, " - it has additional definitions.");
  const ast *node = p->definitions[0];
  const bool function = node->kind == AST_FUNCTION_DEFINITION;
  const bool alias = node->kind == AST_TYPE_ALIAS || node->kind == AST_TYPE_DEFINITION;
  if (e == &function_entity ? !function : !alias) bad_entity(c, path, e, "does not define", name, e->none);
  const str actual = function ? AST_AS(ast_definition, node)->name : AST_AS(ast_type_alias, node)->name;
  if (!str_eq(arena_lower(c->arena, actual), sym_str(name))) {
    c->environment->broken = true;
    fail_error(&c->context, FAILURE_EVALUATION,
               "The code loaded from %.*s produced %s with the wrong name, expected %s%s%s, actual %s%.*s%s",
               STR_FMT(path), e->what, e->quote, name->text, e->quote, e->quote, STR_FMT(actual), e->quote);
  }
  if (p->body != node) bad_entity(c, path, e, "contains additional logic - can only contain", name, "");
}

static const struct definition *load_entity(struct compilation *c, const symbol *name, struct ptrmap *table,
                                            const struct entity *e)
{
  str rest, module;
  str directory = owner(c, sym_str(name), &rest, &module);
  if (directory.n == 0) return NULL;
  str path = environment_path_in(c->arena, directory, str_of(e->folder), environment_path_of(c->arena, rest, ".pp"));
  struct ast_program *p = parse_file(c, path);
  if (p != NULL) {
    check_entity_file(c, p, path, e, name);
    environment_register(c, p, environment_file(c->environment, path), module);
  }
  return ptrmap_get(table, name);
}

const struct definition *environment_find_function(struct compilation *c, str name)
{
  struct environment *e = c->environment;
  const symbol *wanted = environment_type_symbol(name);
  const struct definition *d = ptrmap_get(&e->defined.functions, wanted);
  if (d == NULL) d = load_entity(c, wanted, &e->defined.functions, &function_entity);
  else environment_used(c, d->origin);
  return d;
}

bool environment_defines_function(struct compilation *c, str name)
{
  const symbol *known = sym_known(name);
  return known != NULL && ptrmap_get(&c->environment->defined.functions, known) != NULL;
}

/* A module's types/init_typeset.pp defines a type with the module's name. */
static const struct definition *load_type_set(struct compilation *c, const symbol *name)
{
  if (str_find(sym_str(name), STR("::"), 0) != SIZE_MAX) return NULL;
  str directory = environment_module(c, sym_str(name));
  if (directory.n == 0) return NULL;
  const str path = environment_path_join(c->arena, directory, STR("types/init_typeset.pp"));
  struct ast_program *p = parse_file(c, path);
  if (p != NULL) environment_register(c, p, environment_file(c->environment, path), sym_str(name));
  return ptrmap_get(&c->environment->defined.aliases, name);
}

const struct definition *environment_find_alias(struct compilation *c, str name)
{
  struct environment *e = c->environment;
  const symbol *wanted = environment_type_symbol(name);
  const struct definition *d = ptrmap_get(&e->defined.aliases, wanted);
  if (d != NULL) {
    environment_used(c, d->origin);
    return d;
  }
  /* Puppet's order: a data type in Ruby, an alias, a type set, and a data type in Ruby of any module. */
  d = environment_datatype(c, wanted);
  if (d == NULL) d = load_entity(c, wanted, &e->defined.aliases, &type_entity);
  if (d == NULL) d = load_type_set(c, wanted);
  return d != NULL ? d : environment_datatype_of_any_module(c, wanted);
}
