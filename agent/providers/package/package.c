/* Shared by the providers of packages and the type. */
#include "agent/providers/package/package.h"

#include <stdlib.h>
#include <sys/stat.h>

struct package *package_of(struct ral_resource *r)
{
  if (r->data == NULL) r->data = ARENA_NEW(r->ral->arena, struct package);
  return r->data;
}

bool package_read(struct ral_resource *r)
{
  struct package *p = package_of(r);
  if (p->known) return true;
  p->ensure = ral_provider_has(r->provider, "purgeable") ? RAL_WORD(purged) : RAL_WORD(absent);
  p->mark = VALUE_UNDEF;
  p->known = package_provider(r)->query(r, p);
  return p->known;
}

const char *package_name(const struct ral_resource *r) { return arena_strz(r->ral->arena, ral_value_text(r, "name")); }

str package_next_line(str text, size_t *at)
{
  size_t end = str_index(text, '\n', *at);
  if (end == SIZE_MAX) end = text.n;
  const str line = str_sub(text, *at, end - *at);
  *at = end + 1;
  return line;
}

const char *package_command(const struct ral_resource *r, const char *own)
{
  const value given = ral_value(r, "command");
  if (given.kind == V_STRING) return arena_strz(r->ral->arena, value_text(given));
  const str found = own != NULL ? command_find(r->ral, str_of(own), NULL) : STR_EMPTY;
  return found.n > 0 ? arena_strz(r->ral->arena, found) : NULL;
}

bool package_check_command(struct ral *ral, const char *provider, const char *command)
{
  struct stat st;
  if (command == NULL) return ral_fail(ral, "Provider %s package command is not functional on this host", provider);
  if (stat(command, &st) == 0 && S_ISREG(st.st_mode)) return true;
  return ral_fail(ral, "Provider %s package command '%s' does not exist on this host", provider, command);
}

const char *package_command_must(const struct ral_resource *r, const char *own)
{
  const char *command = package_command(r, own);
  return package_check_command(r->ral, r->provider->name, command) ? command : NULL;
}

/* --- options --- */

void words_add(struct words *w, const char *item)
{
  if (w->n + 1 >= w->cap) {
    const size_t cap = w->cap > 0 ? w->cap * 2 : 16;
    w->items = arena_regrow(w->arena, w->items, w->cap * sizeof *w->items, cap * sizeof *w->items);
    w->cap = cap;
  }
  w->items[w->n++] = item;
  w->items[w->n] = NULL;
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void add_hash(struct words *w, const struct hash *h)
{
  const char **sorted = arena_array(w->arena, h->n + 1, sizeof *sorted);
  for (uint32_t i = 0; i < h->n; i++) {
    sorted[i] = arena_printf(w->arena, "%.*s=%.*s", STR_FMT(ral_to_s(w->arena, h->entries[i].key)),
                             STR_FMT(ral_to_s(w->arena, h->entries[i].value)))
                  .p;
  }
  qsort(sorted, h->n, sizeof *sorted, by_text);
  for (uint32_t i = 0; i < h->n; i++) words_add(w, sorted[i]);
}

void words_add_options(struct words *w, const struct ral_resource *r, const char *attribute)
{
  const value options = ral_value(r, attribute);
  for (uint32_t i = 0; options.kind == V_ARRAY && i < options.array->n; i++) {
    const value v = options.array->items[i];
    if (v.kind == V_HASH) add_hash(w, v.hash);
    else words_add(w, arena_strz(w->arena, ral_to_s(w->arena, v)));
  }
}
