/* Completion at the prompt of `ficelle evaluate`. */
#include "cli/evaluate_words.h"
#include "base/array.h"

#include <stdlib.h>

#include "compiler/environment/environment.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn.h"
#include "compiler/restypes/restype.h"

struct words {
  struct arena *arena;
  str prefix;
  str *items;
  uint32_t n, cap;
};

static void add(struct words *w, str word)
{
  if (word.n == 0 || !str_starts(word, w->prefix)) return;
  ARENA_ROOM(w->arena, w->items, w->n, w->cap, 64);
  w->items[w->n++] = word;
}

static void add_symbols(struct words *w, const struct ptrmap *all)
{
  for (uint32_t i = 0; i < all->n; i++) add(w, sym_str(all->entries[i].key));
}

static void add_function(void *ctx, const struct fn_row *row) { add(ctx, str_of(row->name)); }

static void add_keywords(struct words *w)
{
  static const char *const words[] = {
#define X(name, text) text,
#include "compiler/syntax/token.def"
#undef X
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (ascii_is_alpha((unsigned char)words[i][0])) add(w, str_of(words[i]));
  }
  add(w, STR("true"));
  add(w, STR("false"));
}

static void add_types(struct words *w)
{
  for (int i = 0; i < T_KIND_COUNT; i++) {
    const struct type t = {.kind = (uint8_t)i};
    add(w, str_of(type_kind_label(&t)));
  }
  for (const struct restype *const *t = restype_all(); *t != NULL; t++) {
    struct buf name = BUF_IN(w->arena);
    type_capitalize(&name, sym_str((*t)->name));
    add(w, buf_view(&name));
    add(w, sym_str((*t)->name));
  }
}

static void sort(struct words *w)
{
  uint32_t n = 0;
  if (w->n > 0) qsort(w->items, w->n, sizeof *w->items, str_order);
  for (uint32_t i = 0; i < w->n; i++) {
    if (n == 0 || !str_eq(w->items[n - 1], w->items[i])) w->items[n++] = w->items[i];
  }
  w->n = n;
}

/* The common prefix of the first and last word, which is common to all, since they are sorted. */
static str common(const struct words *w)
{
  if (w->n == 0) return STR_EMPTY;
  const str a = w->items[0], b = w->items[w->n - 1];
  size_t n = w->prefix.n;
  while (n < a.n && n < b.n && a.p[n] == b.p[n]) n++;
  return str_sub(a, w->prefix.n, n - w->prefix.n);
}

void evaluate_complete(struct compilation *c, struct arena *a, str before, struct completion *out)
{
  size_t at = before.n;
  while (at > 0 && (ascii_is_word((unsigned char)before.p[at - 1]) || before.p[at - 1] == ':')) at--;
  struct words w = {.arena = a, .prefix = str_from(before, at)};
  if (at > 0 && before.p[at - 1] == '$') {
    add_symbols(&w, &c->top->variables);
  } else {
    add_keywords(&w);
    fn_each_row(add_function, &w);
    add_symbols(&w, &c->environment->defined.functions);
    add_types(&w);
  }
  sort(&w);
  *out = (struct completion){.insert = common(&w), .words = w.items, .n = w.n};
}
