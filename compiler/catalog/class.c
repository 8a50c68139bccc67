/* Classes, defines and nodes: declaring and evaluating them. Declaring adds the resource to the catalog. Evaluating
 * makes its scope, binds its parameters and runs its body, each once. The order of these steps is Puppet's, because
 * each can fail and users see the first failure. Classes are evaluated where they are declared; defines wait, until
 * catalog_evaluate_defines, so that overrides and collectors can still change their parameters. */
#include <assert.h>

#include "compiler/catalog/internal.h"
#include "compiler/values/ruby_text.h"

/* --- declaring --- */

static const struct definition *parent_of(struct compilation *c, const struct definition *d)
{
  if (d->parent == NULL) return NULL;
  const struct definition *parent = environment_find_class(c, sym_str(d->parent));
  if (parent != NULL) return parent;
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Could not find parent resource type '::%s' of type hostclass in %.*s", d->parent->text,
             STR_FMT(c->environment->options.name));
  diag_place(&out, d->file, d->line, 0);
  fail_message(&c->context, FAILURE_MISSING, buf_view(&out));
}

/* A parent is declared before its child, so it is in front of it in the catalog. */
void catalog_prepare_class(struct compilation *c, struct scope *s, struct resource *r)
{
  const struct definition *d = r->definition;
  if (d->parent != NULL && catalog_find_class(c, d->parent) == NULL) {
    context_enter(&c->context);
    catalog_ensure_class(c, s, parent_of(c, d), NULL);
    context_leave(&c->context);
  }
  resource_merge_tags(c, &c->catalog->tag_holder, r);
}

static struct resource *declare(struct compilation *c, struct scope *s, const struct definition *d,
                                enum resource_kind kind, const struct hash *params)
{
  const struct resource_type type_of = {
    .kind = kind, .name = kind == RESOURCE_NODE ? compilation_name.node : compilation_name.class, .definition = d};
  struct resource *r = resource_new(c, s, &type_of, sym_str(d->name));
  r->origin.setter = d;
  resource_reserve(c, r, 0);
  for (uint32_t i = 0; params != NULL && i < params->n; i++) {
    const struct parameter p = {.name = sym_intern(value_to_str(c->arena, params->entries[i].key)),
                                .value = params->entries[i].value,
                                .setter = s};
    PROVENANCE(c, provenance_expect(c, ORIGIN_CLASSIFIER, NULL));
    resource_set(c, r, &p);
  }
  PROVENANCE(c, provenance_include(c, r));
  resource_tag_type(c, r);
  resource_tag_title(c, r);
  resource_apply_defaults(c, r, s);
  catalog_prepare_class(c, s, r);
  catalog_add(c, s, r, true);
  return r;
}

struct resource *catalog_ensure_class(struct compilation *c, struct scope *s, const struct definition *d,
                                      const struct hash *params)
{
  assert(d != NULL);
  /* With parameters a class cannot be declared a second time: catalog_add fails. */
  if (params == NULL) {
    struct resource *there = catalog_find_class(c, d->name);
    if (there != NULL) return there;
  }
  return declare(c, s, d, RESOURCE_CLASS, params);
}

struct resource *catalog_ensure_node(struct compilation *c, const struct definition *d)
{
  assert(d != NULL && d->kind == DEFINITION_NODE);
  struct resource *there = catalog_find(c, compilation_name.node, sym_str(d->name));
  return there != NULL ? there : declare(c, c->top, d, RESOURCE_NODE, NULL);
}

/* --- evaluating --- */

/* The scope in which the names of a class or define are looked up next: the node scope or top scope, never that of the
 * declarer (Puppet has no dynamic scope for variables). */
static struct scope *enclosing(struct compilation *c, struct scope *s)
{
  for (; s != NULL; s = s->declarer) {
    if (s->kind == SCOPE_TOP || s->kind == SCOPE_NODE) return s;
  }
  return c->top;
}

