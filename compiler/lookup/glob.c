/* Finds files by a pattern, like Ruby's Dir.glob: *, **, ?, [a-z], {a,b}; a name that begins with a dot needs a dot in
 * the pattern. The environment watches all directories and files that are read. Patterns come from users, so
 * alternatives and directories are limited. */
#include "compiler/lookup/glob.h"
#include "base/check.h"

#include "base/array.h"
#include "compiler/environment/environment.h"

enum { MAX_ALTERNATIVES = 1000, MAX_DIRECTORIES = 10000 };

struct glob_walk {
  struct compilation *c;
  struct glob_result found;
  uint32_t alternatives, directories;
  bool with_directories;
};

/* --- one name --- */

/* Whether c is in "[a-z]" or "[^a-z]". `p` begins after the "[". *end: the position after the "]", or 0 if the "]" is
 * missing; then "[" is an ordinary character. */
static bool in_set(str p, unsigned char c, size_t *end)
{
  size_t i = 0;
  const bool negated = p.n > 0 && (p.p[0] == '^' || p.p[0] == '!');
  bool in = false;
  for (i = negated; i < p.n && (p.p[i] != ']' || i == negated); i++) {
    const unsigned char from = (unsigned char)p.p[i];
    unsigned char to = from;
    if (i + 2 < p.n && p.p[i + 1] == '-' && p.p[i + 2] != ']') {
      to = (unsigned char)p.p[i + 2];
      i += 2;
    }
    in = in || (c >= from && c <= to);
  }
  *end = i < p.n ? i + 1 : 0;
  return in != negated;
}

/* Matches one element of the pattern with the next byte. *length: the length of the element. */
static bool match_one(str p, unsigned char c, size_t *length)
{
  size_t end;
  *length = 1;
  if (p.p[0] == '?') return true;
  if (p.p[0] == '\\' && p.n > 1) {
    *length = 2;
    return (unsigned char)p.p[1] == c;
  }
  if (p.p[0] == '[') {
    const bool in = in_set(str_from(p, 1), c, &end);
    if (end > 0) {
      *length = 1 + end;
      return in;
    }
  }
  return (unsigned char)p.p[0] == c;
}

/* Matches a name. Backtracks only to the last star, which is sufficient and limits the time to the product of the
 * lengths. */
