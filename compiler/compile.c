/* A compilation from beginning to end. The table of phases has a function for each, in Puppet's order; each is timed
 * under its name in phase.def. All failures end in run_protected, which makes a result with a message; code after that
 * must not depend on which phases were completed. */
#include <assert.h>

#include "base/ending.h"
#include "compiler/compile.h"

#include "compiler/evaluator/eval.h"
#include "compiler/functions/object_call.h"
#include "compiler/lookup/lookup.h"
#include "compiler/restypes/restype.h"
#include "compiler/ruby/ruby.h"
#include "compiler/scope/scope.h"

static const struct compilation_ops ops = {
  .parameter_type = eval_parameter_type,
  .parameter_default = eval_parameter_default,
  .program = eval_program,
  .definition_body = eval_definition_body,
  .as_attribute = eval_as_attribute,
  .old_argument = eval_old_argument,
  .resolve = eval_resolve,
  .closure_of = eval_closure_of,
  .block = eval_closure_call,
  .block_accepted = eval_closure_call_accepted,
  .block_arity = eval_closure_arity,
  .block_signature = eval_closure_signature,
  .deferred_result = eval_deferred_result,
  .find = function_find,
  .signature = function_signature,
  .result = function_result,
  .is_native = function_is_native,
  .function = function_call,
  .member = object_call_member,
  .ruby_need = ruby_need,
  .ruby = ruby_call,
  .ruby_block = ruby_block_call,
  .ruby_map_class = ruby_map_class,
  .ruby_explaining = ruby_explaining,
};

void compile_prepare(struct compilation *c, struct arena *a)
{
  assert(c != NULL && a != NULL);
  compilation_init(c, a);
  c->context.ops = &fn_context_ops;
  c->ops = &ops;
}

enum { MAX_ROUNDS = 1000 }; /* of collectors and defines; the same limit as in Puppet */
enum { PREFETCH_BYTES = 16 * 1024 * 1024 };

/* A running compilation. */
struct run {
  struct compilation *c;
  struct compile_result *result;
  unsigned kind;      /* bits of the phases to run */
  compile_step *step; /* runs instead of finishing the catalog; NULL: none */
  void *step_arg;
  struct observer_type_count *types; /* for the observer */
  size_t ntypes;
};

/* --- phase init --- */

/* Adds a resource without an expression: Stage[main], Class[settings], Class[main]. */
static struct resource *add_plain(struct compilation *c, const char *type_name, const struct definition *d,
                                  const char *title)
{
  const struct resource_type kind = {.kind = d != NULL ? RESOURCE_CLASS : RESOURCE_BUILTIN,
                                     .name = sym_z(type_name),
                                     .restype = restype_find(sym_z(type_name)),
                                     .definition = d};
  struct resource *r = resource_new(c, c->top, &kind, str_of(title));
  resource_tag(c, r, str_of(type_name));
  return r;
}

/* As in Puppet, the names from the classifier come first among the catalog's classes, even before they are looked
 * up. */
static void list_node_classes(struct compilation *c)
{
  const value classes = c->node->classes;
  if (classes.kind == V_HASH) {
    for (uint32_t i = 0; i < classes.hash->n; i++) {
      catalog_add_class(c, sym_intern(value_to_str(c->arena, classes.hash->entries[i].key)));
    }
  } else if (classes.kind == V_ARRAY) {
    for (uint32_t i = 0; i < classes.array->n; i++) {
      catalog_add_class(c, sym_intern(value_to_str(c->arena, classes.array->items[i])));
    }
  }
}

static void phase_init(struct run *run)
{
  struct compilation *c = run->c;
  static uint64_t serial;
  environment_refresh(c->environment, false);
  c->catalog = catalog_new(c);
  c->serial = ++serial;
  c->resolver = environment_resolver(c);
  c->top = scope_new(c, SCOPE_TOP, NULL, NULL);
  environment_begin(c);
  environment_load_main(c);
  c->catalog->identity.version_number = c->environment->version_number;
  c->catalog->identity.version_text = c->environment->version_text;
  catalog_add(c, c->top, add_plain(c, "stage", NULL, "main"), false);
  list_node_classes(c);
}

/* --- phase set_node_parameters --- */

/* Sets variables of top scope, unless they are set. So parameters of the classifier have priority over facts. Only the
 * compiler sets the environment's name. */
