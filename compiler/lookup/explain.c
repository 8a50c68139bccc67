/* Records the steps of a lookup as a tree: each step opens a node and closes it. The tree is printed for users, and
 * contains the place of a value for the debug line and for the provenance of catalogs. */
#include "compiler/lookup/explain.h"
#include "base/check.h"

#include "compiler/lookup/lookup.h"

struct explain *explain_new(struct arena *a, bool options, bool only_options)
{
  struct explain *e = ARENA_NEW(a, struct explain);
  e->arena = a;
  e->options = options;
  e->only_options = only_options;
  e->current = &e->root;
  return e;
}

struct explain_node *explain_leaf(struct explain *e, enum explain_kind kind, str name)
{
  if (e == NULL) return NULL;
  struct explain_node *node = ARENA_NEW(e->arena, struct explain_node), *parent = e->current;
  node->kind = kind;
  node->name = arena_str(e->arena, name);
  node->parent = parent;
  if (parent->last != NULL) parent->last->next = node;
  else parent->first = node;
  parent->last = node;
  parent->n++;
  return node;
}

struct explain_node *explain__push(struct explain *e, enum explain_kind kind, str name)
{
  assert(e->current != NULL);
  return e->current = explain_leaf(e, kind, name);
}

void explain__pop(struct explain *e)
{
  assert(e->current->parent != NULL);
  e->current = e->current->parent;
}

void explain__event(struct explain *e, enum explain_event event, str key, value v)
{
  assert(e->current != NULL);
  struct explain_node *node = e->current;
  node->event = event;
  /* These two have no key in Puppet's explanation. Events up to EVENT_RESULT have a value. */
  if (event != EVENT_LOCATION_NOT_FOUND && event != EVENT_RESULT) node->key = arena_str(e->arena, key);
  if (event <= EVENT_RESULT) node->v = v;
}

void explain_text(struct explain *e, str text)
{
  if (e == NULL) return;
  struct explain_line *line = ARENA_NEW(e->arena, struct explain_line);
  struct explain_node *node = e->current;
  line->text = arena_str(e->arena, text);
  if (node->last_text != NULL) node->last_text->next = line;
  else node->texts = line;
  node->last_text = line;
}

void explain_end(struct explain *e)
{
  assert(e->current != NULL);
  e->current = &e->root;
}

/* --- the place of a value --- */

static const struct explain_node *above(const struct explain_node *n, enum explain_kind kind)
{
  while (n != NULL && n->kind != kind) n = n->parent;
  return n;
}

/* The name of a level, from 'Hierarchy entry "common"' in the explanation. */
static str level_of(const struct explain_node *entry)
{
  if (entry == NULL) return STR_EMPTY;
  const size_t open = str_index(entry->name, '"', 0);
  if (open == SIZE_MAX || entry->name.p[entry->name.n - 1] != '"' || open + 2 > entry->name.n) return entry->name;
  return str_sub(entry->name, open + 1, entry->name.n - open - 2);
}

static void each_place(const struct explain_node *n, int depth,
                       void (*tell)(void *ctx, const struct explain_place *place), void *ctx)
{
  /* The bound limits recursion; no real lookup is nested as deeply. */
  if (n->kind == EXPLAIN_META || depth > 200) return;
  const bool leaf = n->kind == EXPLAIN_PATH || n->kind == EXPLAIN_URI || n->kind == EXPLAIN_ENTRY ||
                    n->kind == EXPLAIN_PROVIDER;
  if (n->event == EVENT_FOUND && leaf) {
    const struct explain_node *entry = above(n, EXPLAIN_ENTRY), *path = above(n, EXPLAIN_PATH),
                              *provider = above(n, EXPLAIN_PROVIDER);
    tell(ctx, &(struct explain_place){.key = n->key,
                                      .file = path != NULL ? path->name : n->name,
                                      .level = level_of(entry),
                                      .provider = provider != NULL ? provider->provider : NULL});
  }
  for (const struct explain_node *inside = n->first; inside != NULL; inside = inside->next)
    each_place(inside, depth + 1, tell, ctx);
}

void explain_each_place(const struct explain *e, void (*tell)(void *ctx, const struct explain_place *place), void *ctx)
{
  each_place(&e->root, 0, tell, ctx);
}
