/* Parameters of classes and defines, in Puppet's order: values from data (classes only), then defaults for missing
 * ones, then the check of the declared types, and finally the variables. Defaults are evaluated in a frame with the
 * given parameters, so they can use each other from left to right. */
#include "compiler/catalog/internal.h"
#include "compiler/lookup/lookup.h"
#include "compiler/types/object.h"

/* The types are made once per compilation and cached in the definition, which outlives it: `serial` identifies the
 * compilation. They may refer to type aliases, which live as long as the compilation. */
static const struct type **param_types(struct compilation *c, struct scope *s, const struct definition *d)
{
  struct definition *cache = (struct definition *)d;
  if (d->nparams == 0) return NULL;
  if (d->serial == c->serial) return d->param_types;
  struct source *source = c->context.source;
  c->context.source = d->program->source;
  const struct type **types = arena_alloc(c->arena, d->nparams * sizeof *types);
  for (uint32_t i = 0; i < d->nparams; i++) types[i] = c->ops->parameter_type(c, s, d->params[i].ast);
  c->context.source = source;
  cache->param_types = types;
  cache->serial = c->serial;
  return types;
}

static bool is_deferred(value v)
{
  return v.kind == V_OBJECT && v.object->type == object_type_builtin(STR("Deferred"));
}

/* Up to this number, checks of parameters are on the stack. */
enum { FEW_PARAMETERS = 16 };

static struct param_check *room_for_checks(struct compilation *c, const struct definition *d,
                                           struct param_check few[FEW_PARAMETERS])
{
  return d->nparams <= FEW_PARAMETERS ? few : arena_array(c->arena, d->nparams, sizeof *few);
}

/* Checks the parameters against their declarations, and finds undeclared ones. `checks` has the value of each declared
 * parameter. The message is made in a second pass, only in case of an error. */
static void check(struct compilation *c, const struct resource *r, struct scope *s, struct param_check *checks)
{
  const struct definition *d = r->definition;
  const struct type **types = param_types(c, s, d);
  bool ok = true;
  for (uint32_t i = 0; i < d->nparams; i++) {
    checks[i].name = sym_str(d->params[i].name);
    checks[i].type = types[i];
    checks[i].has_default = d->params[i].default_value != NULL;
    checks[i].later = checks[i].given && is_deferred(checks[i].value);
    if (checks[i].later) checks[i].result = c->ops->deferred_result(c, checks[i].value.object);
    ok = ok && type_check_parameter(c->arena, &checks[i]);
  }
  str *extra = NULL;
  uint32_t nextra = 0;
  for (uint32_t i = 0; i < r->params.n; i++) {
    const symbol *name = r->params.items[i].name;
    /* Every define and class accepts these. */
    const bool common = name == compilation_name.name || name == compilation_name.title;
    if (common || definition_declares(d, name) || environment_is_metaparameter(c, name)) continue;
    if (extra == NULL) extra = arena_alloc(c->arena, r->params.n * sizeof *extra);
    extra[nextra++] = sym_str(name);
  }
  if (ok && nextra == 0) return;
  struct buf out = BUF_IN(c->arena);
  if (!type_check_parameters(c->arena, r->ref, checks, d->nparams, extra, nextra, &out)) {
    fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(buf_view(&out)));
  }
}

void parameters_check(struct compilation *c, struct resource *r, struct scope *s)
{
  const struct definition *d = r->definition;
  struct param_check few[FEW_PARAMETERS], *given = room_for_checks(c, d, few);
  for (uint32_t i = 0; i < d->nparams; i++) {
    const struct parameter *p = resource_param(r, d->params[i].name);
    given[i] = (struct param_check){.given = p != NULL};
    if (p == NULL) continue;
    /* The value is unwrapped already; it must be checked as Sensitive. */
    given[i].value = resource_is_sensitive(r, p->name) ? value_sensitive(c->arena, p->value) : p->value;
  }
  check(c, r, s, given);
}

static void bind_at(struct frame *frame, uint32_t i, value v)
{
  frame->bindings[i].value = v;
  frame->bindings[i].assigned = true;
}

/* Variables get a copy of the value, made once per parameter: Puppet appends to arrays of relationships in place, and
 * several resources may share such an array. */
static value given_value(struct compilation *c, struct parameter *p)
{
  if (!p->own) p->value = value_unshared(&c->context, p->value);
  p->own = true;
  return p->value;
}

struct default_step {
  struct compilation *c;
  struct scope *scope;
  struct source *source; /* of the default; failures about the caller have that of the context */
  struct frame *frame;
  const struct definition_param *param;
  value v;
};

static void evaluate_default(struct context *context, void *arg)
{
  (void)context;
  struct default_step *step = arg;
  step->v = step->c->ops->parameter_default(step->c, step->scope, step->source, step->frame, step->param->name,
                                            step->param->default_value);
}

/* Sets the place of lookup errors, which have none in a manifest, to that of the definition. As in Puppet, file and
 * line are set separately if they are missing. */
static void place_failure(struct compilation *c, const struct definition *d)
{
  struct failure *f = &c->context.failure;
  if (f->origin != FAILED_IN_LOOKUP || f->place.line > 0) return;
  if (f->place.file.n == 0) f->place.file = d->file;
  f->place.line = d->line;
}

/* Whether evaluation does no lookup, so that it needs no context_protect. */
static bool is_literal(const ast *node)
{
  switch (node->kind) {
  case AST_LITERAL_STRING:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_BOOLEAN:
  case AST_LITERAL_UNDEF:
  case AST_QUALIFIED_NAME:
  case AST_VARIABLE: return true;
  default: return false;
  }
}