static void set_variables(struct compilation *c, const struct hash *from)
{
  for (uint32_t i = 0; from != NULL && i < from->n; i++) {
    const str name = value_to_str(c->arena, from->entries[i].key);
    const symbol *const variable = sym_intern(name);
    if (str_eqz(name, "environment") || !scope_share(c->top, variable, &from->entries[i].value)) continue;
    scope_reject_reserved(c, variable);
  }
}

static void set_variable(struct compilation *c, const char *name, value v)
{
  scope_set_builtin(c->top, sym_z(name), v);
}

static void phase_set_node_parameters(struct run *run)
{
  struct compilation *c = run->c;
  const struct node_data *node = c->node;
  set_variables(c, node->parameters);
  set_variables(c, node->facts);
  set_variables(c, node->server_facts);
  set_variable(c, "environment", value_str(c->environment->options.name));
  set_variable(c, "trusted", value_hash(node->trusted));
  set_variable(c, "server_facts", value_hash(node->server_facts));
  set_variable(c, "facts", value_hash(node->facts));
}

/* --- phase settings --- */

/* Class[settings] is not in a manifest. Its definition is made once per generation, and its values once per
 * compilation. */
static const struct definition *settings_definition(struct compilation *c)
{
  struct environment *e = c->environment;
  const symbol *name = sym_z("settings");
  struct definition *d = ptrmap_get(&e->defined.classes, name);
  if (d != NULL) return d;
  d = ARENA_NEW(e->generation, struct definition);
  d->kind = DEFINITION_CLASS;
  d->name = name;
  d->file = d->module_name = STR_EMPTY;
  ptrmap_put(&e->defined.classes, name, d);
  return d;
}

static void phase_settings(struct run *run)
{
  struct compilation *c = run->c;
  struct resource *r = add_plain(c, "class", settings_definition(c), "settings");
  resource_tag(c, r, STR("settings"));
  catalog_add(c, c->top, r, false);
  catalog_evaluate(c, r);
  const struct hash *values = c->settings->values != NULL ? c->settings->values : &hash_empty;
  for (uint32_t i = 0; i < values->n; i++) {
    /* $settings::name would be a second $name of the class. */
    if (str_eqz(value_text(values->entries[i].key), "name")) continue;
    scope_set_builtin(r->body_scope, sym_intern(value_text(values->entries[i].key)), values->entries[i].value);
  }
  scope_set_qualified(c, STR("settings::all_local"), value_hash(values));
}

/* --- phases evaluate_main … evaluate_node_classes --- */

static void phase_evaluate_main(struct run *run)
{
  struct compilation *c = run->c;
  struct resource *main = add_plain(c, "class", c->environment->defined.main, "");
  /* Code at top level is contained in Class[main], and runs in top scope. */
  c->catalog->main = main;
  c->top->resource = main;
  catalog_add(c, c->top, main, true);
  catalog_evaluate(c, main);
  if (c->settings->block != NULL) eval_apply_block(c, c->settings->block);
}

static void phase_evaluate_ast_node(struct run *run)
{
  struct compilation *c = run->c;
  if (!environment_has_nodes(c->environment)) return;
  const struct definition *d = environment_find_node(c, c->node->name, &c->catalog->node.match,
                                                     &c->catalog->node.subject);
  if (d == NULL) {
    fail_error(&c->context, FAILURE_MISSING, "Could not find node statement with name 'default' or '%.*s'",
               STR_FMT(c->node->name));
  }
  struct resource *r = catalog_ensure_node(c, d);
  catalog_evaluate(c, r);
  c->node_scope = r->body_scope;
}

/* Declares a class of the classifier; phase evaluate_generators evaluates it. */
static void declare_node_class(struct compilation *c, value name_value, value params, bool with_params)
{
  struct scope *s = c->node_scope != NULL ? c->node_scope : c->top;
  str name = value_to_str(c->arena, name_value);
  const struct definition *d = environment_find_class(c, name);
  if (d == NULL) {
    fail_error(&c->context, FAILURE_MISSING, "Could not find class %.*s for %.*s", STR_FMT(name),
               STR_FMT(c->node->name));
  }
  if (with_params) catalog_ensure_class(c, s, d, params.hash);
  else if (scope_of_class(c, d->name) == NULL) catalog_ensure_class(c, s, d, NULL);
}

