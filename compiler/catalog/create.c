/* Makes resources from resource expressions and create_resources, resource defaults, and the resources that hold the
 * values of an override. The order of steps is Puppet's: parameters, tags and defaults are set before the resource is
 * added to the catalog, where a duplicate declaration fails. */
#include "base/array.h"
#include "compiler/catalog/internal.h"

#include <assert.h>
#include <stdint.h>

struct resource_defaults {
  struct parameter *params;
  uint32_t n, cap;
};

struct replaced_defaults {
  value scope;                               /* Ruby's object */
  const struct resource_defaults *inherited; /* what the replaced method returned last; NULL: it was not called */
};

const struct resource_type *catalog_type(struct compilation *c, const symbol *name)
{
  struct type_texts *texts = catalog_type_texts(c, name);
  /* Only found types are cached: an unknown type may be loaded later. */
  if (texts->type.kind == RESOURCE_UNKNOWN) {
    texts->type = environment_find_type(c, sym_str(name));
    if (texts->type.name == name) texts->type.texts = texts;
  }
  return &texts->type;
}

/* --- resource defaults --- */

static const struct resource_defaults *defaults_of(const struct scope *s, const symbol *rtype)
{
  return s->defaults != NULL ? ptrmap_get(s->defaults, rtype) : NULL;
}

static struct parameter *default_named(const struct resource_defaults *d, const symbol *name)
{
  for (uint32_t i = 0; d != NULL && i < d->n; i++) {
    if (d->params[i].name == name) return &d->params[i];
  }
  return NULL;
}

const struct parameter *scope_own_default(const struct scope *s, const symbol *rtype, const symbol *name)
{
  return default_named(defaults_of(s, rtype), name);
}

/* Asks the Ruby code that replaces lookupdefaults of the scope. A default that it passes on keeps its place. */
static const struct resource_defaults *replaced_defaults(struct compilation *c, const symbol *rtype, struct scope *s)
{
  const value args[] = {s->replaced->scope, value_str(catalog_display(c, rtype))};
  s->replaced->inherited = NULL;
  const value told = c->ops->ruby(c, s, "scope_defaults", args, 2, VALUE_UNDEF);
  const struct hash *given = told.kind == V_HASH ? told.hash : &hash_empty;
  struct resource_defaults *all = ARENA_NEW(c->arena, struct resource_defaults);
  all->params = arena_array(c->arena, given->n, sizeof *all->params);
  for (uint32_t i = 0; i < given->n; i++) {
    const symbol *name = sym_intern(value_to_str(c->arena, given->entries[i].key));
    const struct parameter *known = default_named(s->replaced->inherited, name);
    const bool same = known != NULL && value_same(known->value, given->entries[i].value);
    all->params[all->n++] = same ? *known
                                 : (struct parameter){.name = name, .value = given->entries[i].value, .setter = s};
  }
  return all;
}

const struct parameter *scope_default(struct scope *s, const symbol *rtype, const symbol *name)
{
  for (; s != NULL; s = s->declarer) {
    if (s->replaced != NULL) return default_named(replaced_defaults(s->compilation, rtype, s), name);
    const struct parameter *p = scope_own_default(s, rtype, name);
    if (p != NULL) return p;
  }
  return NULL;
}

/* The resource defaults for one type in the enclosing scopes, the nearest first. */
struct defaults_around {
  const struct resource_defaults *few[8], **all;
  uint32_t n, cap, nparams; /* nparams: maximum number of parameters from them */
};

