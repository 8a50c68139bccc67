/* Collectors: matching resources, and changing them. compile.c runs all collectors repeatedly, in turn with the waiting
 * defines, until nothing new is found. To make repeats cheap, each collector stores how many resources it has checked.
 * It starts again from the first only if a tag, or an attribute that a query reads, has changed. */
#include "compiler/catalog/internal.h"
#include "compiler/values/ruby_text.h"

void catalog_check_collectable(struct compilation *c, str type_name)
{
  struct resource_type found = environment_find_type(c, type_name);
  if (found.kind == RESOURCE_CLASS) fail_error(&c->context, FAILURE_EVALUATION, "Classes cannot be collected");
  if (found.kind == RESOURCE_UNKNOWN || found.kind == RESOURCE_NODE) {
    fail_error(&c->context, FAILURE_MISSING, "Resource type %.*s doesn't exist", STR_FMT(type_name));
  }
}

struct collector *catalog_collect(struct compilation *c, struct scope *s, const ast *place, str type_name,
                                  enum collector_kind kind, const struct query *query,
                                  const struct parameter *overrides, uint32_t noverrides)
{
  struct collector *k = ARENA_NEW(c->arena, struct collector);
  k->kind = kind;
  k->type = environment_find_type(c, type_name).name;
  k->query = query;
  k->scope = s;
  k->source = c->context.source;
  k->offset = place->offset;
  k->has_overrides = noverrides > 0;
  k->noverrides = noverrides;
  k->overrides = arena_alloc(c->arena, (noverrides + 1) * sizeof *overrides);
  if (noverrides > 0) memcpy(k->overrides, overrides, noverrides * sizeof *overrides);
  ptrmap_init(&k->collected_set, c->arena);
  catalog_of_type(c, k->type)->asked |= query != NULL ? query->names : 0;
  ptrvec_push(&c->catalog->work.collectors, c->arena, k);
  return k;
}

void catalog_realize(struct compilation *c, struct scope *s, const value *refs, uint32_t n)
{
  struct collector *k = ARENA_NEW(c->arena, struct collector);
  k->kind = COLLECT_FIXED;
  k->scope = s;
  ptrmap_init(&k->collected_set, c->arena);
  struct valuevec all = value_flat(&c->context, refs, n);
  k->refs = arena_array(c->arena, (size_t)all.n + 1, sizeof *k->refs);
  for (uint32_t i = 0; i < all.n; i++) {
    const value v = all.items[i];
    /* References are stored as text, for the message about those that are not found. */
    if (v.kind != V_UNDEF)
      k->refs[k->nrefs++] = value_is_reference(v) ? reference_text(c, v.type) : value_to_str(c->arena, v);
  }
  ptrvec_push(&c->catalog->work.collectors, c->arena, k);
}

/* --- matching --- */

/* Queries compare references by their text: File['/x'] equals the string 'File[/x]'. */
static value comparable(struct compilation *c, value v)
{
  return value_is_reference(v) ? value_str(reference_text(c, v.type)) : v;
}

static bool includes(struct compilation *c, const struct array *a, value wanted)
{
  for (uint32_t i = 0; i < a->n; i++) {
    deadline_step();
    if (value_equal(comparable(c, a->items[i]), wanted)) return true;
  }
  return false;
}

static bool has_one_tag(struct compilation *c, struct resource *r, const struct query *q)
{
  for (uint32_t i = 0; i < q->ntags; i++) {
    if (resource_is_tagged_with(c, r, q->tags[i])) return true;
  }
  return false;
}

static bool matches(struct compilation *c, struct resource *r, const struct query *q)
{
  if (q == NULL) return true;
  bool yes = false;
  value v;
  context_enter(&c->context);
  switch (q->op) {
  case QUERY_AND: yes = matches(c, r, q->left) && matches(c, r, q->right); break;
  case QUERY_OR: yes = matches(c, r, q->left) || matches(c, r, q->right); break;
  case QUERY_TAG: yes = has_one_tag(c, r, q); break;
  case QUERY_EQUAL:
    v = resource_value(r, q->name);
    /* == is also true for an array that contains the value; != compares the whole value. */
    yes = v.kind == V_ARRAY ? includes(c, v.array, comparable(c, q->value))
                            : value_equal(comparable(c, v), comparable(c, q->value));
    break;
  case QUERY_NOT_EQUAL: yes = !value_equal(comparable(c, resource_value(r, q->name)), comparable(c, q->value)); break;
  case QUERY_NEVER: break;
  case QUERY_ALWAYS: yes = true; break;
  }
  context_leave(&c->context);
  return yes;
}

/* --- running --- */

/* Takes a resource once: overrides are not applied again when the collector finds it in the next round. */
static bool take(struct compilation *c, struct collector *k, struct resource *r)
{
  r->virtual = false;
  bool made;
  if (ptrmap_find(&k->collected_set, r) != NULL) return false;
  if (k->has_overrides) {
    /* From now on, code of this definition may override values of others, as in Puppet (see is_child in override.c). */
    ptrmap_put(&c->catalog->work.overriding, scope_setter(c, k->scope), k);
    catalog_override_collected(c, k, r);
  }
  ptrmap_slot(&k->collected_set, r, &made);
  ptrvec_push(&k->collected, c->arena, r);
  return true;
}