static void phase_evaluate_node_classes(struct run *run)
{
  struct compilation *c = run->c;
  const value classes = c->node->classes;
  if (classes.kind == V_ARRAY) {
    for (uint32_t i = 0; i < classes.array->n; i++) declare_node_class(c, classes.array->items[i], VALUE_UNDEF, false);
  }
  if (classes.kind != V_HASH) return;
  /* Classes with parameters come first: if another class included them before, the declaration would fail. */
  for (int with_params = 1; with_params >= 0; with_params--) {
    for (uint32_t i = 0; i < classes.hash->n; i++) {
      const value params = classes.hash->entries[i].value;
      const bool has_params = params.kind == V_HASH && params.hash->n > 0;
      if (has_params == (bool)with_params) declare_node_class(c, classes.hash->entries[i].key, params, has_params);
    }
  }
}

/* --- phase evaluate_generators --- */

/* Collectors may realize defines, and defines may declare resources for collectors: both run in turn until neither
 * finds anything new. */
static void phase_evaluate_generators(struct run *run)
{
  struct compilation *c = run->c;
  for (int round = 0;; round++) {
    const bool collected = catalog_run_collectors(c);
    const bool evaluated = catalog_evaluate_defines(c);
    if (!collected && !evaluated) return;
    if (round >= MAX_ROUNDS) {
      fail_error(&c->context, FAILURE_LIMIT, "Somehow looped more than 1000 times while evaluating host catalog");
    }
  }
}

/* --- the end --- */

/* Puppet's hook for checks of the catalog before it is finished, which is empty there, too. */
static void phase_validate_pre_finish(struct run *run) { (void)run; }

static void phase_finish(struct run *run) { catalog_finish(run->c); }

static void phase_fail_on_unevaluated(struct run *run)
{
  struct compilation *c = run->c;
  catalog_check_overrides(c);
  catalog_check_collectors(c);
}

static void phase_validate_final(struct run *run)
{
  catalog_validate_relationships(run->c);
  catalog_check_cycles(run->c);
}

/* For an apply block Puppet returns the catalog of the compiler itself, which includes virtual resources. */
static void keep_virtual(struct catalog *cat)
{
  for (uint32_t i = 0; i < cat->resources.n; i++) ((struct resource *)cat->resources.items[i])->virtual = false;
}

static void phase_to_resource(struct run *run)
{
  struct compilation *c = run->c;
  if (c->settings->block != NULL) keep_virtual(c->catalog);
  catalog_check_titles(c);
  run->result->resources = catalog_count(c->catalog, c->settings->drop_exported, &run->result->edges);
  c->environment->last.names = c->catalog->index.n;
  c->environment->last.tags = c->catalog->tags.known.n;
}

static void free_buffer(void *out) { buf_free(out); }

static struct buf *serialize(struct compilation *c, uint32_t resources, bool drop_exported)
{
  /* On the heap, where growing needs no second copy; released with the compilation. */
  struct buf *out = ARENA_NEW(c->arena, struct buf);
  *out = BUF_HEAP;
  arena_defer(c->arena, free_buffer, out);
  /* The typical size of a resource in JSON. */
  buf_reserve(out, 600 * (size_t)resources + 4096);
  struct json_writer w;
  json_init(&w, out, false);
  catalog_write_json(c, &w, drop_exported);
  return out;
}

static void phase_serialize(struct run *run)
{
  struct compilation *c = run->c;
  struct compile_result *result = run->result;
  const struct compile_settings *s = c->settings;
  result->serializing = true;
  if (s->more != NULL) s->more->make(c, s->more);
  result->json_text = serialize(c, result->resources, s->drop_exported);
  result->json = buf_view(result->json_text);
  if (s->keep == KEEP_NOTHING) return;
  uint32_t edges;
  const bool drop = s->keep == KEEP_HANDED_OVER && s->drop_exported;
  /* The catalog to be stored differs only if exported resources are omitted from the other one. */
  const bool same = catalog_count(c->catalog, drop, &edges) == result->resources;
  result->stored_json = same ? result->json : buf_view(serialize(c, result->resources, drop));
}

/* --- running the phases --- */

