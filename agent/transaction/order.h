/* The relationship graph of a run, and the order in which its resources are evaluated: a resource is ready when all its
 * dependencies are done; the next one is the first ready resource in the order of the catalog. */
#ifndef FICELLE_AGENT_TRANSACTION_ORDER_H
#define FICELLE_AGENT_TRANSACTION_ORDER_H

#include "agent/ral/ral.h"
#include "compiler/catalog/graph.h"

enum node_kind { NODE_RESOURCE, NODE_BEGIN, NODE_END };

struct link {
  struct node *from, *to;
  struct link *next_in, *next_out;
  uint32_t refreshes; /* how often each event of `from` refreshes `to` */
  bool removed;
};

struct queued {
  struct ral_event *event;
  const struct node *from;
  struct queued *next;
};

struct node {
  enum node_kind kind;
  struct ral_resource *resource; /* of a beginning or an end: a separate resource of the type whit */
  struct link *first_in, *last_in, *first_out, *last_out;
  uint32_t *key, nkey; /* its place in the order: numbers, compared one by one */
  uint32_t children;   /* generated resources have keys below its own */
  uint32_t blockers;   /* that are not done */
  uint32_t heap;       /* place in the queue + 1; 0: not in it */
  uint32_t seen;       /* the last search that came by */
  bool done;
  struct queued *first, *last; /* events that refresh it */
  uint32_t nqueued;
  struct node **failed; /* what it depends on and has failed */
  uint32_t nfailed;
  struct early *early; /* it was begun before its turn (ahead.h); NULL: not */
};

/* The result of the resource's own type. */
struct relations {
  const struct graph_relation *list;
  uint32_t n;
};

struct order {
  struct arena *arena;
  struct ral *ral;
  struct graph *graph; /* of the catalog */
  struct ptrvec nodes;
  struct ptrmap of_resource; /* struct ral_resource * -> struct node * */
  uint32_t searches;
  struct ptrvec open;      /* of a search: nodes to look at */
  struct ptrmap relations; /* struct ral_resource * -> struct relations *; those of the catalog */
  struct node **queue;
  uint32_t nqueue, cap_queue;
};

/* Of all resources of the run, whose catalog must hold the generated ones too. NULL with ral->error: a type in Ruby
 * cannot say what its resource depends on. */
struct order *order_new(struct ral *ral, const struct catalog_doc *catalog);
/* What is ready in the beginning. */
void order_begin(struct order *o);
struct node *order_next(struct order *o); /* NULL: none is ready */
void order_put_back(struct order *o, struct node *n);
void order_done(struct order *o, struct node *n);
/* A generated resource below the maker's place. */
struct node *order_add(struct order *o, struct node *maker, struct ral_resource *r);
void order_link(struct order *o, struct node *from, struct node *to, uint32_t refreshes);
bool order_linked(const struct node *from, const struct node *to);
/* After links were added: counts again what blocks. */
void order_recount(struct order *o);

#endif
