/* Finishes resources: waiting overrides, tags, Sensitive values, checks of attribute names, and the metaparameters that
 * containers pass to their contents. Arrows become metaparameters first, so they are checked like all others. */
#include "compiler/catalog/internal.h"

static void merge_waiting(struct compilation *c, struct resource *r)
{
  struct strmap *overrides = &c->catalog->work.overrides;
  if (overrides->live == 0) return;
  str key = catalog_key(c, r->type, r->title);
  struct ptrvec *list = strmap_get(overrides, key);
  if (list == NULL) return;
  for (uint32_t i = 0; i < list->n; i++) resource_merge(c, r, list->items[i]);
  strmap_remove(overrides, key);
}

/* The agent needs the plain values: the catalog lists the names of the parameters that are secret. */
static void unwrap_sensitive(struct compilation *c, struct resource *r)
{
  for (uint32_t i = 0; i < r->params.n; i++) {
    struct parameter *p = &r->params.items[i];
    if (p->value.kind != V_SENSITIVE) continue;
    if (r->sensitive == NULL) r->sensitive = arena_alloc(c->arena, r->params.n * sizeof *r->sensitive);
    r->sensitive[r->nsensitive++] = p->name;
    p->value = *p->value.sensitive;
  }
}

static void catalog_check_resource(struct compilation *c, struct resource *r)
{
  if (r->kind != RESOURCE_BUILTIN) {
    /* Unless its parameters were checked when it was evaluated and have not been overridden since. */
    if (!r->done.checked && r->definition != NULL) parameters_check(c, r, r->scope);
    return;
  }
  for (uint32_t i = 0; i < r->params.n; i++) {
    if (restype_has_attribute(r->restype, r->params.items[i].name)) continue;
    if (environment_is_metaparameter(c, r->params.items[i].name)) continue;
    /* Puppet's message has the place twice. */
    struct buf out = BUF_IN(c->arena);
    buf_printf(&out, "no parameter named '%s'", r->params.items[i].name->text);
    resource_place(&out, r);
    buf_printf(&out, " on %.*s", STR_FMT(r->ref));
    resource_place(&out, r);
    fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
  }
}

static void finish_one(struct compilation *c, struct resource *r)
{
  /* Overrides come first, since their values must be checked, too. */
  merge_waiting(c, r);
  if (r->done.finished) return;
  r->done.finished = true;
  c->context.locate = resource_failure_place;
  c->context.subject = r;
  resource_add_scope_tags(c, r);
  unwrap_sensitive(c, r);
  catalog_check_resource(c, r);
  c->context.locate = NULL;
}

/* --- references without a title --- */

static void check_titles_in(struct compilation *c, value v)
{
  if (v.kind == V_ARRAY) {
    context_enter(&c->context);
    for (uint32_t i = 0; i < v.array->n; i++) check_titles_in(c, v.array->items[i]);
    context_leave(&c->context);
    return;
  }
  if (v.kind != V_TYPE || !v.type->as_resource || v.type->resource.title.n > 0) return;
  const struct resource_type t = environment_find_type(c, sym_str(v.type->resource.type_name));
  struct title_parts parts;
  if (t.kind == RESOURCE_BUILTIN && !t.restype->plain_title) {
    str fault;
    if (!environment_try_title(c, t.restype, STR_EMPTY, &parts, &fault)) {
      fail_message(&c->context, FAILURE_EVALUATION, fault);
    }
  }
}

/* Puppet copies each reference that is a value or in an array, which checks that its title matches the type. References
 * in hashes are neither copied nor checked. */
void catalog_check_titles(struct compilation *c)
{
  const struct catalog *cat = c->catalog;
  for (uint32_t i = 0; cat->has_untitled && i < cat->resources.n; i++) {
    const struct resource *r = cat->resources.items[i];
    if (r->virtual && !r->exported) continue;
    for (uint32_t k = 0; k < r->params.n; k++) check_titles_in(c, r->params.items[k].value);
  }
}

/* --- all together --- */

void catalog_finish(struct compilation *c)
{
  catalog_evaluate_relationships(c);
  const struct ptrvec *all = &c->catalog->resources;
  for (uint32_t i = 0; i < all->n; i++) {
    struct resource *r = all->items[i];
    resources_prefetch(all, i, true);
    if (r->managed) finish_one(c, r);
  }
  catalog_flow(c);
}
