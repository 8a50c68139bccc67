/* Finds cycles of relationships while compiling. Nearly all catalogs have none. A topological sort shows this in linear
 * time: it removes places that wait for nothing until none are left. A container has two places, its beginning and its
 * end: its contents wait for its beginning, and its end waits for all of its contents. Only if places are left, the
 * graph of Puppet's agent is built and searched. */
#include "base/array.h"
#include "base/check.h"
#include "compiler/catalog/graph.h"
#include "compiler/catalog/graph_auto.h"
#include "compiler/catalog/internal.h"

enum {
  WALKS = 10,  /* walks of each cycle in the DOT graph, as in Puppet */
  PLACES = 100 /* maximum number of steps that are reported with their place */
};

/* --- counting --- */

/* Relations: the second resource of each, sorted by the first. Those of resource i begin at begin_of[i]. */
struct relations {
  struct relation *items;
  uint32_t n, cap;
  uint32_t *begin_of, *seconds;
};

enum {
  CONTAINER = 1,
  LEADS_ON = 2, /* a path from it leads to a relation in a manifest */
  COUNTS = 4,   /* can be part of a cycle */
  VIRTUAL = 8
};

/* Resources are indices in the catalog here: in a large catalog, looking at each resource again takes longer than the
 * rest of the search. */
struct counter {
  struct graph_auto relate;
  struct compilation *c;
  struct relations contains;     /* containers and their contents, by the index of the content */
  uint32_t *containers_of;       /* contains.items that have content i begin at containers_of[i] */
  struct relations given, added; /* relations in manifests, and those of resource types */
  uint32_t *waits;               /* number of places for which each place waits: see begin_at and end_at */
  uint8_t *flags;                /* of each resource: CONTAINER, LEADS_ON, COUNTS, VIRTUAL */
  uint32_t *leading;             /* the resources with LEADS_ON, in the order in which they got it */
  uint32_t nleading;
  const char *asked_name; /* the last type in a query, */
  const symbol *asked;    /* and its symbol */
};

/* Interned once: symbols live as long as the process. */
static const symbol *params[GRAPH_PARAM_COUNT], *types[GRAPH_AUTO_TYPES];

static void names_init(void)
{
  if (params[0] != NULL) return;
  for (int i = 0; i < GRAPH_PARAM_COUNT; i++) params[i] = sym_z(graph_param_names[i]);
  for (int i = 0; i < GRAPH_AUTO_TYPES; i++) types[i] = sym_z(graph_auto_types[i].type);
}

static str resource_title(const void *r) { return ((const struct resource *)r)->title; }

static value resource_graph_param(const void *item, enum graph_param name)
{
  const struct resource *r = item;
  const struct parameter *p = resource_param(r, params[name]);
  return p != NULL ? p->value : VALUE_UNDEF;
}

static const void *find_titled(void *ctx, const char *type_name, str title)
{
  struct counter *k = ctx;
  if (k->asked_name != type_name) {
    k->asked_name = type_name;
    k->asked = sym_z(type_name);
  }
  const struct resource *r = catalog_index_get(&k->c->catalog->index, k->asked, title);
  return r == NULL || r->virtual ? NULL : r;
}

static const void *next_of_type(void *ctx, const char *type_name, uint32_t *at)
{
  const struct catalog *cat = ((struct counter *)ctx)->c->catalog;
  const struct type_texts *texts = ptrmap_get(&cat->type_texts, sym_z(type_name));
  const struct ptrvec *all = texts != NULL ? &texts->listed.resources : NULL;
  while (all != NULL && *at < all->n) {
    const struct resource *r = all->items[(*at)++];
    if (!r->virtual) return r;
  }
  return NULL;
}

static bool is_container(const struct resource *r)
{
  return r->kind != RESOURCE_BUILTIN || r->type == compilation_name.stage;
}

static void push_relation(struct counter *k, struct relations *all, uint32_t first, uint32_t second)
{
  ARENA_ROOM(k->c->arena, all->items, all->n, all->cap, 256);
  all->items[all->n++] = (struct relation){first, second};
}

