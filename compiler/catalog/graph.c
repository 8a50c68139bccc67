/* Builds the graphs of a catalog (graph.h), and writes them as DOT. Vertices and edges are made in the order in which
 * Puppet's agent makes them, since this order is visible in its files. Edges between the same two vertices are one edge
 * with a count. The expanded graph is made from the graph of relationships: each container is replaced by two vertices,
 * which Puppet calls whits, and its edges are moved to these. */
#include "compiler/catalog/graph.h"

#include "base/array.h"
#include "compiler/catalog/graph_auto.h"
#include "compiler/restypes/restype.h"

const char *const graph_names[GRAPH_KIND_COUNT] = {"resources", "relationships", "expanded_relationships"};

struct builder {
  struct arena *arena;
  const struct catalog_doc *doc;
  struct graph *graph;
  uint32_t cap;
  struct graph_vertex **of_item; /* by index */
  struct strmap index;           /* "file[/x]", titles and other names of a resource -> item */
  struct graph_edge **slots;     /* edges by their two ends: open addressing */
  size_t nslots, nedges;
  struct graph_auto relate;
  const struct graph_types *types; /* relations of types that only the caller has; NULL: none */
};

/* --- vertices and edges --- */

static struct graph_vertex *add_vertex(struct builder *b, str name, str shown, const struct catalog_item *item)
{
  struct graph *g = b->graph;
  ARENA_ROOM(b->arena, g->vertices, g->n, b->cap, 64);
  struct graph_vertex *v = ARENA_NEW(b->arena, struct graph_vertex);
  v->name = name;
  v->shown = shown;
  v->item = item;
  return g->vertices[g->n++] = v;
}

static struct graph_edge **slot_of(struct builder *b, const struct graph_vertex *from, const struct graph_vertex *to)
{
  /* Two odd constants spread the addresses over all bits; the lowest bits of an address are always 0. */
  size_t at = ((uintptr_t)from >> 4) * 0x9E3779B97F4A7C15u + ((uintptr_t)to >> 4) * 0xC2B2AE3D27D4EB4Fu;
  for (at ^= at >> 29;; at++) {
    struct graph_edge **slot = &b->slots[at & (b->nslots - 1)];
    if (*slot == NULL || ((*slot)->from == from && (*slot)->to == to)) return slot;
  }
}

static void grow_slots(struct builder *b)
{
  struct graph_edge **old = b->slots;
  const size_t n = b->nslots;
  b->nslots = n == 0 ? 256 : n * 2;
  b->slots = arena_array(b->arena, b->nslots, sizeof *b->slots);
  for (size_t i = 0; i < n; i++) {
    if (old[i] != NULL) *slot_of(b, old[i]->from, old[i]->to) = old[i];
  }
}

static bool has_edge(struct builder *b, const struct graph_vertex *from, const struct graph_vertex *to)
{
  const struct graph_edge *e = b->nslots > 0 ? *slot_of(b, from, to) : NULL;
  return e != NULL && e->count > 0;
}

/* Returns the edge between two vertices, which is added if necessary. One that was removed is added at the end of the
 * lists. */
static struct graph_edge *edge_between(struct builder *b, struct graph_vertex *from, struct graph_vertex *to,
                                       enum graph_edge_kind kind, const struct catalog_item *by)
{
  if (b->nedges * 2 >= b->nslots) grow_slots(b);
  struct graph_edge **slot = slot_of(b, from, to);
  if (*slot != NULL && (*slot)->count > 0) return *slot;
  struct graph_edge *e = ARENA_NEW(b->arena, struct graph_edge);
  *e = (struct graph_edge){.from = from, .to = to, .kind = kind, .by = by};
  if (*slot == NULL) b->nedges++;
  *slot = e;
  if (to->last_in != NULL) to->last_in->next_in = e;
  else to->first_in = e;
  to->last_in = e;
  if (from->last_out != NULL) from->last_out->next_out = e;
  else from->first_out = e;
  from->last_out = e;
  return e;
}

static void add_edge(struct builder *b, struct graph_vertex *from, struct graph_vertex *to, enum graph_edge_kind kind,
                     const struct catalog_item *by)
{
  struct graph_edge *e = edge_between(b, from, to, kind, by);
  e->count++;
  if (kind == EDGE_CONTAINS || kind == EDGE_NOTIFY || kind == EDGE_SUBSCRIBE) e->refreshes++;
}

/* Moves the edges between two vertices to two others, with their counts. */
static void move_edges(struct builder *b, struct graph_edge *moved, struct graph_vertex *from, struct graph_vertex *to)
{
  struct graph_edge *e = edge_between(b, from, to, moved->kind, moved->by);
  e->count += moved->count;
  e->refreshes += moved->refreshes;
  moved->count = moved->refreshes = 0;
}

