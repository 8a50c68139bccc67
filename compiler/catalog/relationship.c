/* Arrows are stored during evaluation, because collectors at their ends may still find resources; then they are added
 * to the metaparameters `before` and `notify` of their sources. Finally all relationships of the catalog are
 * checked. */
#include "base/array.h"
#include "compiler/catalog/internal.h"
#include "compiler/values/ruby_text.h"

#include <stdint.h>

struct relationship {
  struct relationship_end source, target;
  struct source *text; /* the text that contains the arrow */
  uint32_t offset;
  bool notify;
};

struct relationship_end relationship_end_of(struct compilation *c, const struct type *reference)
{
  struct relationship_end end = {.type = compilation_name.class, .title = STR_EMPTY};
  if (reference->kind == T_CLASS) {
    if (reference->class.name != NULL) end.title = sym_str(reference->class.name);
    return end;
  }
  if (reference->resource.has_title) end.title = reference->resource.title;
  if (reference->resource.type_name != NULL) {
    const struct resource_type *found = catalog_type(c, reference->resource.type_name);
    /* An unknown type is treated as a class, as in reference_text. */
    if (found->kind != RESOURCE_UNKNOWN) end.type = found->name;
  }
  return end;
}

bool relationship_end_same(const struct relationship_end *a, const struct relationship_end *b)
{
  return a->type == b->type && a->collector == b->collector && str_eq(a->title, b->title);
}

void catalog_relate(struct compilation *c, const ast *place, struct relationship_end source,
                    struct relationship_end target, bool notify)
{
  struct relationship *rel = ARENA_NEW(c->arena, struct relationship);
  *rel = (struct relationship){source, target, c->context.source, place->offset, notify};
  ptrvec_push(&c->catalog->relations.arrows, c->arena, rel);
}

void collector_set_alternative(struct compilation *c, struct collector *k, const struct relationship_end *ends,
                               uint32_t n)
{
  struct relationship_end *copy = arena_alloc(c->arena, (n + 1) * sizeof *copy);
  if (n > 0) memcpy(copy, ends, n * sizeof *copy);
  k->alternative = copy;
  k->nalternative = n;
}

static struct relationship_end end_of(const struct resource *r)
{
  return (struct relationship_end){.type = r->type, .title = r->title};
}

/* Returns the resources of an end. If the collector C in X -> C -> Y finds nothing, the arrow to Y leads from X, and so
 * on along a chain of empty collectors. The bound on the steps ends a cyclic chain. */
static struct relationship_end *expand(struct compilation *c, const struct relationship_end *end, bool left,
                                       uint32_t *n)
{
  struct relationship_end *out;
  const struct collector *k = end->collector;
  uint32_t hops = 0;
  while (left && k != NULL && k->collected.n == 0 && k->nalternative == 1 && k->alternative[0].collector != NULL &&
         ++hops < 100000) {
    end = &k->alternative[0];
    k = end->collector;
  }
  if (k == NULL) {
    *n = 1;
    out = arena_alloc(c->arena, sizeof *out);
    *out = *end;
    return out;
  }
  if (k->collected.n == 0 && left) {
    *n = k->nalternative;
    return (struct relationship_end *)k->alternative;
  }
  *n = k->collected.n;
  out = arena_alloc(c->arena, (*n + 1) * sizeof *out);
  for (uint32_t i = 0; i < *n; i++) out[i] = end_of(k->collected.items[i]);
  return out;
}

/* Whether a resource is an end of an arrow, directly or through a collector. */
static bool stands_for(struct compilation *c, const struct relationship_end *end, bool left, const struct resource *r)
{
  uint32_t n;
  if (end->collector == NULL && end->type != r->type) return false;
  if (end->collector == NULL && str_eq(end->title, r->title)) return true;
  const struct relationship_end *all = expand(c, end, left, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (all[i].type == r->type && catalog_find(c, all[i].type, all[i].title) == r) return true;
  }
  return false;
}

/* Only messages about cycles use this, so it may search all arrows. */
bool catalog_find_arrow(struct compilation *c, const struct resource *source, const struct resource *target,
                        bool notify, struct source **text, uint32_t *offset)
{
  const struct ptrvec *all = &c->catalog->relations.arrows;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct relationship *rel = all->items[i];
    if (rel->notify != notify || !stands_for(c, &rel->source, true, source) ||
        !stands_for(c, &rel->target, false, target)) {
      continue;
    }
    *text = rel->text;
    *offset = rel->offset;
    return true;
  }
  return false;
}