/* Reads what the search needs of the resources. Virtual ones are not in the catalog that an agent gets. */
static void read_resources(struct counter *k)
{
  const struct ptrvec *all = &k->c->catalog->resources;
  k->flags = arena_array(k->c->arena, (size_t)all->n + 1, sizeof *k->flags);
  k->containers_of = arena_alloc(k->c->arena, ((size_t)all->n + 1) * sizeof *k->containers_of);
  for (uint32_t i = 0; i < all->n; i++) {
    const struct resource *r = all->items[i];
    resources_prefetch(all, i, false);
    assert_hot(r->index == i);
    k->containers_of[i] = k->contains.n;
    if (r->virtual) k->flags[i] = VIRTUAL;
    else if (is_container(r)) k->flags[i] = CONTAINER;
    for (const struct edge *e = r->edges.first_in; !r->virtual && e != NULL; e = e->next_in) {
      if (!e->source->virtual) push_relation(k, &k->contains, e->source->index, i);
    }
  }
  k->containers_of[all->n] = k->contains.n;
}

static void sort_relations(struct counter *k, struct relations *all)
{
  struct compilation *c = k->c;
  const uint32_t n = c->catalog->resources.n;
  /* A counting sort. Counts are stored two elements later: after the sums, element i + 1 is the place of the next
   * relation of i, and after the last loop the end of those of i. */
  all->begin_of = arena_array(c->arena, (size_t)n + 2, sizeof *all->begin_of);
  all->seconds = arena_alloc(c->arena, ((size_t)all->n + 1) * sizeof *all->seconds);
  for (uint32_t i = 0; i < all->n; i++) all->begin_of[all->items[i].first + 2]++;
  for (uint32_t i = 2; i <= n; i++) all->begin_of[i] += all->begin_of[i - 1];
  for (uint32_t i = 0; i < all->n; i++) all->seconds[all->begin_of[all->items[i].first + 1]++] = all->items[i].second;
}

/* Whether a manifest has the relation. Only the first 100 of a resource are compared, so that the search is linear. A
 * wrong "no" only costs time: the full graph decides then. */
static bool is_given(const struct counter *k, uint32_t first, uint32_t second)
{
  const uint32_t begin = k->given.begin_of[first], end = k->given.begin_of[first + 1];
  for (uint32_t i = begin; i < end && i < begin + 100; i++) {
    if (k->given.seconds[i] == second) return true;
  }
  return false;
}

static void lead_on(struct counter *k, uint32_t index)
{
  if ((k->flags[index] & LEADS_ON) != 0) return;
  k->flags[index] |= LEADS_ON;
  k->leading[k->nleading++] = index;
}

static void add_relation(void *ctx, const void *first, const void *second, const void *by)
{
  (void)by;
  struct counter *k = ctx;
  const uint32_t one = ((const struct resource *)first)->index, other = ((const struct resource *)second)->index;
  /* As in Puppet, a relation in a manifest has priority over the opposite one of a type. */
  if (one == other || is_given(k, other, one)) return;
  lead_on(k, one);
  push_relation(k, &k->added, one, other);
}

static void relate_by_type(struct counter *k, const struct resource *r, bool outward)
{
  if (r->kind != RESOURCE_BUILTIN) return;
  int i = 0;
  while (i < GRAPH_AUTO_TYPES && types[i] != r->type) i++;
  if (i < GRAPH_AUTO_TYPES && graph_auto_types[i].outward == outward) graph_auto_types[i].relate(&k->relate, r);
}

static void relate_outward(struct counter *k)
{
  for (int i = 0; i < GRAPH_AUTO_TYPES; i++) {
    const void *r;
    if (!graph_auto_types[i].outward) continue;
    for (uint32_t at = 0; (r = next_of_type(k, graph_auto_types[i].type, &at)) != NULL;) relate_by_type(k, r, true);
  }
}

