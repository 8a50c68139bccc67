/* Executes expressions that consist of one character class, such as ^\w+$, on ASCII text without Oniguruma. Types of
 * parameters use them very often. */
#include "base/regex_quick.h"

#include <stdint.h>

struct reader {
  str s;
  size_t at;
};

enum { KIND_OUTSIDE = 1, KIND_ODD = 2 };

static void add(struct regex_quick *q, unsigned from, unsigned to)
{
  for (unsigned c = from; c <= to; c++) q->set[c >> 6] |= (uint64_t)1 << (c & 63);
}

static bool has(const struct regex_quick *q, unsigned char c) { return (q->set[c >> 6] >> (c & 63) & 1) != 0; }

static bool is_plain(unsigned char c) { return c < 0x80 && c != '\n'; }

static void add_shorthand(struct regex_quick *q, char letter)
{
  add(q, '0', '9');
  if (letter != 'w') return;
  add(q, 'a', 'z');
  add(q, 'A', 'Z');
  add(q, '_', '_');
}

static bool accept(struct reader *r, const char *what)
{
  if (!str_starts(str_from(r->s, r->at), str_of(what))) return false;
  r->at += strlen(what);
  return true;
}

static bool is_shorthand(const struct reader *r)
{
  return r->at + 1 < r->s.n && r->s.p[r->at] == '\\' && (r->s.p[r->at + 1] == 'w' || r->s.p[r->at + 1] == 'd');
}

/* Reads one character inside brackets. False: it has a special meaning there. */
static bool bracket_character(struct reader *r, unsigned *c)
{
  if (r->at >= r->s.n) return false;
  *c = (unsigned char)r->s.p[r->at++];
  if (*c != '\\') return *c >= 0x20 && *c < 0x7f && *c != '[' && *c != '&' && *c != ']';
  if (r->at >= r->s.n) return false;
  *c = (unsigned char)r->s.p[r->at++];
  return *c < 0x80 && !ascii_is_word(*c) && *c >= 0x20;
}

/* Reads what follows the opening bracket. */
static bool bracket(struct reader *r, struct regex_quick *q)
{
  const bool negated = accept(r, "^");
  for (bool first = true; first || !accept(r, "]"); first = false) {
    if (is_shorthand(r)) {
      add_shorthand(q, r->s.p[r->at + 1]);
      r->at += 2;
      if (r->at < r->s.n && r->s.p[r->at] == '-' && !(r->at + 1 < r->s.n && r->s.p[r->at + 1] == ']')) return false;
      continue;
    }
    unsigned from, to;
    if (!bracket_character(r, &from)) return false;
    to = from;
    if (r->at + 1 < r->s.n && r->s.p[r->at] == '-' && r->s.p[r->at + 1] != ']') {
      r->at++;
      if (is_shorthand(r) || !bracket_character(r, &to) || to < from) return false;
    }
    add(q, from, to);
  }
  if (negated) q->set[0] = ~q->set[0], q->set[1] = ~q->set[1];
  return true;
}

bool regex_quick_compile(str source, struct regex_quick *out)
{
  struct regex_quick q = {.least = 1};
  struct reader r = {source, 0};
  q.anchored = accept(&r, "^") || accept(&r, "\\A");
  if (is_shorthand(&r)) {
    add_shorthand(&q, r.s.p[r.at + 1]);
    r.at += 2;
  } else if (!accept(&r, "[") || !bracket(&r, &q)) {
    return false;
  }
  if (accept(&r, "+")) q.many = true;
  else if (q.anchored && accept(&r, "*")) q.many = true, q.least = 0;
  if (q.anchored && !accept(&r, "$") && !accept(&r, "\\z") && !accept(&r, "\\Z")) return false;
  for (unsigned c = 0; c < 256; c++) {
    q.kinds[c] = !is_plain((unsigned char)c) ? KIND_ODD : has(&q, (unsigned char)c) ? 0 : KIND_OUTSIDE;
  }
  *out = q;
  return r.at == source.n;
}

static bool whole(const struct regex_quick *q, str s, bool *matches)
{
  unsigned kinds = 0;
  for (size_t i = 0; i < s.n; i++) kinds |= q->kinds[(unsigned char)s.p[i]];
  *matches = kinds == 0 && s.n >= q->least && (q->many || s.n <= 1);
  return (kinds & KIND_ODD) == 0;
}

bool regex_quick_search(const struct regex_quick *q, str s, size_t from, struct regex_match *m,
                        enum regex_result *result)
{
  size_t begin = from, end = s.n;
  if (q->anchored) {
    bool matches;
    if (from != 0 || !whole(q, s, &matches)) return false;
    *result = matches ? REGEX_MATCH : REGEX_NO_MATCH;
  } else {
    while (begin < s.n && is_plain((unsigned char)s.p[begin]) && !has(q, (unsigned char)s.p[begin])) begin++;
    if (begin < s.n && !is_plain((unsigned char)s.p[begin])) return false;
    *result = begin < s.n ? REGEX_MATCH : REGEX_NO_MATCH;
    for (end = begin + 1; q->many && end < s.n && (unsigned char)s.p[end] < 0x80 && has(q, (unsigned char)s.p[end]);)
      end++;
    if (q->many && end < s.n && (unsigned char)s.p[end] >= 0x80) return false;
  }
  if (*result == REGEX_MATCH && m != NULL) {
    m->n = 1;
    m->at[0].begin = (int)begin;
    m->at[0].end = (int)end;
  }
  return true;
}