static str end_text(struct compilation *c, const struct relationship_end *end)
{
  return reference_of(c, end->type, end->title);
}

/* Puppet appends to the array in place: all resources that share the array, such as all titles of one declaration, get
 * the new element. This maps each array to the resources that have it as `before` or `notify`. */
static void note_holders(struct compilation *c, struct ptrmap *holders)
{
  const struct ptrvec *all = &c->catalog->resources;
  const symbol *const names[] = {compilation_name.before, compilation_name.notify};
  ptrmap_init(holders, c->arena);
  for (uint32_t i = 0; i < all->n; i++) {
    for (uint32_t k = 0; k < 2; k++) {
      const struct parameter *p = resource_param(all->items[i], names[k]);
      if (p == NULL || p->value.kind != V_ARRAY) continue;
      bool made;
      void **slot = ptrmap_slot(holders, p->value.array, &made);
      if (made) *slot = ARENA_NEW(c->arena, struct ptrvec);
      ptrvec_push(*slot, c->arena, all->items[i]);
    }
  }
}

static void set_arrow(struct compilation *c, struct resource *r, const struct relationship *rel, const symbol *name,
                      value v)
{
  struct parameter set = {.name = name, .setter = r->scope};
  const struct parameter *there = resource_param(r, name);
  if (there != NULL && there->value.kind == V_ARRAY) set = *there; /* Puppet appends; else it sets one without place */
  set.value = v;
  PROVENANCE(c, provenance_arrow(c, rel->text, rel->offset));
  resource_set(c, r, &set);
}

/* Adds a target to the metaparameter of a source, and of all that share its array. */
static void push(struct compilation *c, struct ptrmap *holders, struct resource *r, const struct relationship *rel,
                 value v)
{
  const symbol *name = rel->notify ? compilation_name.notify : compilation_name.before;
  const struct parameter *there = resource_param(r, name);
  const value old = there == NULL ? VALUE_UNDEF : there->value;
  const uint32_t n = old.kind == V_ARRAY ? old.array->n : old.kind != V_UNDEF;
  struct array *all = array_new(c->arena, n + 1);
  if (n > 0) memcpy(all->items, old.kind == V_ARRAY ? old.array->items : &old, n * sizeof old);
  all->items[n] = v;
  struct ptrvec *same = old.kind == V_ARRAY ? ptrmap_get(holders, old.array) : NULL;
  for (uint32_t i = 0; same != NULL && i < same->n; i++) set_arrow(c, same->items[i], rel, name, value_array(all));
  if (same == NULL) set_arrow(c, r, rel, name, value_array(all));
  else if (same->n > 1) ptrmap_put(holders, all, same);
}

/* Fails for a reference without a title, as Puppet does when it looks up its text in the catalog. */
static void require_title(struct compilation *c, const struct relationship_end *end)
{
  if (end->title.n > 0 || end->type == compilation_name.class) return;
  fail_error(&c->context, FAILURE_EVALUATION, "No title provided and \"%.*s\" is not a valid resource reference",
             STR_FMT(end_text(c, end)));
}

/* In Puppet the replacement of an empty collector is a type, and messages show it as a type: with the title in quotes,
 * or with the name of a class as it is. */
static str source_label(struct compilation *c, const struct relationship_end *end, bool stands_in)
{
  if (!stands_in) return end_text(c, end);
  if (end->type == compilation_name.class) return reference_shown(c->arena, STR("Class"), end->title);
  struct buf out = BUF_IN(c->arena);
  buf_str(&out, catalog_display(c, end->type));
  buf_char(&out, '[');
  value_quote(&out, end->title);
  buf_char(&out, ']');
  return buf_view(&out);
}

/* The text of an end that was found: that of the resource, unless the end is an alias of it. */
static str found_text(struct compilation *c, const struct relationship_end *end, const struct resource *r)
{
  return r->type == compilation_name.class || str_eq(end->title, r->title) ? r->ref : end_text(c, end);
}

static void relate(struct compilation *c, struct ptrmap *holders, const struct relationship *rel,
                   const struct relationship_end *source, bool stands_in, const struct relationship_end *target)
{
  require_title(c, source);
  struct resource *from = catalog_find(c, source->type, source->title);
  if (from != NULL) require_title(c, target);
  const struct resource *to = from != NULL ? catalog_find(c, target->type, target->title) : NULL;
  if (to == NULL) {
    const str texts[] = {source_label(c, source, stands_in), end_text(c, target)};
    fail_error(&c->context, FAILURE_MISSING, "Could not find resource '%.*s' for relationship %s '%.*s'",
               STR_FMT(texts[from != NULL]), from != NULL ? "from" : "on", STR_FMT(texts[from == NULL]));
  }
  compile_debug(c, &log_catalog, "Adding relationship from %.*s to %.*s with '%s'",
                STR_FMT(source_label(c, source, stands_in)), STR_FMT(end_text(c, target)),
                rel->notify ? "notify" : "before");
  push(c, holders, from, rel, value_str(found_text(c, target, to)));
}