/* The phases of a run. */
enum {
  RUN_READ = 1, /* parses manifests, but does not evaluate them */
  RUN_TOP = 2,  /* up to the variables of the node */
  RUN_CODE = 4, /* all code of the manifests, without finishing a catalog */
  RUN_CATALOG = 8,
  RUN_JSON = 16 /* also writes the catalog */
};

static const struct phase {
  enum compile_phase number; /* number in phase.def, under which it is timed */
  unsigned runs;
  void (*work)(struct run *run);
} phases[] = {
  {PHASE_INIT, RUN_READ | RUN_TOP | RUN_CODE | RUN_CATALOG, phase_init},
  {PHASE_SET_NODE_PARAMETERS, RUN_TOP | RUN_CODE | RUN_CATALOG, phase_set_node_parameters},
  {PHASE_SETTINGS, RUN_CODE | RUN_CATALOG, phase_settings},
  {PHASE_EVALUATE_MAIN, RUN_TOP | RUN_CODE | RUN_CATALOG, phase_evaluate_main},
  {PHASE_EVALUATE_AST_NODE, RUN_CODE | RUN_CATALOG, phase_evaluate_ast_node},
  {PHASE_EVALUATE_NODE_CLASSES, RUN_CODE | RUN_CATALOG, phase_evaluate_node_classes},
  {PHASE_EVALUATE_GENERATORS, RUN_CODE | RUN_CATALOG, phase_evaluate_generators},
  {PHASE_VALIDATE_PRE_FINISH, RUN_CATALOG, phase_validate_pre_finish},
  {PHASE_FINISH, RUN_CATALOG, phase_finish},
  {PHASE_FAIL_ON_UNEVALUATED, RUN_CATALOG, phase_fail_on_unevaluated},
  {PHASE_VALIDATE_FINAL, RUN_CATALOG, phase_validate_final},
  {PHASE_TO_RESOURCE, RUN_CATALOG, phase_to_resource},
  {PHASE_SERIALIZE, RUN_JSON, phase_serialize},
};

/* Runs the phases in order, then the step. */
static void run_phases(struct context *context, void *arg)
{
  (void)context;
  struct run *run = arg;
  const struct observer *o = run->c->observer;
  for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
    if ((phases[i].runs & run->kind) == 0) continue;
    if (i == 0) observer_phase_begin(o, phases[i].number);
    else observer_phase_next(o, phases[i].number);
    phases[i].work(run);
  }
  observer_phase_end(o);
  if (run->step != NULL) run->step(run->c, run->step_arg);
  else if (o != NULL) run->ntypes = catalog_count_types(run->c, &run->types);
}

static void tell_end(const struct run *run)
{
  const struct compilation *c = run->c;
  const struct compile_result *result = run->result;
  const str environment = c->environment->options.name, node = c->node->name;
  const struct observer_summary summary = {.environment = environment.p,
                                           .environment_length = environment.n,
                                           .node = node.p,
                                           .node_length = node.n,
                                           .failure = result->ok ? FAILURE_NONE : result->failure.class,
                                           .resources = result->resources,
                                           .edges = result->edges,
                                           .warnings = c->warnings,
                                           .deprecations = c->deprecations,
                                           .peak_bytes = arena_held_bytes(c->arena) +
                                                         arena_held_bytes(c->environment->generation),
                                           .native_calls = c->native_calls,
                                           .ruby_bytes = c->ruby != NULL ? ruby_memory_bytes() : 0,
                                           .types = run->types,
                                           .type_count = run->ntypes};
  observer_compile_end(c->observer, &summary);
}

static void log_end(const struct run *run, uint64_t began)
{
  struct compilation *c = run->c;
  const struct compile_result *result = run->result;
  const size_t held = arena_held_bytes(c->arena) + arena_held_bytes(c->environment->generation);
  if (!result->ok) {
    compile_debug(c, &log_compile, "Failed in %.2f ms: %s", compile_debug_ms(c, began),
                  failure_class_name(result->failure.class));
    return;
  }
  compile_debug(c, &log_catalog, "The catalog %s has %u resources and %u edges, %zu bytes of JSON",
                c->catalog->identity.uuid, result->resources, result->edges, result->json.n);
  compile_debug(
    c, &log_compile, "Compiled in %.2f ms: %zu KiB, %llu warnings, %llu calls of native functions of modules",
    compile_debug_ms(c, began), held / 1024, (unsigned long long)c->warnings, (unsigned long long)c->native_calls);
}

