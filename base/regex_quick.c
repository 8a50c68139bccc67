/* Executes expressions without groups and alternatives, such as ^\w+$ or \A[a-z][a-z0-9_]*\z, on ASCII text without
 * Oniguruma. Parts are matched from left to right, greedily and without backtracking: regex_quick_compile() accepts
 * only expressions for which the result is the same. */
#include "base/regex_quick.h"

#include <assert.h>
#include <stdint.h>

struct reader {
  str s;
  size_t at;
};

static void add(uint64_t *set, unsigned from, unsigned to)
{
  for (unsigned c = from; c <= to; c++) set[c >> 6] |= (uint64_t)1 << (c & 63);
}

static bool has(const uint64_t *set, unsigned char c) { return c < 0x80 && (set[c >> 6] >> (c & 63) & 1) != 0; }

/* Other characters may be in a negated class, or let an anchor match elsewhere. */
static bool is_plain(unsigned char c) { return c < 0x80 && c != '\n'; }

static void add_shorthand(uint64_t *set, char letter)
{
  if (letter == 's') {
    add(set, '\t', '\r');
    add(set, ' ', ' ');
    return;
  }
  add(set, '0', '9');
  if (letter != 'w') return;
  add(set, 'a', 'z');
  add(set, 'A', 'Z');
  add(set, '_', '_');
}

static bool accept(struct reader *r, const char *what)
{
  if (!str_starts(str_from(r->s, r->at), str_of(what))) return false;
  r->at += strlen(what);
  return true;
}

/* Returns the letter of \w, \d or \s; 0: another character. */
static char shorthand(const struct reader *r)
{
  if (r->at + 1 >= r->s.n || r->s.p[r->at] != '\\') return 0;
  const char letter = r->s.p[r->at + 1];
  return letter == 'w' || letter == 'd' || letter == 's' ? letter : 0;
}

static bool accept_shorthand(struct reader *r, uint64_t *set)
{
  const char letter = shorthand(r);
  if (letter == 0) return false;
  add_shorthand(set, letter);
  r->at += 2;
  return true;
}

/* Reads a character after a backslash, which must be punctuation. */
static bool escaped(struct reader *r, unsigned *c)
{
  if (r->at >= r->s.n) return false;
  *c = (unsigned char)r->s.p[r->at++];
  return *c < 0x7f && !ascii_is_word(*c) && *c >= 0x20;
}

/* Reads one character inside brackets. False: it has a special meaning there. */
static bool bracket_character(struct reader *r, unsigned *c)
{
  if (r->at >= r->s.n) return false;
  *c = (unsigned char)r->s.p[r->at++];
  if (*c == '\\') return escaped(r, c);
  return *c >= 0x20 && *c < 0x7f && *c != '[' && *c != '&' && *c != ']';
}

/* Reads the rest of a class after the opening bracket. */
static bool bracket(struct reader *r, uint64_t *set)
{
  const bool negated = accept(r, "^");
  for (bool first = true; first || !accept(r, "]"); first = false) {
    if (accept_shorthand(r, set)) {
      if (r->at < r->s.n && r->s.p[r->at] == '-' && !(r->at + 1 < r->s.n && r->s.p[r->at + 1] == ']')) return false;
      continue;
    }
    unsigned from, to;
    if (!bracket_character(r, &from)) return false;
    to = from;
    if (r->at + 1 < r->s.n && r->s.p[r->at] == '-' && r->s.p[r->at + 1] != ']') {
      r->at++;
      if (shorthand(r) != 0 || !bracket_character(r, &to) || to < from) return false;
    }
    add(set, from, to);
  }
  if (negated) set[0] = ~set[0], set[1] = ~set[1];
  return true;
}

/* Reads a literal character outside brackets. */
static bool literal(struct reader *r, unsigned *c)
{
  *c = (unsigned char)r->s.p[r->at++];
  if (*c == '\\') return escaped(r, c);
  return *c >= 0x20 && *c < 0x7f && strchr("^$*+?{}[]()|", (int)*c) == NULL;
}

static struct regex_quick_part *next_part(struct regex_quick *q)
{
  if (q->n == REGEX_QUICK_PARTS) return NULL;
  q->parts[q->n] = (struct regex_quick_part){.least = 1};
  return &q->parts[q->n++];
}

/* Appends a character to the literal text at the end of the expression. */
static bool extend(struct regex_quick *q, unsigned c)
{
  struct regex_quick_part *last = q->n > 0 ? &q->parts[q->n - 1] : NULL;
  if (q->text_n == REGEX_QUICK_TEXT) return false;
  if (last == NULL || last->length == 0) {
    if ((last = next_part(q)) == NULL) return false;
    last->begin = q->text_n;
  }
  last->length++;
  q->text[q->text_n++] = (char)c;
  return true;
}