/* `plain`: the scope that is meant although Ruby code replaces lookupdefaults of it. */
static void find_defaults(struct compilation *c, const symbol *rtype, struct scope *s, const struct scope *plain,
                          struct defaults_around *out)
{
  out->all = out->few;
  out->n = out->nparams = 0;
  out->cap = sizeof out->few / sizeof out->few[0];
  for (bool last = false; s != NULL && !last; s = s->declarer) {
    last = s->replaced != NULL && s != plain;
    const struct resource_defaults *d = last ? replaced_defaults(c, rtype, s) : defaults_of(s, rtype);
    if (d == NULL) continue;
    if (out->n == out->cap) {
      const struct resource_defaults **more = arena_alloc(c->arena, 2 * out->cap * sizeof *more);
      memcpy(more, out->all, out->n * sizeof *more);
      out->all = more;
      out->cap *= 2;
    }
    out->all[out->n++] = d;
    out->nparams += d->n;
  }
}

/* Returns the default in the nearest scope. One of all[0] … all[n] has the name, since it was taken from one of them.
 */
static const struct parameter *nearest(const struct resource_defaults *const *all, const symbol *name)
{
  const struct parameter *found = NULL;
  for (uint32_t i = 0; found == NULL; i++) found = default_named(all[i], name);
  return found;
}

static void apply_default(struct compilation *c, struct resource *r, const struct resource_defaults *const *all,
                          const symbol *name)
{
  if (resource_param(r, name) != NULL) return;
  compile_debug_from(c, &log_catalog, r->ref, "Adding default for %s", name->text);
  struct parameter p = *nearest(all, name);
  p.from_default = true;
  resource_set(c, r, &p);
}

/* Outermost scopes first, the order in which Puppet collects them. */
static void apply_defaults(struct compilation *c, struct resource *r, const struct defaults_around *around)
{
  for (uint32_t i = around->n; i > 0; i--) {
    const struct resource_defaults *d = around->all[i - 1];
    for (uint32_t k = 0; k < d->n; k++) apply_default(c, r, around->all, d->params[k].name);
  }
}

void resource_apply_defaults(struct compilation *c, struct resource *r, struct scope *s)
{
  struct defaults_around around;
  find_defaults(c, r->type, s, NULL, &around);
  apply_defaults(c, r, &around);
}

static struct resource_defaults *own_defaults(struct compilation *c, struct scope *s, const symbol *rtype)
{
  if (s->defaults == NULL) {
    s->defaults = ARENA_NEW(c->arena, struct ptrmap);
    ptrmap_init(s->defaults, c->arena);
  }
  void **slot = ptrmap_slot(s->defaults, rtype, NULL);
  if (*slot == NULL) *slot = ARENA_NEW(c->arena, struct resource_defaults);
  return *slot;
}

static void add_default(struct compilation *c, struct resource_defaults *d, const struct parameter *p)
{
  ARENA_ROOM(c->arena, d->params, d->n, d->cap, 4);
  d->params[d->n++] = *p;
}

value catalog_defaults(struct compilation *c, struct scope *s, str type_name)
{
  struct defaults_around around;
  find_defaults(c, environment_type_symbol(type_name), s, s, &around);
  struct resource_defaults *all = ARENA_NEW(c->arena, struct resource_defaults);
  struct hash *shown = hash_new(c->arena, around.nparams);
  for (uint32_t i = around.n; i > 0; i--) {
    for (uint32_t k = 0; k < around.all[i - 1]->n; k++) {
      const symbol *name = around.all[i - 1]->params[k].name;
      if (default_named(all, name) != NULL) continue;
      const struct parameter *p = nearest(around.all, name);
      add_default(c, all, p);
      hash_put_str(shown, c->arena, sym_str(name), p->value);
    }
  }
  if (s->replaced != NULL) s->replaced->inherited = all;
  return value_hash(shown);
}

void catalog_set_default(struct compilation *c, struct scope *s, str type_name, const struct parameter *p)
{
  struct resource_defaults *d = own_defaults(c, s, environment_type_symbol(type_name));
  struct parameter *there = default_named(d, p->name);
  if (there != NULL) *there = *p;
  else add_default(c, d, p);
}

void scope_replace_defaults(struct compilation *c, struct scope *s, value object)
{
  if (s->replaced == NULL) s->replaced = ARENA_NEW(c->arena, struct replaced_defaults);
  s->replaced->scope = object;
}

