/* Splits the value at the separator into parts, changes the list, and joins it again, with the original quote around
 * it. Errors are those of Ruby in the module. */
#include "agent/providers/ini/subsettings.h"

#include "agent/providers/ini/shown.h"
#include "base/array.h"
#include "base/regex.h"

static void insert(struct subsettings *s, uint32_t at, str item)
{
  ARENA_ROOM(s->ral->arena, s->items, s->n, s->cap, 16);
  memmove(s->items + at + 1, s->items + at, (s->n - at) * sizeof *s->items);
  s->items[at] = item;
  s->n++;
}

/* The expression contains the separator after a backslash, as in the module. */
bool subsettings_parse(struct subsettings *s, const str *text)
{
  struct ral *ral = s->ral;
  struct regex_match m;
  str error;
  if (text == NULL) return true;
  str all = *text;
  const char first = all.n > 0 ? all.p[0] : '\0';
  if ((first == '"' || first == '\'') && all.p[all.n - 1] == first) {
    if (all.n == 1) return ral_fail_system(ral, "undefined method `scan' for nil:NilClass");
    s->quote = first;
    all = str_sub(all, 1, all.n - 2);
  }
  const str source = arena_printf(ral->arena, "(?:(?:[^\\%.*s]|\\.)+)", STR_FMT(s->separator));
  const struct regex *re = regex_compile(ral->arena, source, &error);
  if (re == NULL) return ral_fail(ral, "%.*s", STR_FMT(error));
  for (size_t at = 0; at <= all.n && regex_search(re, all, at, &m) == REGEX_MATCH;) {
    const size_t begin = (size_t)m.at[0].begin, end = (size_t)m.at[0].end;
    insert(s, s->n, ini_stripped(str_sub(all, begin, end - begin)));
    at = end > begin ? end : end + 1;
  }
  return true;
}

static bool fits(const struct subsettings *s, str item, str name, bool exact)
{
  if (exact) return str_eq(item, name);
  return str_starts(item, name) && str_starts(str_from(item, name.n), s->assignment);
}

int64_t subsettings_find(const struct subsettings *s, str name, bool exact)
{
  for (uint32_t i = 0; i < s->n; i++) {
    if (fits(s, s->items[i], name, exact)) return i;
  }
  return -1;
}

str subsettings_value(const struct subsettings *s, int64_t at, str name)
{
  return str_from(s->items[at], name.n + s->assignment.n);
}

static str item_of(const struct subsettings *s, str name, str text)
{
  struct buf out = BUF_IN(s->ral->arena);
  buf_str(&out, name);
  buf_str(&out, s->assignment);
  buf_str(&out, text);
  return buf_view(&out);
}

bool subsettings_update(struct subsettings *s, str name, str text, bool exact)
{
  bool found = false;
  for (uint32_t i = 0; i < s->n; i++) {
    if (!fits(s, s->items[i], name, exact)) continue;
    s->items[i] = item_of(s, name, text);
    found = true;
  }
  return found;
}

bool subsettings_insert(struct subsettings *s, int64_t at, str name, str text)
{
  const int64_t from_end = at + (int64_t)s->n + 1;
  if (at < 0 && from_end < 0) {
    return ral_fail_system(s->ral, "index %lld too small for array; minimum: -%u", (long long)at, s->n + 1);
  }
  if (at < 0) at = from_end;
  insert(s, at > (int64_t)s->n ? s->n : (uint32_t)at, item_of(s, name, text));
  return true;
}

void subsettings_remove(struct subsettings *s, str name, bool exact)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    if (!fits(s, s->items[i], name, exact)) s->items[n++] = s->items[i];
  }
  s->n = n;
}

str subsettings_text(const struct subsettings *s)
{
  struct buf out = BUF_IN(s->ral->arena);
  if (s->quote != '\0') buf_char(&out, s->quote);
  for (uint32_t i = 0; i < s->n; i++) {
    if (i > 0) buf_str(&out, s->separator);
    buf_str(&out, s->items[i]);
  }
  if (s->quote != '\0') buf_char(&out, s->quote);
  return buf_view(&out);
}