/* Adds the relations of resource types, but only of resources that can be part of a cycle. The types' own relations
 * alone make no cycle, so each cycle has a relation of a manifest, to which a path leads from each of its resources.
 * The search goes backwards: from the beginnings of such relations to what these contain, and to what each of them
 * waits for by its type (add_relation). */
static void gather(struct counter *k)
{
  struct compilation *c = k->c;
  const uint32_t n = c->catalog->resources.n;
  k->given = (struct relations){.items = c->catalog->relations.items, .n = c->catalog->relations.n};
  k->leading = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *k->leading);
  sort_relations(k, &k->contains);
  sort_relations(k, &k->given);
  for (uint32_t i = 0; i < k->given.n; i++) lead_on(k, k->given.items[i].first);
  relate_outward(k);
  for (uint32_t i = 0; i < k->nleading; i++) {
    const uint32_t index = k->leading[i];
    relate_by_type(k, c->catalog->resources.items[index], false);
    for (uint32_t j = k->contains.begin_of[index]; j < k->contains.begin_of[index + 1]; j++)
      lead_on(k, k->contains.seconds[j]);
  }
  sort_relations(k, &k->added);
}

static void set_counts(struct counter *k)
{
  for (uint32_t i = 0; i < k->c->catalog->resources.n; i++) {
    if ((k->flags[i] & VIRTUAL) == 0 && (k->flags[i] & (CONTAINER | LEADS_ON)) != 0) k->flags[i] |= COUNTS;
  }
}

/* Places in `waits`: a container has two, other resources one. CONTAINER is 1, the distance between the two. */
static uint32_t begin_at(uint32_t index) { return 2 * index; }
static uint32_t end_at(const struct counter *k, uint32_t index) { return 2 * index + (k->flags[index] & CONTAINER); }

static void wait_for(struct counter *k, const struct relations *all)
{
  for (uint32_t i = 0; i < all->n; i++) k->waits[begin_at(all->items[i].second)]++;
}

/* Counts for how many places each place waits. Returns the number of places. */
static uint32_t count_waits(struct counter *k)
{
  const uint32_t n = k->c->catalog->resources.n;
  uint32_t places = 0;
  k->waits = arena_array(k->c->arena, 2 * (size_t)n + 1, sizeof *k->waits);
  for (uint32_t i = 0; i < n; i++) {
    if ((k->flags[i] & COUNTS) == 0) continue;
    places++;
    if (k->flags[i] & CONTAINER) {
      places++;
      k->waits[end_at(k, i)]++;
    }
    for (uint32_t j = k->containers_of[i]; j < k->containers_of[i + 1]; j++) {
      k->waits[begin_at(i)]++;
      k->waits[end_at(k, k->contains.items[j].first)]++;
    }
  }
  wait_for(k, &k->given);
  wait_for(k, &k->added);
  return places;
}

struct queue {
  uint32_t *items, n;
};

static void waits_less(struct counter *k, struct queue *q, uint32_t place)
{
  if (--k->waits[place] == 0) q->items[q->n++] = place;
}

static void take_relations(struct counter *k, struct queue *q, const struct relations *all, uint32_t index)
{
  for (uint32_t i = all->begin_of[index]; i < all->begin_of[index + 1]; i++) {
    if (k->flags[all->seconds[i]] & COUNTS) waits_less(k, q, begin_at(all->seconds[i]));
  }
}

/* Removes a place that waits for nothing: all that wait for it wait for one less. */
static void take_away(struct counter *k, struct queue *q, uint32_t place)
{
  const uint32_t index = place / 2;
  if (place % 2 == 0 && (k->flags[index] & CONTAINER) != 0) {
    take_relations(k, q, &k->contains, index);
    waits_less(k, q, end_at(k, index));
    return;
  }
  for (uint32_t i = k->containers_of[index]; i < k->containers_of[index + 1]; i++)
    waits_less(k, q, end_at(k, k->contains.items[i].first));
  take_relations(k, q, &k->given, index);
  take_relations(k, q, &k->added, index);
}