static bool match_name(str p, str name)
{
  if (name.n > 0 && name.p[0] == '.' && !(p.n > 0 && p.p[0] == '.')) return false;
  size_t at = 0, i = 0, star = SIZE_MAX, resume = 0, length;
  while (i < name.n) {
    if (at < p.n && p.p[at] == '*') {
      star = ++at;
      resume = i;
    } else if (at < p.n && match_one(str_from(p, at), (unsigned char)name.p[i], &length)) {
      at += length;
      i++;
    } else if (star != SIZE_MAX) {
      at = star;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (at < p.n && p.p[at] == '*') at++;
  return at == p.n;
}

/* --- directories --- */

static bool is_magic(str part)
{
  for (size_t i = 0; i < part.n; i++) {
    if (strchr("*?[\\", part.p[i]) != NULL) return true;
  }
  return false;
}

/* Splits the pattern at its first slash; p NULL: it has no slash. */
static str cut_part(str pattern, str *rest)
{
  const size_t slash = str_index(pattern, '/', 0);
  *rest = slash == SIZE_MAX ? (str){NULL, 0} : str_from(pattern, slash + 1);
  return str_sub(pattern, 0, slash);
}

static void walk(struct glob_walk *w, str directory, str pattern);

static str join(struct glob_walk *w, str directory, str name)
{
  const bool slash = directory.n > 0 && directory.p[directory.n - 1] == '/';
  return arena_printf(w->c->arena, "%.*s%s%.*s", STR_FMT(directory), slash ? "" : "/", STR_FMT(name));
}

static void add(struct glob_walk *w, str path)
{
  struct glob_result *r = &w->found;
  ARENA_ROOM(w->c->arena, r->items, r->n, r->cap, 8);
  r->items[r->n++] = path;
}

/* Continues with a name that matched one part of the pattern. `rest` is the pattern after it; p NULL: none. */
static void go_on(struct glob_walk *w, str path, str rest)
{
  const enum host_file_kind kind = environment_file(w->c->environment, path)->stat.kind;
  if (rest.p == NULL) {
    if (kind == HOST_FILE || kind == HOST_OTHER) add(w, path);
    if (kind == HOST_DIRECTORY && w->with_directories) add(w, path);
  } else if (kind == HOST_DIRECTORY) {
    walk(w, path, rest);
  }
}

static bool list(struct glob_walk *w, str directory, str **names, uint32_t *n)
{
  const struct host *host = w->c->environment->host;
  if (++w->directories > MAX_DIRECTORIES)
    fail_error(&w->c->context, FAILURE_LIMIT, "A glob of a hierarchy reads more than %d directories", MAX_DIRECTORIES);
  environment_file(w->c->environment, directory);
  return host->list_directory(host->ctx, w->c->arena, directory, names, n);
}

/* Two stars: matches the rest of the pattern here, and in all directories below, except links, which could be
 * cyclic. */
static void walk_deep(struct glob_walk *w, str directory, str rest)
{
  str *names;
  uint32_t n;
  str behind;
  const str part = cut_part(rest, &behind);
  if (!list(w, directory, &names, &n)) return;
  context_enter(&w->c->context);
  for (uint32_t i = 0; i < n; i++) {
    const str path = join(w, directory, names[i]);
    if (match_name(part, names[i])) go_on(w, path, behind);
    const struct host *host = w->c->environment->host;
    if (names[i].p[0] != '.' && host->stat(host->ctx, path).kind == HOST_DIRECTORY && !host->is_link(host->ctx, path))
      walk_deep(w, path, rest);
  }
  context_leave(&w->c->context);
}

static void walk(struct glob_walk *w, str directory, str pattern)
{
  while (pattern.n > 0 && pattern.p[0] == '/') pattern = str_from(pattern, 1);
  str rest;
  const str part = cut_part(pattern, &rest);
  context_enter(&w->c->context);
  if (str_eqz(part, "**") && rest.p != NULL) {
    str below = rest;
    while (str_starts(below, STR("**/"))) below = str_from(below, 3);
    walk_deep(w, directory, below);
  } else if (!is_magic(part)) {
    go_on(w, join(w, directory, part), rest);
  } else {
    str *names;
    uint32_t n;
    const bool there = list(w, directory, &names, &n);
    for (uint32_t i = 0; there && i < n; i++) {
      if (match_name(part, names[i])) go_on(w, join(w, directory, names[i]), rest);
    }
  }
  context_leave(&w->c->context);
}

/* --- braces --- */

/* Returns the position of the "}" for the "{" at `open`. */
static size_t brace_end(str p, size_t open)
{
  uint32_t depth = 0;
  for (size_t i = open; i < p.n; i++) {
    if (p.p[i] == '\\') i++;
    else if (p.p[i] == '{') depth++;
    else if (p.p[i] == '}' && --depth == 0) return i;
  }
  return SIZE_MAX;
}

static void expand(struct glob_walk *w, str pattern)
{
  if (++w->alternatives > MAX_ALTERNATIVES)
    fail_error(&w->c->context, FAILURE_LIMIT, "A glob of a hierarchy has more than %d alternatives", MAX_ALTERNATIVES);
  /* Replaces the first group of braces by each of its alternatives, which may contain groups. */
  const size_t open = str_index(pattern, '{', 0);
  const size_t end = open == SIZE_MAX ? SIZE_MAX : brace_end(pattern, open);
  if (end == SIZE_MAX) {
    walk(w, STR("/"), pattern);
    return;
  }
  context_enter(&w->c->context);
  uint32_t depth = 0;
  for (size_t from = open + 1, i = from; i <= end; i++) {
    if (pattern.p[i] == '{') depth++;
    if (pattern.p[i] == '}' && i < end) depth--;
    if (i < end && (pattern.p[i] != ',' || depth > 0)) continue;
    str one = arena_printf(w->c->arena, "%.*s%.*s%.*s", (int)open, pattern.p, (int)(i - from), pattern.p + from,
                           STR_FMT(str_from(pattern, end + 1)));
    expand(w, one);
    from = i + 1;
  }
  context_leave(&w->c->context);
}

struct glob_result glob_find(struct compilation *c, str pattern, bool with_directories)
{
  assert(pattern.n > 0 && pattern.p[0] == '/');
  struct glob_walk w = {.c = c, .with_directories = with_directories};
  expand(&w, pattern);
  return w.found;
}
