/* Methods of Ruby's String that functions and templates share. */
#ifndef FICELLE_VALUES_RUBY_STRING_H
#define FICELLE_VALUES_RUBY_STRING_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/regex.h"

/* The length of the character at s.p[at]; 1 at the end and for an invalid byte. */
size_t ruby_character(str s, size_t at);
/* Removes white space and NUL characters at the beginning and at the end. */
str ruby_strip(str s, bool left, bool right);
/* Converts like to_i: blanks, a sign, and digits with single underscores between them; 0 without digits. Returns false
 * if the number needs more than 64 bits. */
bool ruby_text_to_i(str s, int64_t *out);
/* Regexp.escape. */
str ruby_regexp_escape(struct arena *a, str s);

/* The text that a group matched; empty if it did not match. */
static inline str ruby_group(str text, const struct regex_match *m, int i)
{
  if (i >= m->n || m->at[i].begin < 0) return STR_EMPTY;
  return str_sub(text, (size_t)m->at[i].begin, (size_t)(m->at[i].end - m->at[i].begin));
}
/* Appends the replacement of a match like sub and gsub: \0 to \9, \&, \`, \' and \k<name> are parts of the match. `re`
 * may be NULL if the replacement names no group. */
void ruby_replacement(struct buf *out, str with, const struct regex *re, str text, const struct regex_match *m);

struct ruby_fields {
  str *items;
  uint32_t n, cap;
};
/* Splits like String#split: by a regular expression, or (`re` NULL) by a string; " " means by white space. limit 0:
 * empty fields at the end are dropped; > 0: the maximum number of fields; < 0: all fields. The fields are parts of `s`.
 * Fails if a search takes too many steps. */
struct ruby_fields ruby_split(struct arena *a, str s, const struct regex *re, str by, int64_t limit);

#endif