/* Whether the sort leaves places, which are in a cycle or depend on one. */
static bool somebody_left(struct compilation *c)
{
  struct counter k = {.c = c};
  names_init();
  k.relate = (struct graph_auto){.arena = c->arena,
                                 .title = resource_title,
                                 .param = resource_graph_param,
                                 .find = find_titled,
                                 .next = next_of_type,
                                 .add = add_relation,
                                 .ctx = &k};
  read_resources(&k);
  gather(&k);
  set_counts(&k);
  const uint32_t places = count_waits(&k);
  const struct ptrvec *all = &c->catalog->resources;
  struct queue q = {arena_alloc(c->arena, (2 * (size_t)all->n + 1) * sizeof *q.items), 0};
  for (uint32_t i = 0; i < all->n; i++) {
    if ((k.flags[i] & COUNTS) != 0 && k.waits[2 * i] == 0) q.items[q.n++] = 2 * i;
  }
  for (uint32_t i = 0; i < q.n; i++) take_away(&k, &q, q.items[i]);
  return q.n < places;
}

/* --- the whole graph, if places are left --- */

static const struct hash *outline_params(struct compilation *c, const struct resource *r)
{
  struct hash *out = hash_new(c->arena, r->params.n);
  for (uint32_t i = 0; i < r->params.n; i++) {
    value v = r->params.items[i].value;
    struct valuevec flat = {0};
    if (v.kind == V_UNDEF) continue;
    if (restype_is_relationship(r->params.items[i].name)) {
      value_flatten(&c->context, &flat, &v, 1);
      for (uint32_t k = 0; k < flat.n; k++) {
        if (value_is_reference(flat.items[k])) flat.items[k] = value_str(reference_text(c, flat.items[k].type));
      }
      v = valuevec_array(&flat, c->arena);
    }
    hash_put_str(out, c->arena, sym_str(r->params.items[i].name), v);
  }
  return out;
}

/* Converts the catalog to the form of one that was read from a document, from which graphs are made, with only the
 * necessary fields. `of_item` gets the resource of each item. */
static void outline(struct compilation *c, struct catalog_doc *doc, struct resource **of_item)
{
  const struct ptrvec *all = &c->catalog->resources;
  uint32_t nedges = 0;
  *doc = (struct catalog_doc){.name = c->catalog->identity.name, .classes = &array_empty, .tags = &array_empty};
  strmap_init(&doc->by_ref, c->arena);
  doc->items = arena_array(c->arena, (size_t)all->n + 1, sizeof *doc->items);
  for (uint32_t i = 0; i < all->n; i++) {
    struct resource *r = all->items[i];
    if (r->virtual) continue;
    for (const struct edge *e = r->edges.first_in; e != NULL; e = e->next_in) nedges++;
    of_item[doc->n] = r;
    struct catalog_item *item = &doc->items[doc->n];
    *item = (struct catalog_item){.type = r->texts->display,
                                  .title = r->title,
                                  .ref = r->ref,
                                  .file = r->origin.file,
                                  .line = r->origin.line,
                                  .params = outline_params(c, r),
                                  .tags = &array_empty,
                                  .sensitive = &array_empty,
                                  .index = doc->n++,
                                  .kind = is_container(r) ? STR("unknown") : STR("compilable_type")};
    strmap_put(&doc->by_ref, r->ref, item);
  }
  doc->links = arena_array(c->arena, (size_t)nedges + 1, sizeof *doc->links);
  for (uint32_t i = 0; i < doc->n; i++) {
    for (const struct edge *e = of_item[i]->edges.first_in; e != NULL; e = e->next_in) {
      if (!e->source->virtual) doc->links[doc->nlinks++] = (struct catalog_link){e->source->ref, of_item[i]->ref};
    }
  }
}

/* --- reporting --- */

static void place_of(struct buf *out, struct source *text, uint32_t offset)
{
  if (text != NULL) diag_place(out, text->file, source_line(text, offset), 0);
}

