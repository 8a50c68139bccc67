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
  struct ral_resource *resource; /* for a begin or end node: a separate resource of the type whit */
  struct link *first_in, *last_in, *first_out, *last_out;
  uint32_t *key, nkey; /* its position in the order: numbers, compared one by one */
  uint32_t children;   /* how many generated resources have keys below this one */
  uint32_t blockers;   /* how many dependencies are not done */
  uint32_t heap;       /* position in the queue + 1; 0: not in the queue */
  uint32_t seen;       /* number of the last search that visited it */
  bool done;
  struct queued *first, *last; /* events that will refresh it */
  uint32_t nqueued;
  struct node **failed; /* failed nodes that it depends on */
  uint32_t nfailed;
  struct early *early; /* it was started before its turn (ahead.h); NULL: not started */
};

/* The relations that a type in Ruby returned for a resource. */
struct relations {
  const struct graph_relation *list;
  uint32_t n;
};

struct order {
  struct arena *arena;
  struct ral *ral;
  struct graph *graph; /* the catalog's */
  struct ptrvec nodes;
  struct ptrmap of_resource; /* struct ral_resource * -> struct node * */
  uint32_t searches;
  struct ptrvec open;      /* for a search: nodes to visit */
  struct ptrmap relations; /* struct ral_resource * -> struct relations *; of the catalog's resources */
  struct node **queue;
  uint32_t nqueue, cap_queue;
};

/* Makes the graph of the catalog's resources, which ral_load has made; order_add adds generated ones. NULL with
 * ral->error: a type in Ruby failed to return the dependencies of its resource. */
struct order *order_new(struct ral *ral, const struct catalog_doc *catalog);
/* Puts the nodes without dependencies into the queue. */
void order_begin(struct order *o);
struct node *order_next(struct order *o); /* The next ready node; NULL: none is ready. */
void order_put_back(struct order *o, struct node *n);
void order_done(struct order *o, struct node *n);
/* Adds a generated resource with a key below the maker's. */
struct node *order_add(struct order *o, struct node *maker, struct ral_resource *r);
void order_link(struct order *o, struct node *from, struct node *to, uint32_t refreshes);
bool order_linked(const struct node *from, const struct node *to);
/* Counts the unfinished dependencies again after links were added. */
void order_recount(struct order *o);

#endif
