/* A hash table of open addressing with linear probing. Symbols are never removed, so pointers to them remain valid; the
 * names and the table are in an arena of the process. */
#include "base/symbol.h"

#include "base/arena.h"
#include "base/check.h"
#include "base/str_hash.h"

static const symbol **slots;
static size_t capacity, used;
static struct arena *names;

static inline const symbol **slot_for(str s, uint32_t hash)
{
  size_t i = hash & (capacity - 1);
  while (slots[i] != NULL && !(slots[i]->hash == hash && str_eq_inline(sym_str(slots[i]), s)))
    i = (i + 1) & (capacity - 1);
  return &slots[i];
}

static void grow(void)
{
  const symbol **old = slots;
  const size_t old_capacity = capacity, more = capacity == 0 ? 4096 : capacity * 2;
  if (names == NULL) names = arena_new();
  slots = arena_array(names, more, sizeof *slots); /* if this fails, nothing has changed */
  capacity = more;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i] != NULL) *slot_for(sym_str(old[i]), old[i]->hash) = old[i];
}

const symbol *sym_known(str s) { return capacity == 0 ? NULL : *slot_for(s, (uint32_t)str_hash_inline(s)); }

static bool is_plain(str s)
{
  if (s.n == 0 || !ascii_is_lower(s.p[0])) return false;
  for (size_t i = 1; i < s.n; i++)
    if (!ascii_is_word(s.p[i])) return false;
  return true;
}

static bool has_capitals(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if (ascii_is_upper(s.p[i])) return true;
  return false;
}

const symbol *sym_intern(str s)
{
  assert_hot(s.p != NULL || s.n == 0);
  if (used * 2 >= capacity) grow();
  uint32_t hash = (uint32_t)str_hash_inline(s);
  const symbol **slot = slot_for(s, hash);
  if (*slot == NULL) {
    symbol *fresh = arena_alloc(names, sizeof *fresh + s.n + 1);
    *fresh = (symbol){
      .hash = hash, .id = (uint32_t)used, .length = (uint32_t)s.n, .plain = is_plain(s), .capitals = has_capitals(s)};
    if (s.n != 0) memcpy(fresh->text, s.p, s.n);
    fresh->text[s.n] = '\0';
    used++;
    *slot = fresh;
  }
  return *slot;
}

const symbol *sym_intern_lower(str s)
{
  char small[128];
  if (!has_capitals(s)) return sym_intern(s);
  if (s.n > sizeof small) {
    if (names == NULL) names = arena_new();
    return sym_intern(arena_lower(names, s));
  }
  for (size_t i = 0; i < s.n; i++) small[i] = (char)ascii_lower((unsigned char)s.p[i]);
  return sym_intern(str_n(small, s.n));
}

const symbol *sym_z(const char *z)
{
  assert(z != NULL);
  return sym_intern(str_of(z));
}
