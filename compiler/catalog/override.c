/* Overrides: which code may change which parameters of a declared resource. A class may override what it, or a class it
 * inherits, has declared; code of a definition that contains a collector with overrides may override everything. An
 * override of a resource that does not exist yet waits for it. */
#include "base/check.h"
#include "compiler/catalog/internal.h"

/* Puppet's child_of?: `d` inherits `ancestor`, directly or not, or contains a collector with overrides. */
static bool is_child(struct compilation *c, const struct definition *d, const struct definition *ancestor)
{
  /* The bound ends a cycle of inheritance. */
  for (int steps = 0; d != NULL && steps < 10000; steps++) {
    if (ptrmap_find(&c->catalog->work.overriding, d) != NULL) return true;
    if (d->parent == NULL) return false;
    const struct definition *parent = environment_find_class(c, sym_str(d->parent));
    if (parent == ancestor) return true;
    d = parent;
  }
  return false;
}

/* Whether an enclosing scope has this value as the resource default. Puppet compares values, and does not store which
 * parameters are defaults. */
static bool is_default(const struct scope *s, const struct resource *r, const symbol *name, value v)
{
  for (; s != NULL; s = s->declarer) {
    const struct parameter *p = scope_own_default(s, r->type, name);
    if (p != NULL && value_same(p->value, v)) return true;
  }
  return false;
}

static const struct definition *setter_of(struct compilation *c, const struct parameter *p)
{
  return p->setter != NULL ? scope_setter(c, p->setter) : c->environment->defined.main;
}

/* Puppet prints the object of a class, with an address in memory that changes. ficelle prints the class's reference. */
static str definition_label(struct compilation *c, const struct definition *d)
{
  if (d->kind == DEFINITION_DEFINE) return catalog_display(c, d->name);
  const char *kind = d->kind == DEFINITION_NODE ? "Node" : "Class";
  str title = d->kind == DEFINITION_NODE ? sym_str(d->name)
                                         : title_display(c, compilation_name.class, sym_str(d->name));
  return arena_printf(c->arena, "%s[%.*s]", kind, STR_FMT(title));
}

_Noreturn static void fail_set(struct compilation *c, const struct resource *r, const struct parameter *current,
                               const struct parameter *p)
{
  struct buf out = BUF_IN(c->arena), place = BUF_IN(c->arena);
  buf_printf(&out, "Parameter '%s' is already set on %.*s", p->name->text, STR_FMT(r->ref));
  const struct definition *by = setter_of(c, current);
  str label = by != NULL ? definition_label(c, by) : STR("Class[main]");
  buf_printf(&out, " by %.*s", STR_FMT(label));
  parameter_place(&place, current);
  if (place.n > 0) buf_printf(&out, " at%.*s", STR_FMT(buf_view(&place)));
  buf_z(&out, "; cannot redefine");
  struct buf where = BUF_IN(c->arena);
  parameter_place(&where, p);
  /* If the parameter has no place, the message has that of the current expression. */
  if (where.n == 0) fail_error(&c->context, FAILURE_DUPLICATE, "%.*s", STR_FMT(buf_view(&out)));
  buf_str(&out, buf_view(&where));
  fail_message(&c->context, FAILURE_DUPLICATE, buf_view(&out));
}

static void override_parameter(struct compilation *c, struct resource *r, const struct override *override,
                               const struct parameter *given)
{
  compile_debug(c, &log_catalog, "Overriding %s of %.*s%s", given->name->text, STR_FMT(r->ref),
                override->by_collector ? " by a collector" : "");
  const enum parameter_origin origin = override->by_collector ? ORIGIN_COLLECTOR : ORIGIN_OVERRIDE;
  struct parameter p = *given;
  const struct parameter *current = resource_param(r, p.name);
  if (current == NULL) {
    PROVENANCE(c, provenance_expect(c, origin, NULL));
    resource_set(c, r, &p);
    return;
  }
  /* As in Puppet, an override with the value of a resource default changes nothing. */
  if (is_default(r->scope, r, p.name, p.value)) return;
  const struct definition *by = setter_of(c, &p), *of = setter_of(c, current);
  /* The definition that declared the resource may replace a default, but not its own value. */
  if (!is_child(c, by, of) && !(by == of && is_default(r->scope, r, p.name, current->value))) {
    fail_set(c, r, current, &p);
  }
  if (p.append) {
    struct valuevec all = value_flat(&c->context, &current->value, 1);
    value_flatten(&c->context, &all, &p.value, 1);
    p.value = valuevec_array(&all, c->arena);
  }
  PROVENANCE(c, provenance_expect(c, origin, NULL));
  resource_set(c, r, &p);
}

/* Warns that the body of a define has run with the old values: only the parameters in the catalog change. */
static void warn_evaluated(struct compilation *c, const struct resource *r, const struct resource *values)
{
  if (c->settings->strict == SEVERITY_IGNORE) return;
  struct buf out = BUF_IN(c->arena), place = BUF_IN(c->arena);
  buf_z(&out, "Attempt to override an already evaluated resource");
  resource_place(&place, r);
  if (place.n > 0) buf_printf(&out, ", defined at%.*s,", STR_FMT(buf_view(&place)));
  buf_z(&out, " with new values");
  resource_place(&out, values);
  if (c->settings->strict == SEVERITY_ERROR) fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
  compile_log(c, CLOG_WARNING, STR_EMPTY, buf_view(&out));
}

void resource_merge(struct compilation *c, struct resource *r, const struct override *override)
{
  const struct resource *values = override->values;
  assert(values->type == r->type && values != r);
  const struct definition *by = values->origin.setter, *of = r->origin.setter;
  if (by != of && !is_child(c, by, of)) {
    struct buf out = BUF_IN(c->arena);
    buf_z(&out, "Only subclasses can override parameters");
    resource_place(&out, values);
    fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
  }
  if (r->done.evaluated) warn_evaluated(c, r, values);
  /* The new values must be checked again when the catalog is finished. */
  r->done.checked = false;
  for (uint32_t i = 0; i < values->params.n; i++) override_parameter(c, r, override, &values->params.items[i]);
}

void catalog_add_override(struct compilation *c, const struct override *override)
{
  const struct resource *values = override->values;
  struct resource *r = catalog_find(c, values->type, values->title);
  if (r != NULL) {
    resource_merge(c, r, override);
    return;
  }
  void **slot = strmap_slot(&c->catalog->work.overrides, catalog_key(c, values->type, values->title), NULL);
  if (*slot == NULL) *slot = ARENA_NEW(c->arena, struct ptrvec);
  struct override *kept = ARENA_NEW(c->arena, struct override);
  *kept = *override;
  ptrvec_push(*slot, c->arena, kept);
}

void catalog_check_overrides(struct compilation *c)
{
  struct buf out = BUF_IN(c->arena);
  const struct strmap *all = &c->catalog->work.overrides;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct ptrvec *list = all->entries[i].value;
    for (uint32_t j = 0; !all->entries[i].removed && j < list->n; j++) {
      const struct override *override = list->items[j];
      buf_printf(&out, "%s%.*s", out.n > 0 ? ", " : "", STR_FMT(override->values->ref));
    }
  }
  if (out.n == 0) return;
  fail_error(&c->context, FAILURE_MISSING, "Could not find resource(s) %.*s for overriding", STR_FMT(buf_view(&out)));
}