/* The parent class is evaluated first, since the child sees its variables. */
static struct scope *parent_scope(struct compilation *c, const struct definition *d)
{
  const struct definition *parent = parent_of(c, d);
  if (parent == NULL) return NULL;
  struct resource *r = catalog_find_class(c, parent->name);
  if (r == NULL) return NULL;
  catalog_evaluate(c, r);
  struct scope *s = scope_of_class(c, parent->name);
  if (s == NULL) fail_error(&c->context, FAILURE_EVALUATION, "Could not find scope for %s", parent->name->text);
  return s;
}

/* A class that inherits another is inside the scope of that: for variables, and also for resource defaults, which
 * follow `declarer`. */
static struct scope *body_scope(struct compilation *c, struct resource *r)
{
  if (r == c->catalog->main) return c->top;
  const struct definition *d = r->definition;
  struct scope *inherited = d->kind == DEFINITION_CLASS ? parent_scope(c, d) : NULL;
  struct scope *declarer = inherited != NULL ? inherited : r->scope;
  struct scope *outer = inherited != NULL ? inherited : enclosing(c, declarer);
  const enum scope_kind kind = r->kind == RESOURCE_CLASS  ? SCOPE_CLASS
                               : r->kind == RESOURCE_NODE ? SCOPE_NODE
                                                          : SCOPE_DEFINE;
  struct scope *s = scope_new(c, kind, outer, declarer);
  s->resource = r;
  s->definition = d;
  s->module_name = d->module_name;
  return s;
}

/* Sets $module_name and $caller_module_name, unless a parameter has that name. A definition that is not in a manifest,
 * such as Class[settings], has no module. */
static void set_module_names(struct compilation *c, struct resource *r, struct scope *s)
{
  value name = resource_value(r, compilation_name.module_name);
  if (name.kind == V_UNDEF &&
      (r->definition->program != NULL || r->definition->module_name.n > 0 || r == c->catalog->main)) {
    name = value_str(r->definition->module_name);
  }
  if (name.kind != V_UNDEF) scope_set_builtin(s, compilation_name.module_name, name);
  value caller = resource_value(r, compilation_name.caller_module_name);
  if (caller.kind == V_UNDEF && s->declarer != NULL) {
    const struct definition *d = scope_setter(c, s->declarer);
    if (d != NULL) caller = value_str(d->module_name);
  }
  if (caller.kind != V_UNDEF) scope_set_builtin(s, compilation_name.caller_module_name, caller);
}

static void set_titles(struct compilation *c, struct resource *r, struct scope *s)
{
  value title = resource_value(r, compilation_name.title), name = resource_value(r, compilation_name.name);
  if (name.kind == V_UNDEF) name = title;
  if (r->kind == RESOURCE_CLASS) {
    title = value_str(arena_lower(c->arena, r->title));
    name = value_str(arena_lower(c->arena, value_to_str(c->arena, name)));
  }
  scope_set_builtin(s, compilation_name.title, title);
  scope_set_builtin(s, compilation_name.name, name);
}

/* The stage of a class: its own, or else that of its declarer; the default is main. */
static value stage_name(const struct resource *r)
{
  value v = resource_value(r, compilation_name.stage);
  const struct resource *outer = r->scope != NULL ? r->scope->resource : NULL;
  if (v.kind == V_UNDEF && outer != NULL) v = resource_value(outer, compilation_name.stage);
  return v.kind == V_UNDEF ? value_str(STR("main")) : v;
}

