/* The offsets of values in a message: a hash table by address. An entry belongs to one message; a new message gets a
 * new number, which makes all older entries invalid at once, without clearing the table. */
#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "compiler/ruby/internal.h"

enum { FIRST_SIZE = 64, KEPT_SIZE = 1 << 16 };

struct seen {
  const void *p;
  size_t place;
  uint64_t message;
};

static struct {
  struct seen *slots;
  size_t size, n; /* a power of two; used */
  uint64_t message;
} table;

static struct seen *slot_of(const void *p)
{
  const uint64_t mixed = (uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(mixed >> 32) & (table.size - 1);
  while (table.slots[i].message == table.message && table.slots[i].p != p) i = (i + 1) & (table.size - 1);
  return &table.slots[i];
}

static void grow(void)
{
  struct seen *const old = table.slots;
  const size_t size = table.size;
  table.slots = xcalloc(size == 0 ? FIRST_SIZE : size * 2, sizeof *old);
  table.size = size == 0 ? FIRST_SIZE : size * 2;
  for (size_t i = 0; i < size; i++) {
    if (old[i].message == table.message) *slot_of(old[i].p) = old[i];
  }
  free(old);
}

void wire_seen_begin(void)
{
  table.message++;
  table.n = 0;
  if (table.size <= KEPT_SIZE) return;
  free(table.slots);
  table.slots = NULL;
  table.size = 0;
}

bool wire_seen(const void *p, size_t place, size_t *before)
{
  assert(p != NULL);
  if (table.n * 2 >= table.size) grow();
  struct seen *s = slot_of(p);
  if (s->message == table.message) {
    *before = s->place;
    return true;
  }
  *s = (struct seen){p, place, table.message};
  table.n++;
  return false;
}