/* Called if there is no memory for the compilation itself, so there is no context that could fail. */
static void no_room(void *ctx, enum arena_failure why, size_t wanted)
{
  (void)why;
  (void)wanted;
  longjmp(*(jmp_buf *)ctx, 1);
}

static struct compilation *compilation_new(struct arena *arena)
{
  jmp_buf here;
  arena_on_fail(arena, no_room, &here);
  struct compilation *c = setjmp(here) == 0 ? ARENA_NEW(arena, struct compilation) : NULL;
  arena_on_fail(arena, NULL, NULL);
  return c;
}

/* Makes the compilation of a result; a static failure if there is no memory. */
static struct compilation *begin(struct compile_result *result, struct environment *env, const struct node_data *node,
                                 const struct compile_settings *settings, const struct host *host,
                                 const struct observer *observer)
{
  struct arena *arena = arena_new();
  struct compilation *c = compilation_new(arena);
  *result = (struct compile_result){.arena = arena, .compilation = c};
  if (c == NULL) {
    result->failure.class = FAILURE_LIMIT;
    result->message = STR("The system has no more memory for the compilation");
    return NULL;
  }
  compile_prepare(c, arena);
  if (settings->max_depth > 0) c->context.max_depth = settings->max_depth;
  arena_set_limit(arena, settings->memory_limit_bytes);
  c->settings = settings;
  c->host = host;
  c->observer = observer;
  c->environment = env;
  c->node = node;
  for (size_t i = 0; i < LOG_CATEGORY_COUNT; i++) c->debugging |= host_debugs(host, log_categories[i]);
  return c;
}

static struct deadline deadline_of(struct compilation *c)
{
  if (c->settings->time_limit_ms <= 0) return (struct deadline){0};
  return (struct deadline){deadline_now_ms() + c->settings->time_limit_ms, context_out_of_time, &c->context};
}

/* Called in another thread if the process ends during a compilation: uses only state that is certainly valid. */
static void count_as_ended(void *ctx, str message)
{
  const struct run *run = ctx;
  struct compilation *c = run->c;
  struct buf text = BUF_HEAP;
  buf_printf(&text, "%.*s on node %.*s", STR_FMT(message), STR_FMT(c->node->name));
  c->host->log(c->host->ctx, &log_compile, CLOG_ERR, STR_EMPTY, buf_view(&text), STR_EMPTY);
  c->ruby = NULL; /* other code must not use it */
  run->result->ok = false;
  run->result->failure.class = FAILURE_LIMIT;
  tell_end(run);
}

static void make_message(struct context *context, void *arg)
{
  struct compile_result *result = arg;
  result->message = context_message(context);
}

static void run_protected(struct run *run)
{
  struct compilation *c = run->c;
  struct compile_result *result = run->result;
  environment_on_fail(c->environment, context_out_of_memory, &c->context);
  memory_on_fail(context_out_of_memory, &c->context);
  const struct deadline outer = deadline_set(deadline_of(c));
  ending_push(count_as_ended, run);
  result->ok = context_protect(&c->context, run_phases, run);
  /* The failure may have occurred while values were made in the environment's arena. */
  c->arena = c->context.arena = result->arena;
  result->failure = c->context.failure;
  if (!result->ok && !context_protect(&c->context, make_message, result)) {
    result->failure = c->context.failure; /* no memory for the message: this second failure has a static text */
    result->message = result->failure.text;
  }
  ending_pop();
  ruby_end(c);
  deadline_set(outer);
  environment_on_fail(c->environment, NULL, NULL);
  memory_on_fail(NULL, NULL);
  /* Memory ran out: changes of the environment may be incomplete. */
  if (c->context.near_limit) c->environment->broken = true;
  arena_set_limit(c->arena, 0);
  result->catalog = c->catalog;
  assert(!result->ok || run->step != NULL || result->catalog != NULL);
  assert(!result->ok || (run->kind & RUN_JSON) == 0 || result->json.n > 0);
}

