/* Cycles of a graph: strongly connected components by Tarjan's algorithm, with its own stack instead of recursion
 * because catalogs can be deep. Then searches the requested number of walks in each component. */
#include <stdlib.h>

#include "base/array.h"
#include "base/deadline.h"
#include "compiler/catalog/graph.h"

/* The number of walks grows exponentially with the component, so they are searched only in small ones, with a limited
 * number of steps. */
enum { SMALL = 2000, MAX_STEPS = 200000 };

/* --- components --- */

struct frame {
  struct graph_vertex *vertex;
  struct graph_edge *next; /* the next edge to visit */
};

struct search {
  struct arena *arena;
  struct graph_vertex **stack; /* vertices of incomplete components */
  struct frame *frames;
  uint32_t nstack, nframes, number;
  struct graph_cycle *cycles;
  uint32_t ncycles, cap;
};

/* The next edge that was not removed. */
static struct graph_edge *living(struct graph_edge *e)
{
  while (e != NULL && e->count == 0) e = e->next_out;
  return e;
}

static int by_name(const void *a, const void *b)
{
  const struct graph_vertex *const *one = a, *const *other = b;
  return str_cmp((*one)->name, (*other)->name);
}

static bool refers_to_itself(const struct graph_vertex *v)
{
  for (struct graph_edge *e = living(v->first_out); e != NULL; e = living(e->next_out)) {
    if (e->to == v) return true;
  }
  return false;
}

/* Takes the component on the stack from `from` on. A single vertex is a cycle only if it has an edge to itself. */
static void take_component(struct search *s, uint32_t from)
{
  const uint32_t n = s->nstack - from;
  for (uint32_t i = from; i < s->nstack; i++) s->stack[i]->open = false;
  s->nstack = from;
  if (n == 1 && !refers_to_itself(s->stack[from])) return;
  struct graph_vertex **all = arena_alloc(s->arena, n * sizeof *all);
  memcpy(all, s->stack + from, n * sizeof *all);
  qsort(all, n, sizeof *all, by_name);
  ARENA_ROOM(s->arena, s->cycles, s->ncycles, s->cap, 4);
  s->cycles[s->ncycles++] = (struct graph_cycle){.vertices = all, .nvertices = n};
}

static void enter(struct search *s, struct graph_vertex *v)
{
  v->index = v->low = ++s->number;
  v->open = true;
  s->stack[s->nstack++] = v;
  s->frames[s->nframes++] = (struct frame){v, living(v->first_out)};
}

static void leave(struct search *s)
{
  struct graph_vertex *v = s->frames[--s->nframes].vertex;
  if (s->nframes > 0) {
    struct graph_vertex *outer = s->frames[s->nframes - 1].vertex;
    if (v->low < outer->low) outer->low = v->low;
  }
  if (v->low != v->index) return;
  uint32_t from = s->nstack - 1;
  while (s->stack[from] != v) from--;
  take_component(s, from);
}

static void explore(struct search *s, struct graph_vertex *root)
{
  enter(s, root);
  while (s->nframes > 0) {
    struct frame *f = &s->frames[s->nframes - 1];
    struct graph_edge *e = f->next;
    deadline_step();
    if (e == NULL) {
      leave(s);
      continue;
    }
    f->next = living(e->next_out);
    if (e->to->index == 0) enter(s, e->to);
    else if (e->to->open && e->to->index < f->vertex->low) f->vertex->low = e->to->index;
  }
}

/* --- walks --- */

/* A step of a walk. It points to the step before it, so walks share their beginnings. */
struct step {
  struct graph_edge *edge; /* NULL: the beginning */
  uint32_t before, length;
};

struct walker {
  struct arena *arena;
  struct graph_vertex *root;
  struct step *steps;
  uint32_t n, cap;
};

static bool push_step(struct walker *w, struct graph_edge *edge, uint32_t before, uint32_t length)
{
  if (w->n == MAX_STEPS) return false;
  deadline_step();
  ARENA_ROOM(w->arena, w->steps, w->n, w->cap, 64);
  w->steps[w->n++] = (struct step){edge, before, length};
  return true;
}

static struct graph_vertex *vertex_of(const struct walker *w, uint32_t step)
{
  return w->steps[step].edge != NULL ? w->steps[step].edge->to : w->root;
}

/* Whether the walk already contains its last vertex. Like Puppet this ends a walk at the first repeated vertex, which
 * need not be its beginning. */
static bool has_been(const struct walker *w, uint32_t step)
{
  const struct graph_vertex *v = vertex_of(w, step);
  while (w->steps[step].edge != NULL) {
    step = w->steps[step].before;
    if (vertex_of(w, step) == v) return true;
  }
  return false;
}

static void add_walk(struct walker *w, struct graph_cycle *c, uint32_t step)
{
  struct graph_walk *out = &c->walks[c->nwalks++];
  out->n = w->steps[step].length;
  out->edges = arena_array(w->arena, (size_t)out->n + 1, sizeof *out->edges);
  for (uint32_t i = out->n; i > 0; i--) {
    out->edges[i - 1] = w->steps[step].edge;
    step = w->steps[step].before;
  }
}

/* Finds the shortest walk from the first vertex back to it, in linear time, for large components. It exists, since in a
 * component all vertices lead to each other. */