static value default_value(struct compilation *c, const struct definition *d, struct scope *s, struct frame *frame,
                           const struct definition_param *param)
{
  if (is_literal(param->default_value))
    return c->ops->parameter_default(c, s, d->program->source, frame, param->name, param->default_value);
  struct default_step step = {c, s, d->program->source, frame, param, VALUE_UNDEF};
  if (context_protect(&c->context, evaluate_default, &step)) return step.v;
  place_failure(c, d);
  fail_again(&c->context);
}

/* Sets the frame: first the given parameters, so that defaults can use them, then the defaults in order. The frame
 * begins with the parameters of the definition; others of the resource (metaparameters) follow. */
static void fill_frame(struct compilation *c, struct resource *r, struct scope *s, struct frame *frame)
{
  const struct definition *d = r->definition;
  uint32_t known = 0;
  for (uint32_t i = 0; i < d->nparams; i++) {
    struct parameter *p = resource_param(r, d->params[i].name);
    if (p == NULL || p->name == compilation_name.name || p->name == compilation_name.title) continue;
    bind_at(frame, i, given_value(c, p));
    known++;
  }
  for (uint32_t i = 0; known < r->params.n && i < r->params.n; i++) {
    const symbol *name = r->params.items[i].name;
    if (name != compilation_name.name && name != compilation_name.title)
      frame_set(c, frame, name, r->params.items[i].value);
  }
  for (uint32_t i = 0; i < d->nparams; i++) {
    const symbol *name = d->params[i].name;
    if (d->params[i].default_value == NULL) continue;
    const struct parameter *p = resource_param(r, name);
    /* undef as a value selects the default. */
    if (p != NULL && p->value.kind != V_UNDEF) continue;
    value v = c->ops->as_attribute(c, default_value(c, d, s, frame, &d->params[i]));
    v = value_unshared(&c->context, v);
    const struct parameter set = {
      .name = name, .value = v, .source = d->program->source, .offset = d->params[i].ast->h.offset, .setter = r->scope};
    PROVENANCE(c, provenance_expect(c, ORIGIN_DEFINITION, NULL));
    resource_set(c, r, &set);
    bind_at(frame, i, v);
  }
}

/* "class::name" for each parameter, made once and cached in the definition. */
static const struct lookup_key *lookup_keys(struct compilation *c, const struct definition *d)
{
  struct definition *cache = (struct definition *)d;
  if (d->lookup_keys != NULL) return d->lookup_keys;
  struct arena *a = c->environment->generation;
  struct lookup_key *keys = arena_array(a, d->nparams, sizeof *keys);
  for (uint32_t i = 0; i < d->nparams; i++)
    keys[i] = lookup_key_plain(arena_printf(a, "%s::%s", d->name->text, d->params[i].name->text));
  return cache->lookup_keys = keys;
}

void parameters_lookup(struct compilation *c, struct resource *r, struct scope *s)
{
  const struct definition *d = r->definition;
  if (r->kind != RESOURCE_CLASS || d->nparams == 0) return;
  const struct lookup_key *keys = lookup_keys(c, d);
  for (uint32_t i = 0; i < d->nparams; i++) {
    const symbol *name = d->params[i].name;
    value v;
    if (resource_value(r, name).kind != V_UNDEF || !lookup_parameter(c, s, &keys[i], &v)) continue;
    /* undef in the data does not override a default. */
    if (v.kind == V_UNDEF && d->params[i].default_value != NULL) continue;
    const struct parameter set = {.name = name, .value = v, .setter = r->scope, .own = true};
    PROVENANCE(c, provenance_data(c, s, keys[i].text));
    resource_set(c, r, &set);
  }
}

/* Reports a parameter with the name of a reserved variable, at the place of the definition. For a define the message
 * also has the label of the current expression. */
_Noreturn static void fail_reserved(struct compilation *c, const struct resource *r, const symbol *name)
{
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Attempt to assign to a reserved variable name: '%s'", name->text);
  diag_place(&out, r->definition->file, r->definition->line, 0);
  if (r->kind == RESOURCE_CLASS) fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
  fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(buf_view(&out)));
}

void parameters_bind(struct compilation *c, struct resource *r, struct scope *s)
{
  const struct definition *d = r->definition;
  const symbol **names = arena_alloc(c->arena, (d->nparams + 1) * sizeof *names);
  for (uint32_t i = 0; i < d->nparams; i++) names[i] = d->params[i].name;
  struct frame *const before = s->frame;
  struct frame *frame = scope_push_parameters(s, r->ref, names, d->nparams);
  fill_frame(c, r, s, frame);
  scope_restore(s, before);
  struct param_check few[FEW_PARAMETERS], *given = room_for_checks(c, d, few);
  for (uint32_t i = 0; i < d->nparams; i++) {
    const struct binding *b = &frame->bindings[i];
    given[i] = (struct param_check){.given = b->assigned, .value = b->assigned ? b->value : VALUE_UNDEF};
  }
  check(c, r, s, given);
  ptrmap_reserve(&s->variables, s->variables.n + frame->n);
  for (uint32_t i = 0; i < frame->n; i++) {
    const struct binding *b = &frame->bindings[i];
    if (!b->assigned) continue;
    if (scope_is_reserved(b->name)) fail_reserved(c, r, b->name);
    scope_set_builtin(s, b->name, b->value);
  }
  r->done.checked = true;
}
