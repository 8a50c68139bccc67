/* Regular expressions with Ruby's syntax and semantics, by Oniguruma. Searching is bounded: an expression that
 * backtracks too long returns REGEX_LIMIT. */
#ifndef FICELLE_BASE_REGEX_H
#define FICELLE_BASE_REGEX_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

enum { REGEX_MAX_GROUPS = 64 }; /* groups beyond this are matched but not reported */
enum regex_result { REGEX_NO_MATCH, REGEX_MATCH, REGEX_LIMIT };

struct regex {
  str source; /* as written between the slashes, \/ already replaced */
  void *compiled;
  int groups;                      /* highest group number */
  const struct regex_quick *quick; /* for execution without the engine; NULL: needs the engine */
  struct regex_memo *memo;         /* the result of the last search, since modules often repeat one */
};

struct regex_match {
  int n; /* reported groups + 1; 0 without a match */
  struct {
    int begin, end;
  } at[REGEX_MAX_GROUPS + 1]; /* byte offsets; -1: the group did not match */
};

/* Compiles `source` (borrowed: must live as long as the arena); the compiled form is released with the arena. NULL if
 * the expression is invalid, with Ruby's reason in *error (in the arena). */
const struct regex *regex_compile(struct arena *a, str source, str *error);
/* Whether this source fixes the encoding in Ruby (letters beyond ASCII, properties, \u escapes of such): Ruby then
 * shows the expression with its flags, as (?-mix:source). */
bool regex_fixes_encoding(str source);
/* Finds the first match at or after byte `from`. `m` may be NULL. */
enum regex_result regex_search(const struct regex *re, str subject, size_t from, struct regex_match *m);

/* Whether [[:alnum:]] matches this character. */
bool regex_is_alnum(uint32_t cp);
/* Returns the number of a named group (?<name>…), the last one of that name; -1: not found. */
int regex_group(const struct regex *re, str name);

#endif