/* --- finding resources --- */

static str make_key(struct arena *a, str type, str title)
{
  char *p = arena_alloc(a, type.n + title.n + 1);
  const bool class = str_caseeq(type, STR("class"));
  for (size_t i = 0; i < type.n; i++) p[i] = (char)ascii_lower((unsigned char)type.p[i]);
  p[type.n] = '[';
  for (size_t i = 0; i < title.n; i++) {
    p[type.n + 1 + i] = class ? (char)ascii_lower((unsigned char)title.p[i]) : title.p[i];
  }
  return str_n(p, type.n + title.n + 1);
}

static void add_name(struct builder *b, const struct catalog_item *item, value name)
{
  if (name.kind != V_STRING) return;
  bool made;
  void **slot = strmap_slot(&b->index, make_key(b->arena, item->type, value_text(name)), &made);
  if (made) *slot = (void *)item;
}

/* All titles are added first: an alias must not hide a title. */
static void index_items(struct builder *b)
{
  for (uint32_t i = 0; i < b->doc->n; i++) add_name(b, &b->doc->items[i], value_str(b->doc->items[i].title));
  for (uint32_t i = 0; i < b->doc->n; i++) {
    const struct catalog_item *item = &b->doc->items[i];
    const value *alias = hash_get_str(item->params, STR("alias"));
    if (alias != NULL && alias->kind == V_STRING) add_name(b, item, *alias);
    for (uint32_t k = 0; alias != NULL && alias->kind == V_ARRAY && k < alias->array->n; k++) {
      add_name(b, item, alias->array->items[k]);
    }
    if (str_eqz(item->type, "File")) add_name(b, item, value_str(graph_file_path(&b->relate, item)));
    const value *name = hash_get_str(item->params, STR("name"));
    /* Several Execs may have the same name. */
    if (name != NULL && !str_eqz(item->type, "Exec")) add_name(b, item, *name);
  }
}

static const struct catalog_item *find(struct builder *b, str type, str title)
{
  return strmap_get(&b->index, make_key(b->arena, type, title));
}

static const struct catalog_item *find_ref(struct builder *b, str ref)
{
  const size_t open = str_index(ref, '[', 0);
  if (open == SIZE_MAX || ref.n < open + 2 || ref.p[ref.n - 1] != ']') return NULL;
  return find(b, str_sub(ref, 0, open), str_sub(ref, open + 1, ref.n - open - 2));
}

/* --- the kinds of graphs --- */

/* "main" -> "Main", "a::b" -> "A::B": an agent capitalizes titles of classes. The title begins after the 6 bytes of
 * "Class[". */
static str agent_ref(struct arena *a, const struct catalog_item *item)
{
  if (!str_eqz(item->type, "Class")) return item->ref;
  char *p = arena_strz(a, item->ref);
  for (size_t i = 6; i < item->ref.n; i++) {
    if (i == 6 || (p[i - 1] == ':' && p[i - 2] == ':')) p[i] = (char)ascii_upper((unsigned char)p[i]);
  }
  return str_n(p, item->ref.n);
}

static void add_items(struct builder *b, bool own_names)
{
  b->of_item = arena_array(b->arena, (size_t)b->doc->n + 1, sizeof *b->of_item);
  for (uint32_t i = 0; i < b->doc->n; i++) {
    const struct catalog_item *item = &b->doc->items[i];
    const str name = own_names ? item->ref : agent_ref(b->arena, item);
    b->of_item[i] = add_vertex(b, name, name, item);
  }
}

static void add_containment(struct builder *b)
{
  for (uint32_t i = 0; i < b->doc->nlinks; i++) {
    const struct catalog_item *source = strmap_get(&b->doc->by_ref, b->doc->links[i].source);
    const struct catalog_item *target = strmap_get(&b->doc->by_ref, b->doc->links[i].target);
    if (source == NULL || target == NULL) continue;
    add_edge(b, b->of_item[source->index], b->of_item[target->index], EDGE_CONTAINS, target);
  }
}

static void add_reference(struct builder *b, const struct catalog_item *item, value v, enum graph_edge_kind kind)
{
  const struct catalog_item *other = v.kind == V_STRING ? find_ref(b, value_text(v)) : NULL;
  if (other == NULL) return;
  struct graph_vertex *own = b->of_item[item->index], *there = b->of_item[other->index];
  if (kind == EDGE_REQUIRE || kind == EDGE_SUBSCRIBE) add_edge(b, there, own, kind, item);
  else add_edge(b, own, there, kind, item);
}