void catalog_evaluate_relationships(struct compilation *c)
{
  const struct ptrvec *all = &c->catalog->relations.arrows;
  struct ptrmap holders;
  if (all->n > 0) note_holders(c, &holders);
  for (uint32_t i = 0; i < all->n; i++) {
    const struct relationship *rel = all->items[i];
    uint32_t nsources, ntargets;
    const struct relationship_end *sources = expand(c, &rel->source, true, &nsources);
    const struct relationship_end *targets = expand(c, &rel->target, false, &ntargets);
    const bool empty = rel->source.collector != NULL && rel->source.collector->collected.n == 0;
    for (uint32_t s = 0; s < nsources; s++) {
      for (uint32_t t = 0; t < ntargets; t++) relate(c, &holders, rel, &sources[s], empty, &targets[t]);
    }
  }
}

/* --- the final check --- */

/* Stores each relation in its direction, for the search for cycles. */
static void note_relation(struct compilation *c, struct resource *r, const symbol *name, struct resource *other)
{
  struct catalog *cat = c->catalog;
  /* Virtual resources are not sent to an agent, so they are not in a cycle. */
  if (c->settings->cycles == SEVERITY_IGNORE || other->virtual) return;
  ARENA_ROOM(c->arena, cat->relations.items, cat->relations.n, cat->relations.cap, 64);
  const bool in = name == compilation_name.require || name == compilation_name.subscribe;
  cat->relations.items[cat->relations.n++] = in ? (struct relation){other->index, r->index}
                                                : (struct relation){r->index, other->index};
}

/* Puppet prints the secret here, ficelle does not. */
static void fail_target(struct compilation *c, const struct resource *r, const struct parameter *p, value v)
{
  struct buf out = BUF_IN(c->arena), shown = BUF_IN(c->arena);
  const bool secret = resource_is_sensitive(r, p->name);
  if (secret) buf_z(&shown, "Sensitive [value redacted]");
  else if (value_is_reference(v)) buf_str(&shown, reference_text(c, v.type));
  else ruby_to_s(&shown, v);
  str text = buf_view(&shown), rtype, title;
  if (secret || !reference_split(text, &rtype, &title)) {
    buf_z(&out, "No title provided and ");
    ruby_inspect(&out, value_str(text));
    buf_z(&out, " is not a valid resource reference");
  } else {
    buf_printf(&out, "Could not find resource '%.*s' in parameter '%s'", STR_FMT(text), p->name->text);
  }
  parameter_place(&out, p);
  fail_message(&c->context, FAILURE_MISSING, buf_view(&out));
}

static void check_target(struct compilation *c, struct resource *r, const struct parameter *p, value v)
{
  /* A reference is looked up by its type and title; texts, and references without a title, by their text. */
  const bool titled = value_is_reference(v) && (v.type->kind == T_CLASS || v.type->resource.title.n > 0);
  struct resource *other = titled ? catalog_find_reference(c, v.type) : NULL;
  if (other == NULL)
    other = catalog_find_ref(c, value_is_reference(v) ? reference_text(c, v.type) : value_to_str(c->arena, v));
  if (other == NULL) fail_target(c, r, p, v);
  note_relation(c, r, p->name, other);
}

void catalog_validate_relationships(struct compilation *c)
{
  const struct ptrvec *all = &c->catalog->resources;
  const uint64_t relationships = restype_relationship_mask();
  for (uint32_t i = 0; i < all->n; i++) {
    struct resource *r = all->items[i];
    resources_prefetch(all, i, false);
    if (r->virtual || (r->params.mask & relationships) == 0) continue;
    for (uint32_t j = 0; j < r->params.n; j++) {
      const struct parameter *p = &r->params.items[j];
      /* The mask is fast, but other names may have the same bit. */
      if ((symbol_mask(p->name) & relationships) == 0) continue;
      if (!restype_is_relationship(p->name)) continue;
      struct valuevec targets = {0};
      catalog_flatten(c, &targets, p->value);
      for (uint32_t k = 0; k < targets.n; k++) check_target(c, r, p, targets.items[k]);
    }
  }
}