static void put_in_stage(struct compilation *c, struct resource *r)
{
  str name = value_to_str(c->arena, stage_name(r));
  struct resource *stage = catalog_find(c, compilation_name.stage, name);
  if (stage == NULL) {
    /* Puppet names only the class's own stage here. */
    const value own = resource_value(r, compilation_name.stage);
    const str shown = own.kind == V_UNDEF ? STR("main") : ruby_text_of(c->arena, own);
    fail_error(&c->context, FAILURE_MISSING, "Could not find stage %.*s specified by %.*s", STR_FMT(shown),
               STR_FMT(r->ref));
  }
  /* An inherited stage is written into the class, so that classes it declares inherit it in turn. */
  if (!str_eqz(stage->title, "main") && resource_value(r, compilation_name.stage).kind == V_UNDEF) {
    const struct parameter p = {.name = compilation_name.stage, .value = value_str(stage->title), .setter = r->scope};
    PROVENANCE(c, provenance_expect(c, ORIGIN_STAGE, NULL));
    resource_set(c, r, &p);
  }
  catalog_add_edge(c, stage, r);
}

static void run_body(struct compilation *c, struct resource *r, struct scope *s)
{
  const struct definition *d = r->definition;
  /* Class[main] is the code of all manifests outside of definitions. */
  for (uint32_t i = 0; i < d->parts.n; i++) c->ops->program(c, s, d->parts.items[i]);
  if (d->body == NULL) return;
  struct frame *const before = s->frame;
  /* $1, $2 … in the body are the groups that matched the node's name. */
  if (r->kind == RESOURCE_NODE && d->is_regex && c->catalog->node.match.n > 0) {
    scope_push_match(s, &c->catalog->node.match, c->catalog->node.subject);
  }
  c->ops->definition_body(c, s, d->program->source, d->body, r->kind != RESOURCE_NODE);
  scope_restore(s, before);
}

void catalog_evaluate(struct compilation *c, struct resource *r)
{
  assert(r != NULL && r->kind != RESOURCE_UNKNOWN);
  if (r->done.evaluated) return;
  resource_add_scope_tags(c, r);
  catalog_evaluate_code(c, r);
}

void catalog_evaluate_code(struct compilation *c, struct resource *r)
{
  if (r->done.evaluated) return;
  const uint64_t began = compile_debug_clock(c, &log_evaluate);
  /* Set first: a class that includes itself, directly or through others, is not evaluated again. */
  r->done.evaluated = true;
  context_enter(&c->context);
  struct scope *s = body_scope(c, r);
  r->body_scope = s;
  if (r->kind != RESOURCE_DEFINE && r->definition->name != compilation_name.empty)
    catalog_add_class(c, r->definition->name);
  /* Data is looked up in a scope with $module_name, but not yet $title and $name. */
  set_module_names(c, r, s);
  parameters_lookup(c, r, s);
  set_titles(c, r, s);
  /* From here on `include` treats the class as evaluated, and others can read its variables, even the defaults of its
   * own parameters. */
  if (r->kind != RESOURCE_DEFINE) ptrmap_put(&c->class_scopes, r->definition->name, s);
  parameters_bind(c, r, s);
  if (r->kind == RESOURCE_CLASS) put_in_stage(c, r);
  run_body(c, r, s);
  context_leave(&c->context);
  compile_debug(c, &log_evaluate, "Evaluated %.*s in %.2f ms", STR_FMT(r->ref), compile_debug_ms(c, began));
}

/* --- include, contain, require --- */

void catalog_include_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n,
                             struct resource **out)
{
  /* All names are looked up before any class is declared, and all new classes are declared before the first is
   * evaluated: this is Puppet's order of errors, and the order of the catalog. */
  const struct definition **classes = arena_alloc(c->arena, (n + 1) * sizeof *classes);
  for (uint32_t i = 0; i < n; i++) {
    classes[i] = environment_find_class(c, names[i]);
    if (classes[i] == NULL) {
      fail_error(&c->context, FAILURE_MISSING, "Could not find class ::%.*s for %.*s", STR_FMT(names[i]),
                 STR_FMT(c->node->name));
    }
  }
  struct resource **fresh = arena_alloc(c->arena, (n + 1) * sizeof *fresh);
  uint32_t nfresh = 0, nthere = 0;
  for (uint32_t i = 0; i < n; i++) {
    struct scope *there = scope_of_class(c, classes[i]->name);
    if (there == NULL) {
      fresh[nfresh++] = catalog_ensure_class(c, s, classes[i], NULL);
    } else if (out != NULL) {
      out[nthere++] = there->resource;
    }
  }
  for (uint32_t i = 0; i < nfresh; i++) {
    catalog_evaluate(c, fresh[i]);
    if (out != NULL) out[nthere + i] = fresh[i];
  }
}