static void add_given(struct builder *b, const struct catalog_item *item)
{
  static const struct {
    const char *name;
    enum graph_edge_kind kind;
  } all[] = {
    {"require", EDGE_REQUIRE}, {"subscribe", EDGE_SUBSCRIBE}, {"before", EDGE_BEFORE}, {"notify", EDGE_NOTIFY}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const value *v = hash_get_str(item->params, str_of(all[i].name));
    if (v == NULL) continue;
    if (v->kind != V_ARRAY) add_reference(b, item, *v, all[i].kind);
    for (uint32_t k = 0; v->kind == V_ARRAY && k < v->array->n; k++) {
      add_reference(b, item, v->array->items[k], all[i].kind);
    }
  }
}

/* --- relations of resource types: struct graph_auto's functions --- */

static str item_title(const void *item) { return ((const struct catalog_item *)item)->title; }

static value item_param(const void *item, enum graph_param name)
{
  const value *v = hash_get_str(((const struct catalog_item *)item)->params, str_of(graph_param_names[name]));
  return v != NULL ? *v : VALUE_UNDEF;
}

static const void *auto_find(void *ctx, const char *type, str title) { return find(ctx, str_of(type), title); }

static const void *auto_next(void *ctx, const char *type, uint32_t *at)
{
  const struct catalog_doc *doc = ((struct builder *)ctx)->doc;
  while (*at < doc->n) {
    const struct catalog_item *item = &doc->items[(*at)++];
    if (str_caseeq(item->type, str_of(type))) return item;
  }
  return NULL;
}

/* A relation in a manifest has priority over the opposite one of a type, which would make a cycle. */
static void auto_add(void *ctx, const void *first, const void *second, const void *by)
{
  struct builder *b = ctx;
  struct graph_vertex *from = b->of_item[((const struct catalog_item *)first)->index];
  struct graph_vertex *to = b->of_item[((const struct catalog_item *)second)->index];
  if (has_edge(b, from, to) || has_edge(b, to, from)) return;
  add_edge(b, from, to, EDGE_AUTO, by);
}

static void add_relation(struct builder *b, const struct catalog_item *item, const struct graph_relation *r)
{
  const struct catalog_item *other = find(b, r->type, r->title);
  const bool outward = r->kind == EDGE_BEFORE || r->kind == EDGE_NOTIFY;
  if (other == NULL) return;
  struct graph_vertex *from = b->of_item[outward ? item->index : other->index];
  struct graph_vertex *to = b->of_item[outward ? other->index : item->index];
  if (has_edge(b, from, to) || has_edge(b, to, from)) return;
  const bool refresh = r->kind == EDGE_SUBSCRIBE || r->kind == EDGE_NOTIFY;
  add_edge(b, from, to, refresh ? r->kind : EDGE_AUTO, item);
}

static bool add_foreign(struct builder *b, const struct catalog_item *item)
{
  const struct graph_relation *list;
  uint32_t n = 0;
  if (b->types == NULL || !b->types->relate(b->types->ctx, item, &list, &n)) return false;
  for (uint32_t i = 0; i < n; i++) add_relation(b, item, &list[i]);
  return true;
}

static void add_relationships(struct builder *b)
{
  index_items(b);
  for (uint32_t i = 0; i < b->doc->n; i++) add_given(b, &b->doc->items[i]);
  for (uint32_t i = 0; i < b->doc->n; i++) {
    if (add_foreign(b, &b->doc->items[i])) continue;
    const struct graph_auto_type *t = graph_auto_types;
    while (t->type != NULL && !str_caseeq(b->doc->items[i].type, str_of(t->type))) t++;
    if (t->type != NULL) t->relate(&b->relate, &b->doc->items[i]);
  }
}

/* --- containers become their beginning and their end --- */

struct ends {
  struct graph_vertex *begin, *end;
};

/* Types that ficelle does not know are treated as defines, which are containers, unless the catalog has the kind. */
static bool is_container(const struct catalog_item *item)
{
  if (str_eqz(item->type, "Class") || str_eqz(item->type, "Stage") || str_eqz(item->type, "Node")) return true;
  if (item->kind.n > 0) return !str_eqz(item->kind, "compilable_type");
  for (const struct restype *const *t = restype_all(); *t != NULL; t++) {
    if (str_caseeq(item->type, sym_str((*t)->name))) return false;
  }
  return true;
}

/* "Whit[Admissible_m::D[one]]": Puppet reads the name "admissible_M::D[one]" as a reference, so its first segment gets
 * a capital at the beginning and is in lower case from there on. */
static str whit_name(struct arena *a, const char *what, str ref)
{
  size_t n = 0;
  while (n < ref.n && ref.p[n] != ':' && ref.p[n] != '[') n++;
  return arena_printf(a, "Whit[%s_%.*s%.*s]", what, STR_FMT(arena_lower(a, str_sub(ref, 0, n))),
                      STR_FMT(str_from(ref, n)));
}

