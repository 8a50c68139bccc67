/* Modes of files, numeric and symbolic. */
#include "agent/types/file/file.h"
#include "compiler/values/ruby_text.h"

static bool is_octal(str s)
{
  if (s.n == 0 || s.n > 5 || (s.n == 5 && s.p[0] != '0')) return false;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] < '0' || s.p[i] > '7') return false;
  }
  return true;
}

static unsigned octal(str s)
{
  unsigned n = 0;
  for (size_t i = 0; i < s.n; i++) n = n * 8 + (unsigned)(s.p[i] - '0');
  return n;
}

static bool is_in(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }

/* [ugoa]*[-=+][-=+rstwxXugo]*, separated by commas. */
static bool is_symbolic(str s)
{
  for (size_t i = 0;;) {
    while (i < s.n && is_in(s.p[i], "ugoa")) i++;
    if (i == s.n || !is_in(s.p[i], "-=+")) return false;
    while (i < s.n && is_in(s.p[i], "-=+rstwxXugo")) i++;
    if (i == s.n) return true;
    if (s.p[i++] != ',') return false;
  }
}

bool mode_is_valid(str mode) { return is_octal(mode) || is_symbolic(mode); }

str mode_normalize(struct arena *a, str mode) { return is_octal(mode) ? arena_printf(a, "%o", octal(mode)) : mode; }

enum { USER, GROUP, OTHER, SPECIAL };

static bool wrong(struct ral *ral, const char *what, str part, str mode)
{
  struct buf whole = BUF_IN(ral->arena), piece = BUF_IN(ral->arena);
  ruby_inspect(&whole, value_str(mode));
  ruby_inspect(&piece, value_str(part));
  if (str_eq(part, mode)) return ral_fail(ral, "%s in symbolic mode %s", what, whole.p);
  return ral_fail(ral, "%s at %s in symbolic mode %s", what, piece.p, whole.p);
}

static unsigned combine(char action, unsigned bits, unsigned more)
{
  return action == '-' ? bits & ~more : bits | more;
}

/* Applies one clause, "ug+rX", for one of user, group and other. */
static bool apply(struct ral *ral, str part, str mode, str actions, int who, const unsigned *before, unsigned *after,
                  bool executes)
{
  static const unsigned set_bits[] = {4, 2, 1};
  unsigned bits = before[who];
  char action = '!';
  for (size_t i = 0; i < actions.n; i++) {
    const char c = actions.p[i];
    if (is_in(c, "-=+")) {
      action = c;
      if (c == '=') bits = 0;
    } else if (action == '!') {
      return wrong(ral, "Missing operation (-, =, or +)", part, mode);
    } else if (is_in(c, "ugo")) {
      bits = combine(action, bits, before[c == 'u' ? USER : c == 'g' ? GROUP : OTHER]);
    } else if (is_in(c, "rwx")) {
      bits = combine(action, bits, c == 'r' ? 4 : c == 'w' ? 2 : 1);
    } else if (c == 'X') {
      if (action != '+') return wrong(ral, "X only works with the '+' operator", part, mode);
      if (executes) bits |= 1;
    } else {
      after[SPECIAL] = combine(action, after[SPECIAL], c == 't' ? 1 : set_bits[who]);
    }
  }
  after[who] = bits;
  return true;
}

bool mode_bits(struct ral *ral, str mode, unsigned current, bool directory, unsigned *bits)
{
  if (is_octal(mode)) {
    *bits = octal(mode);
    return true;
  }
  unsigned now[4] = {current >> 6 & 7, current >> 3 & 7, current & 7, current >> 9 & 7};
  const bool executes = directory || (current & 0111) != 0;
  for (size_t at = 0; at <= mode.n;) {
    size_t end = str_index(mode, ',', at);
    if (end == SIZE_MAX) end = mode.n;
    const str part = str_sub(mode, at, end - at);
    bool who[3] = {false};
    unsigned before[4];
    size_t i = 0;
    for (; i < part.n && is_in(part.p[i], "ugoa"); i++) {
      who[USER] = who[USER] || is_in(part.p[i], "ua");
      who[GROUP] = who[GROUP] || is_in(part.p[i], "ga");
      who[OTHER] = who[OTHER] || is_in(part.p[i], "oa");
    }
    if (i == 0) who[USER] = who[GROUP] = who[OTHER] = true;
    if (i == part.n) return wrong(ral, "Missing action", part, mode);
    memcpy(before, now, sizeof before);
    for (int w = USER; w <= OTHER; w++) {
      if (who[w] && !apply(ral, part, mode, str_from(part, i), w, before, now, executes)) return false;
    }
    at = end + 1;
  }
  *bits = now[SPECIAL] << 9 | now[USER] << 6 | now[GROUP] << 3 | now[OTHER];
  return true;
}
