/* The origins of values in a catalog. Each resource_set is recorded as a step of its resource. A caller that sets a
 * value for a reason other than an attribute calls provenance_expect before, since resource_set does not know the
 * reason. */
#include "compiler/catalog/provenance.h"

#include "compiler/scope/scope.h"
#include "compiler/lookup/explain.h"
#include "compiler/lookup/lookup.h"

const char *const parameter_origin_words[ORIGIN_COUNT] = {
#define X(name, word, text) word,
  PARAMETER_ORIGINS(X)
#undef X
};
const char *const parameter_origin_texts[ORIGIN_COUNT] = {
#define X(name, word, text) text,
  PARAMETER_ORIGINS(X)
#undef X
};

struct provenance *provenance_new(struct compilation *c)
{
  struct provenance *p = ARENA_NEW(c->arena, struct provenance);
  ptrmap_init(&p->records, c->arena);
  return p;
}

const struct provenance_record *provenance_of(const struct catalog *cat, const struct resource *r)
{
  return cat->provenance != NULL ? ptrmap_get(&cat->provenance->records, r) : NULL;
}

static struct provenance_record *record_of(struct compilation *c, const struct resource *r)
{
  void **slot = ptrmap_slot(&c->catalog->provenance->records, r, NULL);
  if (*slot == NULL) *slot = ARENA_NEW(c->arena, struct provenance_record);
  return *slot;
}

void provenance_expect(struct compilation *c, enum parameter_origin origin, const struct resource *by)
{
  struct provenance *all = c->catalog->provenance;
  all->coming = (struct provenance_step){.origin = origin, .by = by};
  all->is_coming = true;
}

void provenance_arrow(struct compilation *c, struct source *source, uint32_t offset)
{
  provenance_expect(c, ORIGIN_ARROW, NULL);
  c->catalog->provenance->coming.source = source;
  c->catalog->provenance->coming.offset = offset;
}

void provenance_set(struct compilation *c, const struct resource *r, const struct parameter *p)
{
  struct provenance *all = c->catalog->provenance;
  struct provenance_record *record = record_of(c, r);
  struct provenance_step *step = ARENA_NEW(c->arena, struct provenance_step);
  if (all->is_coming) *step = all->coming;
  all->is_coming = false;
  step->name = p->name;
  step->value = p->value;
  step->append = p->append;
  /* Resource defaults are marked in the parameter itself, because they may also come through an override. */
  if (p->from_default) step->origin = ORIGIN_DEFAULT;
  if (step->source == NULL && step->origin != ORIGIN_DATA) {
    step->source = p->source;
    step->offset = p->offset;
  }
  /* The class, define or node whose scope set it. */
  if (step->by == NULL && p->setter != NULL) step->by = p->setter->resource;
  if (record->last != NULL) record->last->next = step;
  else record->first = step;
  record->last = step;
}

void provenance_include(struct compilation *c, const struct resource *r)
{
  struct provenance_record *record = record_of(c, r);
  /* A class from the classifier has no place. */
  if (c->context.source == NULL || c->context.node == NULL) return;
  record->source = c->context.source;
  record->offset = c->context.node->offset;
}

/* --- data --- */

struct place_list {
  struct arena *arena;
  const struct data_place *first, **end;
};

static void add_place(void *ctx, const struct explain_place *found)
{
  struct place_list *list = ctx;
  struct data_place *place = ARENA_NEW(list->arena, struct data_place);
  *place = (struct data_place){.key = found->key, .file = found->file, .level = found->level};
  *list->end = place;
  list->end = &place->next;
}

/* Looks the key up again with an explanation, since the first lookup does not record places. */
void provenance_data(struct compilation *c, struct scope *s, str key)
{
  struct explain *e = explain_new(c->arena, false, false);
  const struct lookup_request request = {.names = &key, .n = 1, .explain = e};
  struct place_list list = {.arena = c->arena};
  list.end = &list.first;
  lookup_values(c, s, &request);
  explain_each_place(e, add_place, &list);
  provenance_expect(c, ORIGIN_DATA, NULL);
  c->catalog->provenance->coming.places = list.first;
}
