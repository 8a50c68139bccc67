/* Patterns of queries: regular expressions in PostgreSQL's syntax, lists of them for paths of facts, formats of
 * times. */
#ifndef FICELLE_INDIRECTOR_STORE_PATTERN_H
#define FICELLE_INDIRECTOR_STORE_PATTERN_H

#include "base/buf.h"
#include "base/regex.h"

/* `^` and `$` match only at the ends of the whole text. NULL with a reason. */
const struct regex *pattern_compile(struct arena *a, str source, str *error);

/* Like PostgreSQL's to_char: "YYYY-MM-DD HH24:MI:SS". */
void pattern_time(struct buf *out, int64_t ms, str format);

/* Appends the elements of a key of json_tree, each after a comma: `$.a[0]."b c"` is `,"a",0,"b c"`. */
void pattern_path(struct buf *out, str fullkey);

struct path_pattern;
/* `json`: a list of regular expressions and numbers. `whole`: an expression must match the whole element. NULL with a
 * reason. */
struct path_pattern *pattern_of_path(struct arena *a, str json, bool whole, str *error);
struct arena *pattern_arena(const struct path_pattern *p);
/* `path` as JSON. */
bool pattern_path_matches(const struct path_pattern *p, str path);

#endif