void catalog_contain_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n)
{
  struct resource **classes = arena_alloc(c->arena, (n + 1) * sizeof *classes);
  catalog_include_classes(c, s, names, n, classes);
  for (uint32_t i = 0; i < n; i++) {
    /* contain() may be called several times for a class: it adds one edge. */
    if (catalog_has_edge(s->resource, classes[i])) continue;
    catalog_add_edge(c, s->resource, classes[i]);
    struct contained *made = ARENA_NEW(c->arena, struct contained);
    *made = (struct contained){s->resource, classes[i], c->context.source, 0};
    if (c->context.node != NULL) made->offset = c->context.node->offset;
    ptrvec_push(&c->catalog->relations.contained, c->arena, made);
  }
}

void catalog_require_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n)
{
  catalog_include_classes(c, s, names, n, NULL);
  struct resource *r = s->resource;
  /* Adds the classes to the metaparameter `require` of the resource that calls require(). */
  for (uint32_t i = 0; i < n; i++) {
    struct valuevec all = {0};
    const value old = resource_value(r, compilation_name.require);
    catalog_flatten(c, &all, old);
    const struct definition *d = environment_find_class(c, names[i]);
    valuevec_push(&all, c->arena, value_type(type_class(c->arena, d->name)));
    const struct parameter p = {.name = compilation_name.require, .value = valuevec_array(&all, c->arena), .setter = s};
    PROVENANCE(c, provenance_expect(c, ORIGIN_REQUIRE, NULL));
    resource_set(c, r, &p);
  }
}

/* --- waiting defines --- */

struct step {
  struct compilation *c;
  struct resource *r;
};

static void evaluate_step(struct context *context, void *arg)
{
  (void)context;
  struct step *step = arg;
  catalog_evaluate(step->c, step->r);
}

/* An error in the body of a define is reported as an error of its resource, whichever expression failed. Errors of
 * next, return and break keep their own message. */
static void evaluate_one(struct compilation *c, struct resource *r)
{
  struct step step = {c, r};
  c->context.node = NULL;
  if (context_protect(&c->context, evaluate_step, &step)) return;
  struct failure *f = &c->context.failure;
  if (failure_is_catchable(f, RESCUE_STANDARD_ERROR) && f->origin != FAILED_IN_JUMP) {
    const str text = arena_printf(c->arena, "Evaluation Error: Error while evaluating a Resource Statement, %.*s",
                                  STR_FMT(context_message(&c->context)));
    failure_enclose(f, text, resource_failure_place(r));
  }
  fail_again(&c->context);
}

/* Virtual ones remain on the list: a collector may realize them later. Defines that these bodies declare wait for the
 * next round. */
bool catalog_evaluate_defines(struct compilation *c)
{
  struct ptrvec *pending = &c->catalog->work.bodies;
  struct resource **now = arena_alloc(c->arena, (pending->n + 1) * sizeof *now);
  uint32_t n = 0, left = 0;
  for (uint32_t i = 0; i < pending->n; i++) {
    struct resource *r = pending->items[i];
    if (r->done.evaluated) continue;
    if (r->virtual) pending->items[left++] = r;
    else now[n++] = r;
  }
  pending->n = left;
  c->evaluating_defines = true;
  for (uint32_t i = 0; i < n; i++) evaluate_one(c, now[i]);
  c->evaluating_defines = false;
  return n > 0;
}
