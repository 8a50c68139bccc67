/* The steps of a lookup as a tree: a step with parts is a node that is pushed before them and popped after them. All
 * functions accept NULL and then do nothing. */
#ifndef FICELLE_LOOKUP_EXPLAIN_H
#define FICELLE_LOOKUP_EXPLAIN_H

#include "compiler/values/value.h"

struct merge;
struct provider;

enum explain_kind {
  EXPLAIN_ROOT,
  EXPLAIN_META,
  EXPLAIN_DATA,
  EXPLAIN_INVALID_KEY,
  EXPLAIN_MERGE_SOURCE,
  EXPLAIN_MODULE,
  EXPLAIN_INTERPOLATE,
  EXPLAIN_MERGE,
  EXPLAIN_PROVIDER,
  EXPLAIN_ENTRY,
  EXPLAIN_PATH,
  EXPLAIN_URI,
  EXPLAIN_SUB_LOOKUP,
  EXPLAIN_SEGMENT,
  EXPLAIN_SCOPE
};
enum explain_event {
  EVENT_NONE,
  EVENT_FOUND,
  EVENT_FOUND_IN_OVERRIDES,
  EVENT_FOUND_IN_DEFAULTS,
  EVENT_RESULT,
  EVENT_NOT_FOUND,
  EVENT_LOCATION_NOT_FOUND,
  EVENT_MODULE_NOT_FOUND,
  EVENT_MODULE_PROVIDER_NOT_FOUND
};

struct explain_node {
  enum explain_kind kind;
  enum explain_event event;
  struct explain_node *parent, *first, *last, *next;
  uint32_t n;   /* children */
  str name;     /* of a key, entry or module; a text; a path */
  str original; /* a path before interpolation */
  const struct merge *merge;
  const struct provider *provider;
  str key; /* of the event */
  value v;
  struct explain_line {
    str text;
    struct explain_line *next;
  } * texts, *last_text;
};

struct explain {
  struct arena *arena;
  bool options, only_options;
  bool for_log; /* for the debug line of one lookup; a nested lookup has its own line */
  struct explain_node root, *current;
};

/* Where something was found. */
struct explain_place {
  str key, file, level;            /* "a::x", "/etc/…/common.yaml", name of the level of the hierarchy */
  const struct provider *provider; /* NULL: unknown */
};
/* Calls `tell` for each place of the value in order, without those of lookup_options and of the search for modules. */
void explain_each_place(const struct explain *e, void (*tell)(void *ctx, const struct explain_place *place), void *ctx);

/* Inline, because most lookups have no explanation. */
struct explain_node *explain__push(struct explain *e, enum explain_kind kind, str name);
void explain__pop(struct explain *e);
void explain__event(struct explain *e, enum explain_event event, str key, value v);
/* A node without parts below the current one. */
struct explain_node *explain_leaf(struct explain *e, enum explain_kind kind, str name);

/* A new node below the current one, which becomes the current one. */
static inline struct explain_node *explain_push(struct explain *e, enum explain_kind kind, str name)
{
  return e != NULL ? explain__push(e, kind, name) : NULL;
}

static inline void explain_pop(struct explain *e)
{
  if (e != NULL) explain__pop(e);
}

/* What came of the current node. */
static inline void explain_event(struct explain *e, enum explain_event event, str key, value v)
{
  if (e != NULL) explain__event(e, event, key, v);
}

#endif
