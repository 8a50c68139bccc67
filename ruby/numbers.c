/* Numbers of objects: a table by address, emptied by counting on. */
#include "ruby/plugin.h"

enum { FIRST_SLOTS = 256, KEPT_SLOTS = 1 << 16 };
static const uint32_t DROPPED = UINT32_MAX;

static struct numbers_slot *slot_of(const struct numbers *t, VALUE v)
{
  size_t i = (size_t)((uint64_t)v * 0x9e3779b97f4a7c15u >> 32) & (t->size - 1);
  while (t->slots[i].time == t->time && t->slots[i].v != v) i = (i + 1) & (t->size - 1);
  return &t->slots[i];
}

/* An exception leaves the table as it was. */
static void resize(struct numbers *t, size_t size)
{
  const struct numbers old = *t;
  t->slots = xcalloc(size, sizeof *t->slots);
  t->size = size;
  t->time = 1;
  for (size_t i = 0; i < old.size; i++) {
    if (old.slots[i].time != old.time) continue;
    struct numbers_slot *s = slot_of(t, old.slots[i].v);
    *s = old.slots[i];
    s->time = 1;
  }
  xfree(old.slots);
}

bool numbers_get(const struct numbers *t, VALUE v, uint32_t *number)
{
  if (t->n == 0) return false;
  const struct numbers_slot *s = slot_of(t, v);
  *number = s->number;
  return s->time == t->time && s->number != DROPPED;
}

void numbers_put(struct numbers *t, VALUE v, uint32_t number)
{
  if (t->n * 2 >= t->size) resize(t, t->size == 0 ? FIRST_SLOTS : t->size * 2);
  struct numbers_slot *s = slot_of(t, v);
  t->n += s->time != t->time;
  *s = (struct numbers_slot){v, number, t->time};
}

void numbers_drop(struct numbers *t, VALUE v)
{
  if (t->n == 0) return;
  struct numbers_slot *s = slot_of(t, v);
  if (s->time == t->time) s->number = DROPPED;
}

void numbers_clear(struct numbers *t)
{
  t->n = 0;
  if (++t->time == UINT32_MAX || t->size > KEPT_SLOTS) {
    xfree(t->slots);
    *t = (struct numbers){.time = 1};
  }
}
