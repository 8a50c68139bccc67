/* Graphs of a catalog: containment, relationships, and relationships in which each container (class, define,
 * stage) has become its beginning and its end. Vertices, edges, their order and how they are written are
 * those of the files that Puppet's setting `graph` makes, without the resources that only an agent adds
 * (schedules, the file bucket).
 *
 * Edges are before, notify, require, subscribe and what the resource types add by themselves: a file wants
 * its nearest directory, its target, its owner and group; an exec its cwd, user and the files in its
 * commands; a package its files; a user its groups; cron its user; a mount the one above it;
 * ssh_authorized_key its user; selmodule its file. */
#ifndef FICELLE_CATALOG_GRAPH_H
#define FICELLE_CATALOG_GRAPH_H

#include "compiler/catalog/catalog_read.h"

enum graph_kind { GRAPH_RESOURCES, GRAPH_RELATIONSHIPS, GRAPH_EXPANDED, GRAPH_KIND_COUNT };
/* "resources", "relationships", "expanded_relationships": Puppet's file names. */
extern const char *const graph_names[GRAPH_KIND_COUNT];

enum graph_edge_kind {
  EDGE_CONTAINS,
  EDGE_REQUIRE,
  EDGE_SUBSCRIBE,
  EDGE_BEFORE,
  EDGE_NOTIFY,
  EDGE_AUTO /* the resource type's own */
};

struct graph_vertex {
  str name;                        /* as the DOT file has it: "Whit[Admissible_class[A]]" */
  str shown;                       /* as messages have it: "Class[A]" */
  const struct catalog_item *item; /* of a whit: its container */
  bool removed;                    /* a container that has been replaced */
  uint32_t index, low;             /* of the search for cycles */
  bool open, in_cycle;
  struct graph_edge *first_in, *last_in, *first_out, *last_out;
};

/* All edges between two vertices. */
struct graph_edge {
  struct graph_vertex *from, *to;
  struct graph_edge *next_in, *next_out;
  uint32_t count;                /* 0: removed */
  uint32_t refreshes;            /* how many of them pass events on: containment, notify, subscribe */
  enum graph_edge_kind kind;     /* of the first */
  const struct catalog_item *by; /* resource whose parameter declares it; contained resource */
};

struct graph {
  struct arena *arena;
  struct graph_vertex **vertices;
  uint32_t n;
};

/* Linear in resources and edges. References to what is not in the catalog make no edge. The vertices' items
 * point into the document, which must outlive the graph. */
struct graph *graph_new(struct arena *a, const struct catalog_doc *doc, enum graph_kind kind);

/* A relationship that a type adds to a resource. */
struct graph_relation {
  enum graph_edge_kind kind; /* EDGE_REQUIRE, EDGE_SUBSCRIBE, EDGE_BEFORE or EDGE_NOTIFY */
  str type, title;           /* of the other one; the type in lower case */
};
/* The same with types that the graph does not know: `relate` gives those of one resource. False: the graph's own. */
struct graph_types {
  bool (*relate)(void *ctx, const struct catalog_item *item, const struct graph_relation **list, uint32_t *n);
  void *ctx;
};
struct graph *graph_new_with(struct arena *a, const struct catalog_doc *doc, enum graph_kind kind,
                             const struct graph_types *types);
/* As `puppet … --graph` and `--render-as dot` write it; `name` as "Resources". */
void graph_write_dot(struct buf *out, const struct graph *g, str name);
/* The containment of a catalog under the names it has itself (Class[main], not Class[Main]): --render-as dot. */
void catalog_write_dot(struct arena *a, struct buf *out, const struct catalog_doc *doc);

/* A walk along edges that ends at a vertex it has been at. As in Puppet it may have a few steps in front. */
struct graph_walk {
  struct graph_edge **edges;
  uint32_t n;
};
/* Vertices that all lead to each other. */
struct graph_cycle {
  struct graph_vertex **vertices; /* by name */
  uint32_t nvertices;
  struct graph_walk *walks; /* shortest first, one at least, `max_walks` at most */
  uint32_t nwalks;
};
/* The number of cycles, in Puppet's order. */
uint32_t graph_cycles(struct graph *g, uint32_t max_walks, struct graph_cycle **out);
/* The file cycles.dot. */
void graph_write_cycles(struct buf *out, const struct graph_cycle *cycles, uint32_t n);
/* "Found 1 dependency cycle:\n(A => B => A)\n" */
void graph_cycles_text(struct buf *out, const struct graph_cycle *cycles, uint32_t n);
/* In double quotes, as DOT has texts. */
void graph_quote(struct buf *out, str s);

#endif