/* The first resource to check: resources that were checked before are checked again only if something has changed. */
static uint32_t unseen(const struct compilation *c, struct collector *k, const struct listed_type *list)
{
  const uint32_t tags = c->catalog->tags.container_changes + 1, changes = list->changes + 1;
  const uint32_t from = k->seen_changes == changes && k->seen_tags == tags ? k->seen : 0;
  k->seen = list->resources.n;
  k->seen_changes = changes;
  k->seen_tags = tags;
  return from;
}

/* All matches are found before any is changed: overriding one must not change whether another one matches. */
static bool run_query(struct compilation *c, struct collector *k)
{
  const struct listed_type *list = catalog_of_type(c, k->type);
  const struct ptrvec *all = &list->resources;
  struct ptrvec found = {0};
  const struct tag_bits needs = k->query != NULL ? k->query->needs : (struct tag_bits){0};
  for (uint32_t i = unseen(c, k, list); i < all->n; i++) {
    struct resource *r = all->items[i];
    /* A cheap test that excludes most resources: the query needs a tag that the resource does not have. */
    if (needs.low != 0 && !tag_bits_cover(resource_all_tag_bits(c, r), needs)) continue;
    if (k->kind == COLLECT_EXPORTED && !r->exported) continue;
    if (!r->virtual && ptrmap_find(&k->collected_set, r) != NULL) continue;
    if (matches(c, r, k->query)) ptrvec_push(&found, c->arena, r);
  }
  if (k->kind == COLLECT_EXPORTED) catalog_import_exported(c, k, &found);
  for (uint32_t i = 0; i < found.n; i++) ((struct resource *)found.items[i])->virtual = false;
  bool any = false;
  for (uint32_t i = 0; i < found.n; i++) any = take(c, k, found.items[i]) || any;
  return any;
}

/* realize('x') fails only here, when the collector runs; in Puppet it is an error of the compiler. */
static void check_reference(struct compilation *c, str ref)
{
  str rtype, title;
  if (reference_split(ref, &rtype, &title)) return;
  struct buf out = BUF_IN(c->arena);
  buf_z(&out, "Puppet::Parser::Compiler failed with error ArgumentError: No title provided and ");
  ruby_inspect(&out, value_str(ref));
  buf_z(&out, " is not a valid resource reference");
  fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
}

static bool run_fixed(struct compilation *c, struct collector *k)
{
  bool any = false;
  uint32_t left = 0;
  for (uint32_t i = 0; i < k->nrefs; i++) {
    check_reference(c, k->refs[i]);
    struct resource *r = catalog_find_ref(c, k->refs[i]);
    if (r == NULL) k->refs[left++] = k->refs[i];
    else any = take(c, k, r) || any;
  }
  k->nrefs = left;
  if (left == 0) k->deleted = true;
  return any;
}

/* The message does not show the query, whose values may be secrets. */
static void log_collected(struct compilation *c, const struct collector *k, uint32_t before)
{
  if (!compile_debugs(c, &log_catalog) || k->collected.n == before) return;
  struct buf place = BUF_IN(c->arena);
  if (k->source != NULL) {
    diag_place(&place, k->source->file, source_line(k->source, k->offset), source_column(k->source, k->offset));
  }
  const str name = k->type != NULL ? catalog_display(c, k->type) : STR("realize");
  for (uint32_t i = before; i < k->collected.n; i++) {
    const struct resource *r = k->collected.items[i];
    compile_debug(c, &log_catalog, "Collected %.*s%s by %.*s%s%.*s", STR_FMT(r->ref),
                  k->has_overrides ? " with overrides" : "", STR_FMT(name),
                  k->kind == COLLECT_EXPORTED ? " <<| |>>"
                  : k->kind == COLLECT_FIXED  ? "()"
                                              : " <| |>",
                  STR_FMT(buf_view(&place)));
  }
}

bool catalog_run_collectors(struct compilation *c)
{
  struct ptrvec *all = &c->catalog->work.collectors;
  /* Collectors that are added during this loop run in the next round. */
  const uint32_t n = all->n;
  bool any = false;
  for (uint32_t i = 0; i < n; i++) {
    struct collector *k = all->items[i];
    if (k->deleted || (k->kind == COLLECT_EXPORTED && !c->settings->storeconfigs)) continue;
    const uint32_t before = k->collected.n;
    any = (k->kind == COLLECT_FIXED ? run_fixed(c, k) : run_query(c, k)) || any;
    log_collected(c, k, before);
  }
  return any;
}

void catalog_check_collectors(struct compilation *c)
{
  struct buf out = BUF_IN(c->arena);
  const struct ptrvec *all = &c->catalog->work.collectors;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct collector *k = all->items[i];
    for (uint32_t j = 0; j < k->nrefs; j++) buf_printf(&out, "%s%.*s", out.n > 0 ? ", " : "", STR_FMT(k->refs[j]));
  }
  if (out.n == 0) return;
  fail_error(&c->context, FAILURE_MISSING, "Failed to realize virtual resources %.*s", STR_FMT(buf_view(&out)));
}