/* Reads a class or a character and its quantifier. */
static bool read_part(struct regex_quick *q, struct reader *r)
{
  uint64_t set[2] = {0, 0};
  unsigned c = 0;
  bool is_class = true;
  if (accept(r, "[")) {
    if (!bracket(r, set)) return false;
  } else if (accept(r, ".")) {
    add(set, 0, 0x7f);
  } else if (!accept_shorthand(r, set)) {
    if (!literal(r, &c)) return false;
    add(set, c, c);
    is_class = false;
  }
  const bool optional = accept(r, "?"), any = !optional && accept(r, "*"),
             several = any || (!optional && accept(r, "+"));
  if (!is_class && !optional && !several) return extend(q, c);
  struct regex_quick_part *part = next_part(q);
  if (part == NULL) return false;
  memcpy(part->set, set, sizeof set);
  part->set[0] &= ~((uint64_t)1 << '\n'); /* the engine searches texts with line breaks */
  part->least = !optional && !any;
  part->many = several;
  return true;
}

static bool accept_end(struct reader *r) { return accept(r, "$") || accept(r, "\\z") || accept(r, "\\Z"); }

/* Whether the number of repetitions varies. */
static bool varies(const struct regex_quick_part *part) { return part->many || part->least == 0; }

/* Whether text for the parts from `i` on may begin with a character of the set. */
static bool may_follow(const struct regex_quick *q, unsigned i, const uint64_t *set)
{
  for (; i < q->n; i++) {
    const struct regex_quick_part *next = &q->parts[i];
    if (next->length > 0) return has(set, (unsigned char)q->text[next->begin]);
    if (((set[0] & next->set[0]) | (set[1] & next->set[1])) != 0) return true;
    if (next->least > 0) return false;
  }
  return false;
}

/* A search tries each beginning, which takes linear time only if each try is short. */
static bool is_searchable(const struct regex_quick *q)
{
  if (q->to_end || q->n == 0) return false;
  if (q->n == 1 && q->parts[0].least > 0) return true;
  for (unsigned i = 0; i < q->n; i++) {
    if (varies(&q->parts[i])) return false;
  }
  return true;
}

bool regex_quick_compile(str source, struct regex_quick *out)
{
  struct regex_quick q = {.n = 0};
  struct reader r = {source, 0};
  q.from_begin = accept(&r, "^") || accept(&r, "\\A");
  while (r.at < source.n && !(q.to_end = accept_end(&r))) {
    if (!read_part(&q, &r)) return false;
  }
  if (r.at < source.n || (!q.from_begin && !is_searchable(&q))) return false;
  for (unsigned i = 0; i < q.n; i++) {
    if (q.parts[i].length == 0 && varies(&q.parts[i]) && may_follow(&q, i + 1, q.parts[i].set)) return false;
  }
  *out = q;
  return true;
}

enum tried { TRIED_MATCH, TRIED_NO_MATCH, TRIED_UNKNOWN };

static enum tried match_at(const struct regex_quick *q, str s, size_t at, size_t *end)
{
  for (const struct regex_quick_part *part = q->parts; part < q->parts + q->n; part++) {
    if (part->length > 0) {
      if (s.n - at < part->length || memcmp(s.p + at, q->text + part->begin, part->length) != 0) return TRIED_NO_MATCH;
      at += part->length;
      continue;
    }
    const size_t begin = at, most = part->many ? s.n : at + 1;
    while (at < most && at < s.n && has(part->set, (unsigned char)s.p[at])) at++;
    if (at < most && at < s.n && !is_plain((unsigned char)s.p[at])) return TRIED_UNKNOWN;
    if (at - begin < part->least) return TRIED_NO_MATCH;
  }
  *end = at;
  return q->to_end && at != s.n ? TRIED_NO_MATCH : TRIED_MATCH;
}

/* Returns the first position from `begin` on where the expression may match; the end of the text if it cannot. */
static size_t next_beginning(const struct regex_quick *q, str s, size_t begin)
{
  const struct regex_quick_part *first = &q->parts[0];
  if (q->from_begin || begin == s.n) return begin;
  if (first->length > 0) {
    const char *p = memchr(s.p + begin, q->text[0], s.n - begin);
    return p != NULL ? (size_t)(p - s.p) : s.n;
  }
  while (begin < s.n && is_plain((unsigned char)s.p[begin]) && !has(first->set, (unsigned char)s.p[begin])) begin++;
  return begin;
}

bool regex_quick_search(const struct regex_quick *q, str s, size_t from, struct regex_match *m,
                        enum regex_result *result)
{
  assert(from <= s.n);
  size_t begin = next_beginning(q, s, from), end = from;
  if (q->from_begin && (from != 0 || (s.n > 0 && memchr(s.p, '\n', s.n) != NULL))) return false;
  enum tried tried = match_at(q, s, begin, &end);
  while (tried == TRIED_NO_MATCH && !q->from_begin && begin < s.n) {
    begin = next_beginning(q, s, begin + 1);
    tried = match_at(q, s, begin, &end);
  }
  if (tried == TRIED_UNKNOWN) return false;
  *result = tried == TRIED_MATCH ? REGEX_MATCH : REGEX_NO_MATCH;
  if (tried == TRIED_MATCH && m != NULL) {
    m->n = 1;
    m->at[0].begin = (int)begin;
    m->at[0].end = (int)end;
  }
  return true;
}