struct compile_result compile(struct environment *env, const struct node_data *node,
                              const struct compile_settings *settings, const struct host *host,
                              const struct observer *observer)
{
  assert(env != NULL && node != NULL && settings != NULL && host != NULL);
  struct compile_result result;
  /* What ran since the last compilation has taken the caches. Loading the code in the order of its addresses is faster
   * than in the order of its use: with cold caches, 1,902 resources take 3.0 ms instead of 3.9. */
  arena_prefetch(env->generation, PREFETCH_BYTES);
  struct compilation *c = begin(&result, env, node, settings, host, observer);
  if (c == NULL) return result;
  const str name = env->options.name;
  observer_compile_begin(observer, &(struct observer_begin){.environment = name.p,
                                                            .environment_length = name.n,
                                                            .node = node->name.p,
                                                            .node_length = node->name.n});
  struct run run = {.c = c, .result = &result, .kind = RUN_CATALOG | (settings->write_json ? RUN_JSON : 0)};
  const uint64_t began = compile_debug_clock(c, &log_compile);
  compile_debug(c, &log_compile, "Compiling the catalog of %.*s in environment %.*s: %u facts", STR_FMT(node->name),
                STR_FMT(name), node->facts->n);
  run_protected(&run);
  if (compile_debugs(c, &log_compile)) log_end(&run, began);
  tell_end(&run);
  return result;
}

static struct compile_result compile_and_step(struct environment *env, const struct node_data *node,
                                              const struct compile_settings *settings, const struct host *host,
                                              unsigned kind, compile_step *step, void *arg)
{
  assert(env != NULL && node != NULL && settings != NULL && host != NULL && step != NULL);
  struct compile_result result;
  struct compilation *c = begin(&result, env, node, settings, host, NULL);
  if (c == NULL) return result;
  struct run run = {.c = c, .result = &result, .kind = kind, .step = step, .step_arg = arg};
  run_protected(&run);
  return result;
}

struct compile_result compile_apart(struct environment *env, const struct node_data *node,
                                    const struct compile_settings *settings, const struct host *host,
                                    compile_step *step, void *arg)
{
  return compile_and_step(env, node, settings, host, RUN_TOP, step, arg);
}

struct compile_result compile_then(struct environment *env, const struct node_data *node,
                                   const struct compile_settings *settings, const struct host *host, compile_step *step,
                                   void *arg)
{
  return compile_and_step(env, node, settings, host, RUN_CODE, step, arg);
}

/* A function that a manifest defines hides one of Puppet; only the main manifests, which have been read, may define a
 * function with such a name. */
static const struct function *core_function(struct compilation *c, str name)
{
  name = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  const struct function *f = environment_defines_function(c, name) ? NULL : function_builtin(name);
  return f != NULL && f->module == NULL ? f : NULL;
}

static void preload_step(struct compilation *c, void *arg)
{
  const int64_t until_ms = *(const int64_t *)arg;
  const struct strmap *files = &c->environment->files.by_path;
  environment_preload(c, until_ms);
  lookup_preload(c, until_ms);
  for (uint32_t i = 0; i < files->n && deadline_now_ms() < until_ms; i++) {
    const struct environment_file *f = files->entries[i].value;
    if (f->program != NULL) eval_prepare(c, f->program, core_function);
  }
}

void compile_preload(struct environment *env, const struct compile_settings *settings, const struct host *host,
                     int64_t most_ms)
{
  const struct node_data nobody = {.name = STR_EMPTY,
                                   .facts = &hash_empty,
                                   .parameters = &hash_empty,
                                   .trusted = &hash_empty,
                                   .server_facts = &hash_empty,
                                   .classes = VALUE_UNDEF};
  int64_t until = deadline_now_ms() + most_ms;
  struct compile_result r = compile_and_step(env, &nobody, settings, host, RUN_READ, preload_step, &until);
  compile_result_free(&r);
}

str compile_failure_text(struct arena *a, const struct compile_result *r, str node)
{
  assert(!r->ok);
  /* Puppet adds the node only to errors of the compiler: not to those of writing the catalog, nor to exceptions that
   * are never caught. */
  if (r->serializing || r->failure.origin == FAILED_UNCAUGHT) return arena_str(a, r->message);
  return arena_printf(a, "%.*s on node %.*s", STR_FMT(r->message), STR_FMT(node));
}

char *compile_result_take_json(struct compile_result *r)
{
  assert(r->json_text != NULL && r->json_text->p != NULL);
  char *text = r->json_text->p;
  *r->json_text = BUF_HEAP;
  return text;
}

void compile_result_free(struct compile_result *r)
{
  arena_free(r->arena);
  *r = (struct compile_result){0};
}
