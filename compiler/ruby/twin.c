/* Twins: arrays, hashes, objects, scopes and resources that are also represented by an object in Ruby. They are
 * transferred once; after that only their number, and changes in place by Ruby code. Numbers are valid until the
 * compilation ends. The side that first sends a value chooses its number, whose lowest bit is the side, so that numbers
 * do not collide. */
#include <assert.h>

#include "compiler/ruby/internal.h"
#include "compiler/types/object.h"
#include "compiler/values/runtime.h"

/* Serial number of the compilation whose twins Ruby knows; 0: none. For another compilation Ruby drops them all. */
static uint64_t owner;

/* Where a value stores its number; NULL: values of its kind have none. The shared empty array and empty hash have none
 * either, since Ruby could change them in place: Ruby gets a new one each time. */
static uint32_t *slot_of(value v)
{
  switch ((enum value_kind)v.kind) {
  case V_ARRAY: return v.array == &array_empty ? NULL : &((struct array *)(uintptr_t)v.array)->twin;
  case V_HASH: return v.hash == &hash_empty ? NULL : &((struct hash *)(uintptr_t)v.hash)->twin;
  case V_OBJECT: return v.object->foreign != NULL ? NULL : &((struct object *)(uintptr_t)v.object)->twin;
  case V_RUNTIME: return v.runtime->pointer == NULL ? NULL : &((struct runtime *)(uintptr_t)v.runtime)->twin;
  default: return NULL;
  }
}

static struct valuevec *side_of(struct compilation *c, uint32_t number) { return &ruby_state(c)->twins[number & 1]; }

static bool same_thing(value a, value b) { return a.kind == b.kind && a.integer == b.integer; }

bool twin_find(struct compilation *c, uint32_t number, value *v)
{
  const struct valuevec *known = side_of(c, number);
  if (number >> 1 >= known->n || known->items[number >> 1].kind == V_UNDEF) return false;
  *v = known->items[number >> 1];
  return true;
}

/* A slot may contain a number of an earlier compilation, so the number is valid only if the table has the same value
 * there. */
bool twin_number(struct compilation *c, value v, uint32_t *number)
{
  const uint32_t *slot = slot_of(v);
  value there;
  if (slot == NULL || *slot == 0 || !twin_find(c, *slot - 1, &there) || !same_thing(there, v)) return false;
  *number = *slot - 1;
  return true;
}

bool twin_add(struct compilation *c, value v, uint32_t *number)
{
  uint32_t *slot = slot_of(v);
  struct valuevec *own = side_of(c, TWIN_OF_CORE);
  if (slot == NULL || own->n >= UINT32_MAX / 4) return false;
  assert(own->n >= ruby_state(c)->twins_sent);
  *number = own->n << 1 | TWIN_OF_CORE;
  *slot = *number + 1;
  valuevec_push(own, c->arena, v);
  return true;
}

void twin_put(struct compilation *c, uint32_t number, value v)
{
  struct valuevec *of_ruby = side_of(c, number);
  if ((number & 1) == TWIN_OF_CORE) return;
  /* Containers have smaller numbers than their elements, but are complete later. */
  while (of_ruby->n <= number >> 1) valuevec_push(of_ruby, c->arena, VALUE_UNDEF);
  of_ruby->items[number >> 1] = v;
  *slot_of(v) = number + 1;
}

/* Drops the numbers of a message that was not sent because writing it failed. */
void twins_begin(struct compilation *c)
{
  struct ruby_state *st = ruby_state(c);
  assert(st->twins_sent <= st->twins[TWIN_OF_CORE].n);
  st->twins[TWIN_OF_CORE].n = st->twins_sent;
}

uint32_t twins_of_core(struct compilation *c) { return side_of(c, TWIN_OF_CORE)->n; }

void twins_drop_from(struct compilation *c, uint32_t first)
{
  struct ruby_state *st = ruby_state(c);
  assert(first >= st->twins_sent && first <= st->twins[TWIN_OF_CORE].n);
  st->twins[TWIN_OF_CORE].n = first;
}

void twins_sent(struct compilation *c)
{
  struct ruby_state *st = ruby_state(c);
  st->twins_sent = st->twins[TWIN_OF_CORE].n;
}

void twins_enter(struct compilation *c, const struct ruby_plugin *plugin)
{
  struct ruby_state *st = ruby_state(c);
  if (owner == st->serial) return;
  if (owner != 0) plugin->forget();
  owner = st->serial;
  st->twins[0].n = st->twins[1].n = st->twins_sent = 0;
}

void twins_forget(struct compilation *c, const struct ruby_plugin *plugin)
{
  if (owner != ruby_state(c)->serial) return;
  plugin->forget();
  owner = 0;
}

/* --- changes in place --- */

/* The contents of a container before Ruby changed it. Only containers outside of the compilation's arena are saved,
 * since they outlive it; their contents are restored at its end. */
struct saved_value {
  value v;
  struct array array;
  struct hash hash;
  struct saved_value *next;
};

static void save_value(struct compilation *c, value v)
{
  struct ruby_state *st = ruby_state(c);
  const void *p = v.kind == V_ARRAY ? (const void *)v.array : v.hash;
  if (arena_holds(c->arena, p)) return;
  struct saved_value *b = ARENA_NEW(c->arena, struct saved_value);
  b->v = v;
  if (v.kind == V_ARRAY) b->array = *v.array;
  else b->hash = *v.hash;
  b->next = st->saved;
  st->saved = b;
}

/* Whether the container `to` is part of the contents of `from`. Each container is visited once. */
static bool reaches(struct compilation *c, value from, value to)
{
  bool found = false;
  size_t before;
  const bool array = from.kind == V_ARRAY;
  if (!array && from.kind != V_HASH) return from.kind == V_SENSITIVE && reaches(c, *from.sensitive, to);
  if (wire_seen(from.array, 0, &before)) return same_thing(from, to);
  context_enter(&c->context);
  const uint32_t n = array ? from.array->n : from.hash->n;
  for (uint32_t i = 0; i < n && !found; i++) {
    found = reaches(c, array ? from.array->items[i] : from.hash->entries[i].value, to) ||
            (!array && reaches(c, from.hash->entries[i].key, to));
  }
  context_leave(&c->context);
  return found;
}

/* A value that contains itself would make functions that walk over it endless, so the change is undone and fails. */
void twin_change(struct compilation *c, uint32_t number, value contents)
{
  value v;
  if (!twin_find(c, number, &v) || v.kind != contents.kind) return;
  const value was = v.kind == V_ARRAY ? array_of(c->arena, v.array->items, v.array->n)
                                      : value_hash(hash_copy(c->arena, v.hash, 0));
  save_value(c, v);
  ruby_state(c)->changes++;
  value_become(v, contents);
  wire_seen_begin();
  if (!reaches(c, v, v)) return;
  value_become(v, was);
  fail_error(&c->context, FAILURE_EVALUATION, "A value that contains itself comes from Ruby");
}

void twins_end(struct compilation *c)
{
  struct ruby_state *st = ruby_state(c);
  assert(st->depth == 0);
  for (const struct saved_value *b = st->saved; b != NULL; b = b->next) {
    value_become(b->v, b->v.kind == V_ARRAY ? value_array(&b->array) : value_hash(&b->hash));
  }
  st->saved = NULL;
  owner = 0;
}