void catalog_define_defaults(struct compilation *c, struct scope *s, str type_name, const struct parameter *params,
                             uint32_t nparams)
{
  assert(params != NULL || nparams == 0);
  const symbol *rtype = environment_type_symbol(type_name);
  struct resource_defaults *d = own_defaults(c, s, rtype);
  for (uint32_t i = 0; i < nparams; i++) {
    if (default_named(d, params[i].name) != NULL) {
      struct buf out = BUF_IN(c->arena);
      buf_printf(&out, "Default already defined for %.*s { %s }; cannot redefine", STR_FMT(catalog_display(c, rtype)),
                 params[i].name->text);
      parameter_place(&out, &params[i]);
      fail_message(&c->context, FAILURE_DUPLICATE, buf_view(&out));
    }
    add_default(c, d, &params[i]);
  }
}

/* --- resources --- */

struct resource *resource_new(struct compilation *c, struct scope *s, const struct resource_type *rtype, str title)
{
  struct resource *r = ARENA_NEW(c->arena, struct resource);
  r->type = rtype->name;
  r->kind = rtype->kind;
  r->restype = rtype->restype;
  r->definition = rtype->definition;
  r->texts = rtype->texts != NULL ? rtype->texts : catalog_type_texts(c, rtype->name);
  r->title = title_display(c, rtype->name, title);
  r->scope = s;
  r->origin.setter = scope_setter(c, s);
  r->origin.file = STR_EMPTY;
  r->ref = reference_shown(c->arena, r->texts->display, r->title);
  return r;
}

/* Parameters, then tags, then defaults: Puppet reports errors in this order. */
void resource_fill(struct compilation *c, struct resource *r, struct scope *s, const struct parameter *params,
                   uint32_t nparams)
{
  struct defaults_around around;
  find_defaults(c, r->type, s, NULL, &around);
  resource_reserve(c, r, nparams + around.nparams);
  for (uint32_t i = 0; i < nparams; i++) resource_set(c, r, &params[i]);
  resource_tag_type(c, r);
  if (r->typed_title == NULL) resource_tag_title(c, r);
  apply_defaults(c, r, &around);
}

static void create_one(struct compilation *c, struct scope *s, const struct resource_request *q,
                       const struct resource_type *rtype, uint32_t i)
{
  struct resource_type t = *rtype;
  const bool is_class = rtype->kind == RESOURCE_CLASS;
  str title = q->titles[i];
  /* The title is the name of the class, in any case; the resource has the name of the definition. */
  if (is_class) {
    t.definition = environment_find_class(c, title);
    if (t.definition == NULL) {
      fail_error(&c->context, FAILURE_MISSING, "Could not find declared class %.*s", STR_FMT(title));
    }
    title = sym_str(t.definition->name);
  }
  struct resource *r = resource_new(c, s, &t, title);
  const ast *place = q->place;
  r->declared = true;
  if (q->typed != NULL && q->typed[i].kind != V_STRING && !is_class) {
    value *kept = ARENA_NEW(c->arena, value);
    *kept = q->typed[i];
    r->typed_title = kept;
  }
  r->virtual = q->form != RESOURCE_FORM_REGULAR;
  r->exported = q->form == RESOURCE_FORM_EXPORTED;
  /* create_resources leaves `exported` nil in Puppet. Its writer then adds the field as false at the end, after the
   * kind. */
  r->writing.exported_last = place->kind != AST_RESOURCE && !r->exported;
  resource_locate(c, r, place);
  /* create_resources in a text without a file: Puppet takes the file from its call stack, which contains "unknown". */
  if (place->kind != AST_RESOURCE && r->origin.file.n == 0) r->origin.file = STR("unknown");
  resource_fill(c, r, s, q->params, q->nparams);
  /* A class is evaluated before the next title; a define waits. */
  if (is_class) catalog_prepare_class(c, s, r);
  catalog_add(c, s, r, true);
  if (is_class) catalog_evaluate(c, r);
  if (q->refs != NULL) valuevec_push(q->refs, c->arena, catalog_reference(c, r));
}

