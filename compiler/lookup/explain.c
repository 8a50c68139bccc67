/* Collecting what a lookup does. */
#include "compiler/lookup/explain.h"

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

struct explain_node *explain__leaf(struct explain *e, enum explain_kind kind, str name)
{
  struct explain_node *node = ARENA_NEW(e->arena, struct explain_node), *parent = e->current;
  node->kind = kind;
  node->name = arena_str(e->arena, name);
  node->parent = parent;
  if (parent->last != NULL)
    parent->last->next = node;
  else
    parent->first = node;
  parent->last = node;
  parent->n++;
  return node;
}

struct explain_node *explain__push(struct explain *e, enum explain_kind kind, str name)
{
  return e->current = explain__leaf(e, kind, name);
}

void explain__pop(struct explain *e)
{
  if (e->current->parent != NULL) e->current = e->current->parent;
}

void explain__event(struct explain *e, enum explain_event event, str key, value v)
{
  struct explain_node *node = e->current;
  node->event = event;
  if (event != EVENT_LOCATION_NOT_FOUND && event != EVENT_RESULT) node->key = arena_str(e->arena, key);
  if (event <= EVENT_RESULT) node->v = v;
}

void explain_text(struct explain *e, str text)
{
  if (e == NULL) return;
  struct explain_line *line = ARENA_NEW(e->arena, struct explain_line);
  struct explain_node *node = e->current;
  line->text = arena_str(e->arena, text);
  if (node->last_text != NULL)
    node->last_text->next = line;
  else
    node->texts = line;
  node->last_text = line;
}

void explain_end(struct explain *e) { e->current = &e->root; }