static void find_way_back(struct arena *a, struct graph_cycle *c)
{
  struct graph_edge **by = arena_array(a, (size_t)c->nvertices + 1,
                                       sizeof *by); /* the edge by which a vertex was reached */
  struct graph_vertex **queue = arena_array(a, (size_t)c->nvertices + 1, sizeof *queue);
  struct graph_vertex *root = c->vertices[0];
  struct graph_walk *out = &c->walks[0];
  uint32_t n = 1;
  for (uint32_t i = 0; i < c->nvertices; i++) c->vertices[i]->index = i;
  queue[0] = root;
  for (uint32_t i = 0; i < n && by[0] == NULL; i++) {
    for (struct graph_edge *e = living(queue[i]->first_out); e != NULL; e = living(e->next_out)) {
      if (!e->to->in_cycle || by[e->to->index] != NULL) continue;
      by[e->to->index] = e;
      if (e->to != root) queue[n++] = e->to;
    }
  }
  out->edges = arena_array(a, (size_t)c->nvertices + 1, sizeof *out->edges);
  for (struct graph_edge *e = by[0]; out->n < c->nvertices; e = by[e->from->index]) {
    out->edges[out->n++] = e;
    if (e->from == root) break;
  }
  for (uint32_t i = 0; i < out->n / 2; i++) {
    struct graph_edge *e = out->edges[i];
    out->edges[i] = out->edges[out->n - 1 - i];
    out->edges[out->n - 1 - i] = e;
  }
  c->nwalks = 1;
}

/* Searches walks breadth first, so that the shortest come first. */
static void try_walks(struct arena *a, struct graph_cycle *c, uint32_t most)
{
  struct walker w = {.arena = a, .root = c->vertices[0]};
  push_step(&w, NULL, 0, 0);
  for (uint32_t i = 0; i < w.n && c->nwalks < most; i++) {
    if (has_been(&w, i)) {
      add_walk(&w, c, i);
      continue;
    }
    const uint32_t length = w.steps[i].length;
    for (struct graph_edge *e = living(vertex_of(&w, i)->first_out); e != NULL; e = living(e->next_out)) {
      if (e->to->in_cycle && !push_step(&w, e, i, length + 1)) break;
    }
  }
}

static void find_walks(struct arena *a, struct graph_cycle *c, uint32_t most)
{
  c->walks = arena_array(a, most, sizeof *c->walks);
  for (uint32_t i = 0; i < c->nvertices; i++) c->vertices[i]->in_cycle = true;
  if (c->nvertices <= SMALL) try_walks(a, c, most);
  if (c->nwalks == 0) find_way_back(a, c);
  for (uint32_t i = 0; i < c->nvertices; i++) c->vertices[i]->in_cycle = false;
}

/* Orders cycles by the names of their vertices, so that the order of messages does not depend on the search. */
static int by_vertices(const void *a, const void *b)
{
  const struct graph_cycle *one = a, *other = b;
  const uint32_t n = one->nvertices < other->nvertices ? one->nvertices : other->nvertices;
  for (uint32_t i = 0; i < n; i++) {
    const int order = str_cmp(one->vertices[i]->name, other->vertices[i]->name);
    if (order != 0) return order;
  }
  return one->nvertices < other->nvertices ? -1 : one->nvertices > other->nvertices;
}

uint32_t graph_cycles(struct graph *g, uint32_t max_walks, struct graph_cycle **out)
{
  struct search s = {.arena = g->arena};
  s.stack = arena_array(g->arena, (size_t)g->n + 1, sizeof *s.stack);
  s.frames = arena_array(g->arena, (size_t)g->n + 1, sizeof *s.frames);
  for (uint32_t i = 0; i < g->n; i++) {
    g->vertices[i]->index = 0;
    g->vertices[i]->open = false;
  }
  for (uint32_t i = 0; i < g->n; i++) {
    if (!g->vertices[i]->removed && g->vertices[i]->index == 0) explore(&s, g->vertices[i]);
  }
  if (s.ncycles > 0) qsort(s.cycles, s.ncycles, sizeof *s.cycles, by_vertices);
  for (uint32_t i = 0; i < s.ncycles; i++) find_walks(g->arena, &s.cycles[i], max_walks);
  *out = s.cycles;
  return s.ncycles;
}

/* --- texts --- */

void graph_write_cycles(struct buf *out, const struct graph_cycle *cycles, uint32_t n)
{
  buf_z(out, "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n");
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; k < cycles[i].nwalks; k++) {
      const struct graph_walk *w = &cycles[i].walks[k];
      for (uint32_t j = 0; j <= w->n; j++) {
        const str name = j == 0 ? w->edges[0]->from->shown : w->edges[j - 1]->to->shown;
        if (j > 0) buf_z(out, " -> ");
        graph_quote(out, name);
      }
      buf_char(out, '\n');
    }
  }
  buf_z(out, "}\n");
}

void graph_cycles_text(struct buf *out, const struct graph_cycle *cycles, uint32_t n)
{
  buf_printf(out, "Found %u dependency cycle%s:\n", n, n == 1 ? "" : "s");
  for (uint32_t i = 0; i < n; i++) {
    if (cycles[i].nwalks == 0) continue;
    const struct graph_walk *w = &cycles[i].walks[0];
    buf_printf(out, "(%.*s", STR_FMT(w->edges[0]->from->shown));
    for (uint32_t j = 0; j < w->n; j++) buf_printf(out, " => %.*s", STR_FMT(w->edges[j]->to->shown));
    buf_z(out, ")\n");
  }
}