void catalog_create_resources(struct compilation *c, struct scope *s, const struct resource_request *request)
{
  assert(request->place != NULL);
  assert(request->titles != NULL || request->ntitles == 0);
  assert(request->params != NULL || request->nparams == 0);
  assert(request->known == NULL || str_eq(sym_str(request->known), request->type_name));
  const struct resource_type rtype = request->known != NULL ? *catalog_type(c, request->known)
                                                            : environment_find_type(c, request->type_name);
  if (rtype.kind == RESOURCE_UNKNOWN || rtype.kind == RESOURCE_NODE) {
    fail_error(&c->context, FAILURE_MISSING, "Unknown resource type: '%.*s'", STR_FMT(request->type_name));
  }
  for (uint32_t i = 0; i < request->ntitles; i++) create_one(c, s, request, &rtype, i);
}

/* Fails if an override sets a parameter twice. The words "for on" are Puppet's. */
static void check_doubles(struct compilation *c, const struct resource *r, const struct parameter *params, uint32_t n)
{
  for (uint32_t i = 1; i < n; i++) {
    uint32_t k = 0;
    while (k < i && params[k].name != params[i].name) k++;
    if (k == i) continue;
    struct buf out = BUF_IN(c->arena);
    buf_printf(&out, "Duplicate parameter '%s' for on %.*s", params[i].name->text, STR_FMT(r->ref));
    resource_place(&out, r);
    fail_message(&c->context, FAILURE_DUPLICATE, buf_view(&out));
  }
}

/* The override becomes a resource that is not in the catalog. It has its own place and definition, which decide whether
 * it is allowed. */
void catalog_override(struct compilation *c, struct scope *s, const ast *place, const struct type *reference,
                      const struct parameter *params, uint32_t nparams)
{
  if (!reference->resource.has_title) {
    fail_error(&c->context, FAILURE_EVALUATION, "No title provided and :%s is not a valid resource reference",
               reference->resource.type_name->text);
  }
  if (reference->resource.title.n == 0) {
    fail_error(&c->context, FAILURE_EVALUATION, "No title provided and \"%.*s[]\" is not a valid resource reference",
               STR_FMT(catalog_display(c, reference->resource.type_name)));
  }
  struct resource_type rtype = environment_find_type(c, sym_str(reference->resource.type_name));
  /* As in reference_text: an unknown type is treated as a class, and so is a node. */
  if (rtype.kind == RESOURCE_UNKNOWN || rtype.kind == RESOURCE_NODE) rtype = environment_find_type(c, STR("class"));
  struct resource *r = resource_new(c, s, &rtype, reference->resource.title);
  resource_locate(c, r, place);
  check_doubles(c, r, params, nparams);
  for (uint32_t i = 0; i < nparams; i++) resource_set(c, r, &params[i]);
  catalog_add_override(c, &(struct override){.values = r});
}

void catalog_override_collected(struct compilation *c, const struct collector *from, struct resource *target)
{
  const struct resource_type rtype = {
    .kind = target->kind, .name = target->type, .restype = target->restype, .definition = target->definition};
  struct resource *r = resource_new(c, from->scope, &rtype, target->title);
  if (from->source != NULL) {
    r->origin.source = from->source;
    r->origin.offset = from->offset;
    r->origin.file = from->source->file;
    r->origin.line = source_line(from->source, from->offset);
  }
  check_doubles(c, r, from->overrides, from->noverrides);
  for (uint32_t i = 0; i < from->noverrides; i++) resource_set(c, r, &from->overrides[i]);
  /* As in Puppet, the resource defaults in the collector's scope are part of its override. */
  resource_apply_defaults(c, r, from->scope);
  catalog_add_override(c, &(struct override){.values = r, .by_collector = true});
}
