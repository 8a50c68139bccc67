/* Methods of Ruby's String. */
#include "compiler/values/ruby_string.h"

#include "base/array.h"
#include "base/check.h"
#include "base/deadline.h"
#include "base/utf8.h"
#include "compiler/values/context.h"

size_t ruby_character(str s, size_t at)
{
  uint32_t cp;
  const unsigned n = at < s.n ? utf8_decode(s, at, &cp) : 1;
  return n == 0 ? 1 : n;
}

/* As in Ruby, NUL counts as white space at the end, and since Ruby 2.6 at the beginning too. */
static bool is_blank(char ch) { return ch == '\0' || ascii_is_space(ch); }

str ruby_strip(str s, bool left, bool right)
{
  while (left && s.n > 0 && is_blank(s.p[0])) s = str_from(s, 1);
  while (right && s.n > 0 && is_blank(s.p[s.n - 1])) s.n--;
  return s;
}

bool ruby_text_to_i(str s, int64_t *out)
{
  assert_hot(out != NULL);
  size_t at = str_spaces(s, 0);
  const bool negative = at < s.n && s.p[at] == '-';
  at += at < s.n && (s.p[at] == '-' || s.p[at] == '+');
  *out = 0;
  for (bool digit = false; at < s.n; at++) {
    if (s.p[at] == '_' && digit && at + 1 < s.n && ascii_is_digit(s.p[at + 1])) continue;
    digit = ascii_is_digit(s.p[at]);
    if (!digit) break;
    const int64_t add = negative ? -(s.p[at] - '0') : s.p[at] - '0';
    if (__builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, add, out)) return false;
  }
  return true;
}

str ruby_regexp_escape(struct arena *a, str s)
{
  static const char special[] = "[]{}()|-*.\\?+^$#", blanks[] = " \n\t\r\f\v", names[] = " ntrfv";
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    const char ch = s.p[i], *blank = ch == '\0' ? NULL : strchr(blanks, ch);
    if (blank != NULL || (ch != '\0' && strchr(special, ch) != NULL)) buf_char(&out, '\\');
    buf_char(&out, blank != NULL ? names[blank - blanks] : ch);
  }
  return buf_finish(&out);
}

/* --- sub and gsub --- */

/* Replaces \k<name>. `at` is the position of the "k", and afterwards of the ">". False: the group does not exist. */
static bool named_group(struct buf *out, str with, size_t *at, const struct regex *re, str text,
                        const struct regex_match *m)
{
  const size_t close = str_index(with, '>', *at);
  if (close == SIZE_MAX || with.p[*at + 1] != '<') return false;
  const int n = regex_group(re, str_sub(with, *at + 2, close - *at - 2));
  if (n >= 0) buf_str(out, ruby_group(text, m, n));
  *at = close;
  return n >= 0;
}

void ruby_replacement(struct buf *out, str with, const struct regex *re, str text, const struct regex_match *m)
{
  assert_hot(m->n > 0);
  for (size_t i = 0; i < with.n; i++) {
    if (with.p[i] != '\\' || i + 1 >= with.n) {
      buf_char(out, with.p[i]);
      continue;
    }
    const char next = with.p[++i];
    if (ascii_is_digit(next) || next == '&') {
      buf_str(out, ruby_group(text, m, next == '&' ? 0 : next - '0'));
    } else if (next == 'k' && named_group(out, with, &i, re, text, m)) {
      continue;
    } else if (next == '`') {
      buf_str(out, str_sub(text, 0, (size_t)m->at[0].begin));
    } else if (next == '\'') {
      buf_str(out, str_from(text, (size_t)m->at[0].end));
    } else {
      buf_z(out, next == '\\' ? "" : "\\");
      buf_char(out, next);
    }
  }
}

/* --- split --- */

/* A split in progress. `from` is the beginning of the current field. */
struct split {
  struct arena *arena;
  str s;
  struct ruby_fields out;
  size_t from;
  int64_t limit, fields;
};

static void put(struct split *p, size_t from, size_t to)
{
  ARENA_ROOM(p->arena, p->out.items, p->out.n, p->out.cap, 8);
  p->out.items[p->out.n++] = str_sub(p->s, from, to - from);
}

/* Whether the limit is reached, so that the rest of the string becomes the last field. */
static bool is_full(struct split *p) { return p->limit > 0 && p->limit <= ++p->fields; }

static void split_blanks(struct split *p)
{
  bool skip = true;
  for (size_t i = 0; i < p->s.n; i++) {
    const bool blank = ascii_is_space(p->s.p[i]);
    if (skip && blank) {
      p->from = i + 1;
    } else if (skip) {
      skip = false;
      if (p->limit > 0 && p->limit <= p->fields) return;
    } else if (blank) {
      put(p, p->from, i);
      skip = true;
      p->from = i + 1;
      p->fields++;
    }
  }
}

static void split_text(struct split *p, str by)
{
  while (p->from < p->s.n) {
    const size_t end = by.n == 0 ? p->from + ruby_character(p->s, p->from) : str_find(p->s, by, p->from);
    if (end == SIZE_MAX) return;
    put(p, p->from, end);
    p->from = end + by.n;
    if (is_full(p)) return;
  }
}

/* An empty match splits between two characters, but not before the first or after the last. The texts of groups become
 * fields. */
static void split_regex(struct split *p, const struct regex *re)
{
  struct regex_match m;
  bool stepped = false;
  for (size_t start = 0; start <= p->s.n;) {
    deadline_step();
    if (!context_search(re, p->s, start, &m)) return;
    const size_t begin = (size_t)m.at[0].begin, end = (size_t)m.at[0].end;
    const bool empty = start == begin && begin == end;
    if (empty && !stepped) {
      start += ruby_character(p->s, start);
      stepped = true;
      continue;
    }
    put(p, p->from, empty ? p->from + ruby_character(p->s, p->from) : begin);
    p->from = empty ? start : end;
    start = p->from;
    stepped = false;
    for (int g = 1; g < m.n; g++) {
      if (m.at[g].begin >= 0) put(p, (size_t)m.at[g].begin, (size_t)m.at[g].end);
    }
    if (is_full(p)) return;
  }
}

struct ruby_fields ruby_split(struct arena *a, str s, const struct regex *re, str by, int64_t limit)
{
  assert_hot(re == NULL || by.n == 0);
  struct split p = {.arena = a, .s = s, .limit = limit, .fields = 1};
  if (s.n == 0) return p.out;
  if (limit != 1) {
    if (re != NULL) split_regex(&p, re);
    else if (str_eqz(by, " ")) split_blanks(&p);
    else split_text(&p, by);
  }
  if (limit != 0 || s.n > p.from) put(&p, p.from, s.n);
  while (limit == 0 && p.out.n > 0 && p.out.items[p.out.n - 1].n == 0) p.out.n--;
  return p.out;
}
