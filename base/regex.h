/* Regular expressions with Ruby's syntax and meaning, by Oniguruma. Searching is bounded: an expression that
 * backtracks without end gives REGEX_LIMIT instead of hanging the compilation. */
#ifndef FICELLE_BASE_REGEX_H
#define FICELLE_BASE_REGEX_H

#include "base/arena.h"
#include "base/str.h"

enum { REGEX_MAX_GROUPS = 64 }; /* groups beyond this are matched but not reported */
enum regex_result { REGEX_NO_MATCH, REGEX_MATCH, REGEX_LIMIT };

struct regex {
  str source; /* as written between the slashes, \/ already replaced */
  void *compiled;
  int groups;                      /* highest group number */
  const struct regex_quick *quick; /* what needs no engine; NULL: it does */
  struct regex_memo *memo;         /* what the last search found: the same question comes from many modules */
};

struct regex_match {
  int n; /* reported groups + 1; 0 when nothing matched */
  struct {
    int begin, end;
  } at[REGEX_MAX_GROUPS + 1]; /* byte offsets, -1: group took no part */
};

/* Compiles `source` (borrowed: must live as long as the arena); the compiled form is released with the arena. NULL if
 * the expression is invalid, with Ruby's text of the reason in *error (in the arena). */
const struct regex *regex_compile(struct arena *a, str source, str *error);
/* Whether Ruby would say of this source that it fixes the encoding (letters beyond ASCII, properties, \u escapes of
 * such): Ruby then shows the expression with its flags, as (?-mix:source). */
bool regex_fixes_encoding(str source);
/* First match at or after byte `from`. `m` may be NULL. */
enum regex_result regex_search(const struct regex *re, str subject, size_t from, struct regex_match *m);

/* Number of a named group (?<name>…), the last one of that name; -1 when the expression has no such group. */
int regex_group(const struct regex *re, str name);

#endif