static const struct contained *find_contained(struct compilation *c, const struct resource *a, const struct resource *b)
{
  const struct ptrvec *all = &c->catalog->relations.contained;
  for (uint32_t i = 0; i < all->n; i++) {
    const struct contained *k = all->items[i];
    if ((k->container == a && k->class == b) || (k->container == b && k->class == a)) return k;
  }
  return NULL;
}

/* "  File[/a] => File[/b]: require (file: F, line: N)" */
static void append_edge(struct compilation *c, struct buf *out, const struct graph_edge *e, struct resource **of_item)
{
  static const char *const kinds[] = {
    [EDGE_CONTAINS] = "contains", [EDGE_REQUIRE] = "require", [EDGE_SUBSCRIBE] = "subscribe",
    [EDGE_BEFORE] = "before",     [EDGE_NOTIFY] = "notify",   [EDGE_AUTO] = "autorequire"};
  const struct resource *from = of_item[e->from->item->index], *to = of_item[e->to->item->index];
  const struct resource *by = of_item[e->by->index];
  struct source *text;
  uint32_t offset;
  buf_printf(out, "  %.*s => %.*s: ", STR_FMT(e->from->shown), STR_FMT(e->to->shown));
  if ((e->kind == EDGE_BEFORE || e->kind == EDGE_NOTIFY) &&
      catalog_find_arrow(c, from, to, e->kind == EDGE_NOTIFY, &text, &offset)) {
    buf_z(out, e->kind == EDGE_NOTIFY ? "~>" : "->");
    place_of(out, text, offset);
    return;
  }
  buf_z(out, kinds[e->kind]);
  const struct contained *contained = e->kind == EDGE_CONTAINS ? find_contained(c, from, to) : NULL;
  if (contained != NULL) {
    place_of(out, contained->source, contained->offset);
    return;
  }
  /* Neither an arrow nor contain(): a metaparameter, or the resource type itself, at the place of the resource. */
  const struct parameter *p = resource_param(by, sym_z(kinds[e->kind]));
  if (p != NULL && p->source != NULL) parameter_place(out, p);
  else if (by->origin.source != NULL) resource_place(out, by);
}

static str cycles_message(struct compilation *c, const struct graph_cycle *cycles, uint32_t n,
                          struct resource **of_item)
{
  struct buf out = BUF_IN(c->arena);
  uint32_t left = 0, told = 0;
  graph_cycles_text(&out, cycles, n);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; cycles[i].nwalks > 0 && k < cycles[i].walks[0].n; k++) {
      if (told++ >= PLACES) {
        left++;
        continue;
      }
      append_edge(c, &out, cycles[i].walks[0].edges[k], of_item);
      buf_char(&out, '\n');
    }
  }
  if (left > 0) buf_printf(&out, "  (%u more)\n", left);
  if (c->settings->cycles_file.n > 0)
    buf_printf(&out, "Cycle graph written to %.*s.", STR_FMT(c->settings->cycles_file));
  else buf_z(&out, "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz");
  return buf_view(&out);
}

void catalog_check_cycles(struct compilation *c)
{
  if (c->settings->cycles == SEVERITY_IGNORE ||
      (c->catalog->relations.n == 0 && c->catalog->relations.contained.n == 0))
    return;
  if (!somebody_left(c)) return;
  struct catalog_doc doc;
  struct resource **of_item = arena_array(c->arena, (size_t)c->catalog->resources.n + 1, sizeof *of_item);
  outline(c, &doc, of_item);
  struct graph *g = graph_new(c->arena, &doc, GRAPH_EXPANDED);
  struct graph_cycle *cycles;
  const uint32_t n = graph_cycles(g, WALKS, &cycles);
  /* The sort may be wrong about relations of types; the graph is right. */
  if (n == 0) return;
  struct buf dot = BUF_IN(c->arena);
  graph_write_cycles(&dot, cycles, n);
  c->catalog->relations.cycles_dot = buf_view(&dot);
  const str message = cycles_message(c, cycles, n, of_item);
  if (c->settings->cycles == SEVERITY_ERROR) fail_message(&c->context, FAILURE_CYCLE, message);
  compile_log(c, CLOG_WARNING, STR_EMPTY, message);
}
