/* Where the values of a catalog came from. */
#include "compiler/catalog/provenance.h"

#include "compiler/evaluator/scope.h"
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
  if (p->from_default) step->origin = ORIGIN_DEFAULT;
  if (step->source == NULL && step->origin != ORIGIN_DATA) {
    step->source = p->source;
    step->offset = p->offset;
  }
  if (step->by == NULL && p->setter != NULL) step->by = p->setter->resource;
  if (record->last != NULL) record->last->next = step;
  else record->first = step;
  record->last = step;
}

void provenance_include(struct compilation *c, const struct resource *r)
{
  struct provenance_record *record = record_of(c, r);
  if (c->context.source == NULL || c->context.node == NULL) return;
  record->source = c->context.source;
  record->offset = c->context.node->offset;
}

/* --- data --- */

static const struct explain_node *above(const struct explain_node *n, enum explain_kind kind)
{
  while (n != NULL && n->kind != kind) n = n->parent;
  return n;
}

/* The explanation calls it 'Hierarchy entry "common"'. */
static str level_of(const struct explain_node *entry)
{
  if (entry == NULL) return STR_EMPTY;
  const size_t open = str_index(entry->name, '"', 0);
  if (open == SIZE_MAX || entry->name.p[entry->name.n - 1] != '"' || open + 2 > entry->name.n)
    return entry->name;
  return str_sub(entry->name, open + 1, entry->name.n - open - 2);
}

/* Places where something was found, first one first. What was found on the way, for lookup_options or to find
 * modules, is not among them. */
static void add_places(struct compilation *c, const struct explain_node *n, const struct data_place ***end,
                       int depth)
{
  if (n->kind == EXPLAIN_META || depth > 200) return;
  const struct explain_node *entry = above(n, EXPLAIN_ENTRY), *path = above(n, EXPLAIN_PATH);
  const bool leaf = n->kind == EXPLAIN_PATH || n->kind == EXPLAIN_URI || n->kind == EXPLAIN_ENTRY ||
                    n->kind == EXPLAIN_PROVIDER;
  if (n->event == EVENT_FOUND && leaf) {
    struct data_place *place = ARENA_NEW(c->arena, struct data_place);
    *place = (struct data_place){.key = n->key, .file = path != NULL ? path->name : n->name,
                                 .level = level_of(entry)};
    **end = place;
    *end = &place->next;
  }
  for (const struct explain_node *inside = n->first; inside != NULL; inside = inside->next) {
    add_places(c, inside, end, depth + 1);
  }
}

void provenance_data(struct compilation *c, struct scope *s, str key)
{
  struct explain *e = explain_new(c->arena, false, false);
  const struct lookup_request request = {.names = &key, .n = 1, .explain = e};
  const struct data_place *places = NULL, **end = &places;
  lookup_values(c, s, &request);
  add_places(c, &e->root, &end, 0);
  provenance_expect(c, ORIGIN_DATA, NULL);
  c->catalog->provenance->coming.places = places;
}