/* Replaces a container by its two ends: its contents are between them, its predecessors before its beginning, and its
 * successors after its end. */
static void replace_one(struct builder *b, const struct ends *all, struct graph_vertex *v,
                        const struct graph_vertex *contains)
{
  const struct ends *own = &all[v->item->index];
  /* no add_edge, which would count a refresh: events do not pass through an empty container */
  if (contains->first_out == NULL) edge_between(b, own->begin, own->end, EDGE_CONTAINS, v->item)->count++;
  for (const struct graph_edge *e = contains->first_out; e != NULL; e = e->next_out) {
    const struct ends *inside = &all[e->to->item->index];
    add_edge(b, own->begin, inside->begin, EDGE_CONTAINS, e->to->item);
    add_edge(b, inside->end, own->end, EDGE_CONTAINS, e->to->item);
  }
  for (struct graph_edge *e = v->first_in; e != NULL; e = e->next_in) {
    if (e->count > 0) move_edges(b, e, all[e->from->item->index].end, own->begin);
  }
  for (struct graph_edge *e = v->first_out; e != NULL; e = e->next_out) {
    if (e->count > 0) move_edges(b, e, own->end, all[e->to->item->index].begin);
  }
}

static void expand(struct builder *b)
{
  const uint32_t n = b->doc->n;
  const struct graph *containment = graph_new(b->arena, b->doc, GRAPH_RESOURCES);
  struct ends *all = arena_array(b->arena, (size_t)n + 1, sizeof *all);
  for (uint32_t i = 0; i < n; i++) {
    struct graph_vertex *v = b->of_item[i];
    all[i] = (struct ends){v, v};
    if (!is_container(v->item)) continue;
    all[i].begin = add_vertex(b, whit_name(b->arena, "Admissible", v->name), v->name, v->item);
    all[i].end = add_vertex(b, whit_name(b->arena, "Completed", v->name), v->name, v->item);
    v->removed = true;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (b->of_item[i]->removed) replace_one(b, all, b->of_item[i], containment->vertices[i]);
  }
}

static void build(struct builder *b, enum graph_kind kind, bool own_names)
{
  b->graph = ARENA_NEW(b->arena, struct graph);
  b->graph->arena = b->arena;
  b->relate = (struct graph_auto){.arena = b->arena,
                                  .title = item_title,
                                  .param = item_param,
                                  .find = auto_find,
                                  .next = auto_next,
                                  .add = auto_add,
                                  .ctx = b};
  strmap_init(&b->index, b->arena);
  add_items(b, own_names);
  if (kind == GRAPH_RESOURCES) {
    add_containment(b);
    return;
  }
  add_relationships(b);
  if (kind == GRAPH_EXPANDED) expand(b);
}

struct graph *graph_new_with(struct arena *a, const struct catalog_doc *doc, enum graph_kind kind,
                             const struct graph_types *types)
{
  struct builder b = {.arena = a, .doc = doc, .types = types};
  build(&b, kind, false);
  return b.graph;
}

struct graph *graph_new(struct arena *a, const struct catalog_doc *doc, enum graph_kind kind)
{
  return graph_new_with(a, doc, kind, NULL);
}

/* --- DOT --- */

void graph_quote(struct buf *out, str s)
{
  buf_char(out, '"');
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '"') buf_char(out, '\\');
    buf_char(out, s.p[i]);
  }
  buf_char(out, '"');
}

void graph_write_dot(struct buf *out, const struct graph *g, str name)
{
  buf_printf(out, "digraph %.*s {\n    label = \"%.*s\"\n", STR_FMT(name), STR_FMT(name));
  for (uint32_t i = 0; i < g->n; i++) {
    if (g->vertices[i]->removed) continue;
    buf_z(out, "    ");
    graph_quote(out, g->vertices[i]->name);
    buf_z(out, " [\n        fontsize = 8,\n        label = ");
    graph_quote(out, g->vertices[i]->name);
    buf_z(out, "\n    ]\n\n");
  }
  for (uint32_t i = 0; i < g->n; i++) {
    for (const struct graph_edge *e = g->vertices[i]->first_in; e != NULL; e = e->next_in) {
      for (uint32_t k = 0; k < e->count; k++) {
        buf_z(out, "    ");
        graph_quote(out, e->from->name);
        buf_z(out, " -> ");
        graph_quote(out, e->to->name);
        buf_z(out, " [\n        fontsize = 8\n    ]\n\n");
      }
    }
  }
  buf_z(out, "}\n");
}

void catalog_write_dot(struct arena *a, struct buf *out, const struct catalog_doc *doc)
{
  struct builder b = {.arena = a, .doc = doc};
  build(&b, GRAPH_RESOURCES, true);
  graph_write_dot(out, b.graph, STR("Puppet__Resource__Catalog"));
}
