/* Trees (compiler/ruby/wire.h, WIRE_TREE) that were transferred before. Data of Hiera is the same in most compilations,
 * so Ruby uses the objects that it has made of the same bytes, instead of making them again and freeing them.
 *
 * Ruby code sees no difference to new objects. A tree is dropped when something in it changes (twins.c), and is not
 * used if Ruby code has frozen a part or has given it methods or instance variables. A tree is used once in a
 * compilation, since equal values are different objects, and belongs to one environment. */
#include "ruby/plugin.h"

#include <assert.h>
#include <string.h>

enum { MOST_TREES = 32, MOST_BYTES = 1 << 20, SEEN = 64 };

static struct tree {
  char *bytes;
  size_t n;
  VALUE *parts; /* all arrays, hashes and strings in it that can be changed; the first one is the root */
  uint32_t nparts;
  uint32_t first, last; /* numbers of its arrays and hashes while it is used */
  bool is_used;
} trees[MOST_TREES];
static uint32_t ntrees;
static size_t kept_bytes;

/* Hashes of the bytes of recent trees. A tree is kept if it comes a second time: values that only one node has do not
 * replace those that all have. */
static uint64_t seen[SEEN];

/* The tree that is being read. */
static struct {
  const char *bytes;
  size_t n;
  bool is_kept;
  uint32_t first, next;
  VALUE *parts;
  uint32_t nparts, cap;
} reading;

/* Objects in trees must not be moved. */
static void mark(void *unused)
{
  (void)unused;
  for (uint32_t i = 0; i < ntrees; i++) {
    for (uint32_t k = 0; k < trees[i].nparts; k++) rb_gc_mark(trees[i].parts[k]);
  }
}

static const rb_data_type_t marker_type = {.wrap_struct_name = "Ficelle::Trees", .function = {.dmark = mark}};

static void drop(uint32_t i)
{
  struct tree *const t = &trees[i];
  assert(i < ntrees && kept_bytes >= t->n);
  kept_bytes -= t->n;
  xfree(t->bytes);
  xfree(t->parts);
  trees[i] = trees[--ntrees];
}

void trees_forget(void)
{
  while (ntrees > 0) drop(ntrees - 1);
}

void trees_changed(const uint32_t *number)
{
  if (number == NULL) {
    trees_forget();
    return;
  }
  for (uint32_t i = 0; i < ntrees; i++) {
    const struct tree *const t = &trees[i];
    if (!t->is_used || (*number & 1) != (t->first & 1) || *number < t->first || *number > t->last) continue;
    drop(i);
    return;
  }
}

void trees_release(void)
{
  for (uint32_t i = 0; i < ntrees; i++) trees[i].is_used = false;
}

static bool is_intact(const struct tree *t)
{
  for (uint32_t i = 0; i < t->nparts; i++) {
    if (!twin_is_plain(t->parts[i])) return false;
  }
  return true;
}

static void use(struct tree *t, uint32_t number)
{
  t->is_used = true;
  t->first = number;
  for (uint32_t i = 0; i < t->nparts; i++) {
    if (RB_TYPE_P(t->parts[i], T_STRING)) continue;
    twin_put(number, t->parts[i]);
    number += 2;
  }
  t->last = number - 2;
}

VALUE tree_find(const char *bytes, size_t n, uint32_t number)
{
  for (uint32_t i = 0; i < ntrees; i++) {
    struct tree *const t = &trees[i];
    if (t->is_used || t->n != n || memcmp(t->bytes, bytes, n) != 0) continue;
    if (!is_intact(t)) {
      drop(i--);
      continue;
    }
    use(t, number);
    return t->parts[0];
  }
  return Qundef;
}

/* Whether there is room for a tree, after trees were dropped that this compilation has not used so far. */
static bool make_room(size_t n)
{
  for (uint32_t i = 0; i < ntrees && (ntrees == MOST_TREES || kept_bytes + n > MOST_BYTES);) {
    if (trees[i].is_used) i++;
    else drop(i);
  }
  return ntrees < MOST_TREES && kept_bytes + n <= MOST_BYTES;
}

void tree_begin(const char *bytes, size_t n, uint32_t number)
{
  const uint64_t code = rb_memhash(bytes, (long)n);
  uint64_t *const before = &seen[code % SEEN];
  reading.bytes = bytes;
  reading.n = n;
  reading.is_kept = *before == code && make_room(n);
  reading.first = reading.next = number;
  reading.nparts = 0;
  *before = code;
}

uint32_t tree_next(void)
{
  const uint32_t number = reading.next;
  reading.next += 2;
  return number;
}

void tree_add(VALUE v)
{
  if (!reading.is_kept) return;
  if (reading.nparts == reading.cap) {
    reading.cap = reading.cap * 2 + 64;
    reading.parts = xrealloc2(reading.parts, reading.cap, sizeof *reading.parts);
  }
  reading.parts[reading.nparts++] = v;
}

void tree_end(void)
{
  if (!reading.is_kept) return;
  assert(reading.nparts > 0 && ntrees < MOST_TREES);
  char *const bytes = xmalloc(reading.n);
  memcpy(bytes, reading.bytes, reading.n);
  trees[ntrees++] = (struct tree){.bytes = bytes,
                                  .n = reading.n,
                                  .parts = xrealloc2(reading.parts, reading.nparts, sizeof *reading.parts),
                                  .nparts = reading.nparts,
                                  .first = reading.first,
                                  .last = reading.next - 2,
                                  .is_used = true};
  kept_bytes += reading.n;
  reading.parts = NULL;
  reading.cap = 0;
}

void trees_init(void)
{
  const VALUE marker = TypedData_Wrap_Struct(rb_cObject, &marker_type, trees);
  rb_gc_register_mark_object(marker);
}
