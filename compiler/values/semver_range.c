/* Ranges of versions: reads the syntax of Puppet's SemVerRange (>=1.0.0 <2.0.0, 1.x, ~1.2, ^1, hyphens, ||), computes
 * unions and intersections, and tests membership. It follows SemanticPuppet's VersionRange: a range is a list of simple
 * ranges, each a bound, a pair of bounds, one version or everything. Its rules of merging are visible when ranges are
 * printed. */
#include "compiler/values/semver_range.h"

#include <assert.h>

typedef struct simple_range simple;

static const simple all_range = {.kind = RANGE_ALL};
/* No version is below the lowest one. It is compared by address and prints as <0.0.0. */
static const simple nothing = {.kind = RANGE_LT, .version = &semver_lowest};

static const simple *bound(struct arena *a, enum simple_range_kind kind, const struct semver *v)
{
  simple *r = ARENA_NEW(a, simple);
  *r = (simple){.kind = kind, .version = v};
  return r;
}

static const simple *both(struct arena *a, const simple *min, const simple *max)
{
  simple *r = ARENA_NEW(a, simple);
  *r = (simple){.kind = RANGE_BOTH,
                .min = min->kind == RANGE_BOTH ? min->min : min,
                .max = max->kind == RANGE_BOTH ? max->max : max};
  return r;
}

/* --- properties of simple ranges --- */

static const struct semver *first(const simple *r)
{
  if (r->kind == RANGE_BOTH) return first(r->min);
  return r->kind == RANGE_GT || r->kind == RANGE_GE || r->kind == RANGE_EQ ? r->version : &semver_lowest;
}

static const struct semver *last(const simple *r)
{
  if (r->kind == RANGE_BOTH) return last(r->max);
  return r->kind == RANGE_LT || r->kind == RANGE_LE || r->kind == RANGE_EQ ? r->version : &semver_highest;
}

/* Whether the lower (upper) end itself is outside the range. */
static bool excludes_first(const simple *r)
{
  return r->kind == RANGE_BOTH ? excludes_first(r->min) : r->kind == RANGE_GT;
}

static bool excludes_last(const simple *r)
{
  return r->kind == RANGE_BOTH ? excludes_last(r->max) : r->kind == RANGE_LT;
}

static bool has_lower(const simple *r)
{
  if (r->kind == RANGE_BOTH) return has_lower(r->min);
  if (r->kind == RANGE_GT) return true;
  return (r->kind == RANGE_GE || r->kind == RANGE_EQ) && !semver_same(r->version, &semver_lowest);
}

static bool has_upper(const simple *r)
{
  if (r->kind == RANGE_BOTH) return has_upper(r->max);
  if (r->kind == RANGE_LT) return true;
  return (r->kind == RANGE_LE || r->kind == RANGE_EQ) && !semver_same(r->version, &semver_highest);
}

static bool includes(const simple *r, const struct semver *v)
{
  if (r->kind == RANGE_ALL) return true;
  if (r->kind == RANGE_BOTH) return includes(r->min, v) && includes(r->max, v);
  int c = semver_compare(v, r->version);
  switch (r->kind) {
  case RANGE_GT: return c > 0;
  case RANGE_GE: return c >= 0;
  case RANGE_LT: return c < 0;
  case RANGE_LE: return c <= 0;
  default: return semver_same(v, r->version);
  }
}

/* A pre-release belongs to a range only if one of its bounds is a pre-release of the same version: 2.0.0-rc1 is
 * not in ">=1.0.0". */
static bool tests_prerelease(const simple *r, const struct semver *v)
{
  if (r->kind == RANGE_ALL) return true;
  if (r->kind == RANGE_BOTH) return tests_prerelease(r->min, v) || tests_prerelease(r->max, v);
  const struct semver *own = r->version;
  return !semver_is_stable(own) && !own->infinite && own->major == v->major && own->minor == v->minor &&
         own->patch == v->patch;
}

static bool simple_same(const simple *a, const simple *b)
{
  if (a->kind != b->kind) return false;
  if (a->kind == RANGE_BOTH) return simple_same(a->min, b->min) && simple_same(a->max, b->max);
  return a->kind == RANGE_ALL || semver_same(a->version, b->version);
}

/* --- intersections and unions --- */

/* The versions that are in both; NULL: none. */
static const simple *intersect(struct arena *a, const simple *x, const simple *y)
{
  if (x->kind == RANGE_ALL) return y;
  int c = semver_compare(first(x), last(y));
  if (c > 0) return NULL;
  if (c == 0) return excludes_first(x) || excludes_last(y) ? NULL : bound(a, RANGE_EQ, first(x));
  c = semver_compare(first(y), last(x));
  if (c > 0) return NULL;
  if (c == 0) return excludes_first(y) || excludes_last(x) ? NULL : bound(a, RANGE_EQ, first(y));
  c = semver_compare(first(x), first(y));
  const simple *min = c < 0 ? y : c > 0 || excludes_first(x) ? x : y;
  c = semver_compare(last(x), last(y));
  const simple *max = c > 0 ? y : c < 0 || excludes_last(x) ? x : y;
  if (!has_upper(max)) return min;
  return has_lower(min) ? both(a, min, max) : max;
}

static const simple *from_to(struct arena *a, const struct semver *min, bool exclude_min, const struct semver *max,
                             bool exclude_max)
{
  return intersect(a, bound(a, exclude_min ? RANGE_GT : RANGE_GE, min),
                   bound(a, exclude_max ? RANGE_LT : RANGE_LE, max));
}

/* Whether y begins where x ends, or at the next patch version. */
static bool adjacent(const simple *x, const simple *y)
{
  if (excludes_first(y)) return false;
  if (excludes_last(x)) return semver_same(last(x), first(y));
  struct semver next = *last(x);
  if (next.infinite) return false;
  next = (struct semver){.major = next.major, .minor = next.minor, .patch = next.patch + 1};
  return semver_same(&next, first(y));
}

/* The range that covers both; NULL: there is a gap between them. */
static const simple *merge(struct arena *a, const simple *x, const simple *y)
{
  if (x->kind == RANGE_ALL) return x;
  if (includes(x, first(y)) || includes(y, first(x))) {
    int c = semver_compare(first(x), first(y)), d = semver_compare(last(x), last(y));
    const simple *low = c <= 0 ? x : y, *high = d >= 0 ? x : y;
    bool no_first = c == 0 ? excludes_first(x) && excludes_first(y) : excludes_first(low);
    bool no_last = d == 0 ? excludes_last(x) && excludes_last(y) : excludes_last(high);
    return from_to(a, first(low), no_first, last(high), no_last);
  }
  if (adjacent(x, y)) return from_to(a, first(x), excludes_first(x), last(y), excludes_last(y));
  if (adjacent(y, x)) return from_to(a, first(y), excludes_first(y), last(x), excludes_last(x));
  return NULL;
}

/* Merges ranges until nothing changes, in SemanticPuppet's order: the last one with all others first. */
static void merge_all(struct arena *a, struct semver_range *r)
{
  for (bool merged = true; merged && r->n > 1;) {
    const simple **result = arena_array(a, r->n, sizeof *result);
    uint32_t n = 0, left = r->n;
    merged = false;
    while (left > 0) {
      const simple *x = r->items[--left];
      uint32_t kept = 0;
      for (uint32_t i = 0; i < left; i++) {
        const simple *joined = merge(a, x, r->items[i]);
        if (joined == NULL) r->items[kept++] = r->items[i];
        else x = joined, merged = true;
      }
      left = kept;
      result[n++] = x;
    }
    for (uint32_t i = 0; i < n; i++) r->items[i] = result[n - 1 - i];
    r->n = n;
  }
}

/* --- reading --- */

struct partial {
  bool has_major, has_minor, has_patch;
  int64_t major, minor, patch;
  str prerelease, build;
};

struct reader {
  struct arena *a;
  str whole;
  str *error;
};

static bool is_wild(char c) { return c == 'x' || c == 'X' || c == '*'; }

/* A number or a wildcard at *at. */
static bool read_number(str s, size_t *at, bool *has, int64_t *out)
{
  if (*at < s.n && is_wild(s.p[*at])) {
    ++*at;
    return true;
  }
  size_t from = *at;
  while (*at < s.n && ascii_is_digit((unsigned char)s.p[*at]) && !(*at == from + 1 && s.p[from] == '0')) ++*at;
  *has = true;
  return semver_number(str_sub(s, from, *at - from), out);
}

static bool read_qualifier(str s, size_t *at, char mark, str *out)
{
  if (*at >= s.n || s.p[*at] != mark) return true;
  ++*at;
  return semver_read_qualifier(s, at, out);
}

/* Reads a whole text: "1", "1.x", "1.2.3-a+b". */
static bool read_partial(str s, struct partial *p)
{
  size_t at = 0;
  *p = (struct partial){0};
  if (!read_number(s, &at, &p->has_major, &p->major)) return false;
  if (at == s.n) return true;
  if (s.p[at++] != '.' || !read_number(s, &at, &p->has_minor, &p->minor)) return false;
  if (at == s.n) return true;
  if (s.p[at++] != '.' || !read_number(s, &at, &p->has_patch, &p->patch)) return false;
  return read_qualifier(s, &at, '-', &p->prerelease) && read_qualifier(s, &at, '+', &p->build) && at == s.n;
}

static const struct semver *version_of(struct reader *r, const struct partial *p)
{
  struct semver *v = ARENA_NEW(r->a, struct semver);
  *v = (struct semver){.major = p->has_major ? p->major : 0,
                       .minor = p->has_minor ? p->minor : 0,
                       .patch = p->has_patch ? p->patch : 0,
                       .has_build = p->build.n != 0,
                       .build = p->build};
  if (p->prerelease.n != 0 && !semver_parse_prerelease(r->a, p->prerelease, v, r->error)) return NULL;
  return v;
}

static const simple *bound_of(struct reader *r, enum simple_range_kind kind, const struct partial *p)
{
  const struct semver *v = version_of(r, p);
  return v == NULL ? NULL : bound(r->a, kind, v);
}

/* The range from a version (included) to another (excluded). */
static const simple *up_to(struct reader *r, const struct semver *from, int64_t major, int64_t minor)
{
  return from == NULL
           ? NULL
           : both(r->a, bound(r->a, RANGE_GE, from), bound(r->a, RANGE_LT, semver_new(r->a, major, minor, 0)));
}

/* "~1.2.3", "1.2.x": the given parts are fixed, those that follow may be higher. */
static const simple *patch_updates(struct reader *r, const struct partial *p, bool exact)
{
  if (!p->has_major) return &all_range;
  if (!p->has_minor) return up_to(r, semver_new(r->a, p->major, 0, 0), p->major + 1, 0);
  if (!p->has_patch) return up_to(r, semver_new(r->a, p->major, p->minor, 0), p->major, p->minor + 1);
  if (exact) return bound_of(r, RANGE_EQ, p);
  return up_to(r, version_of(r, p), p->major, p->minor + 1);
}

/* "^1.2.3": everything up to the next major version; below 1.0.0 the same as "~". */
static const simple *caret(struct reader *r, const struct partial *p)
{
  if (p->has_major && p->major == 0) return patch_updates(r, p, false);
  if (!p->has_major) return &all_range;
  struct partial from = *p;
  if (!p->has_minor) from.has_patch = false, from.prerelease = from.build = STR_EMPTY;
  if (!p->has_patch || p->prerelease.n == 0) from.prerelease = from.build = STR_EMPTY;
  return up_to(r, version_of(r, &from), p->major + 1, 0);
}

/* ">1.2" excludes all of 1.2.x, so it begins at 1.3.0; "<=1.2" (at_most) includes all of it. */
static const simple *above(struct reader *r, const struct partial *p)
{
  if (!p->has_major) return &nothing;
  if (!p->has_minor) return bound(r->a, RANGE_GE, semver_new(r->a, p->major + 1, 0, 0));
  if (!p->has_patch) return bound(r->a, RANGE_GE, semver_new(r->a, p->major, p->minor + 1, 0));
  return bound_of(r, RANGE_GT, p);
}

static const simple *at_most(struct reader *r, const struct partial *p)
{
  if (!p->has_major) return &all_range;
  if (!p->has_minor) return bound(r->a, RANGE_LT, semver_new(r->a, p->major + 1, 0, 0));
  if (!p->has_patch) return bound(r->a, RANGE_LT, semver_new(r->a, p->major, p->minor + 1, 0));
  return bound_of(r, RANGE_LE, p);
}

static const simple *read_simple(struct reader *r, str s)
{
  /* Longer operators first. */
  static const char *const operators[] = {"<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"};
  const char *op = "";
  for (size_t i = 0; i < sizeof operators / sizeof operators[0] && *op == '\0'; i++) {
    if (str_starts(s, str_of(operators[i]))) op = operators[i];
  }
  struct partial p;
  if (!read_partial(str_from(s, strlen(op)), &p)) {
    *r->error = arena_printf(r->a, "Unparsable version range: \"%.*s\"", STR_FMT(r->whole));
    return NULL;
  }
  if (op[0] == '~') return patch_updates(r, &p, false);
  if (op[0] == '^') return caret(r, &p);
  if (strcmp(op, ">") == 0) return above(r, &p);
  if (strcmp(op, ">=") == 0) return bound_of(r, RANGE_GE, &p);
  if (strcmp(op, "<") == 0) return bound_of(r, RANGE_LT, &p);
  if (strcmp(op, "<=") == 0) return at_most(r, &p);
  return patch_updates(r, &p, true);
}

static size_t word_end(str s, size_t at)
{
  while (at < s.n && !ascii_is_space((unsigned char)s.p[at])) at++;
  return at;
}

/* "a - b". False if the text does not have that form; *out is NULL if the range is empty. */
static bool read_hyphen(struct reader *r, str s, const simple **out)
{
  size_t end = word_end(s, 0), dash = str_spaces(s, end), to = str_spaces(s, dash + 1);
  struct partial low, high;
  if (dash == end || dash >= s.n || s.p[dash] != '-' || to == dash + 1) return false;
  if (!read_partial(str_sub(s, 0, end), &low) || !read_partial(str_from(s, to), &high)) return false;
  const simple *min = bound_of(r, RANGE_GE, &low), *max = min == NULL ? NULL : bound_of(r, RANGE_LE, &high);
  *out = max == NULL ? NULL : intersect(r->a, min, max);
  return true;
}

/* Adds the range of a part between "||", unless it is empty. */
static bool read_part(struct reader *r, str s, struct semver_range *out)
{
  const simple *found = NULL;
  *r->error = STR_EMPTY;
  if (str_spaces(s, 0) == s.n) return true;
  if (!read_hyphen(r, s, &found)) {
    bool none = false;
    size_t at = 0;
    for (uint32_t i = 0; i == 0 || at < s.n; i++) { /* skips the empty word before blanks at the beginning */
      size_t end = word_end(s, at);
      const simple *next = read_simple(r, str_sub(s, at, end - at));
      if (next == NULL) return false;
      if (i == 0) found = next;
      else if (!none) found = intersect(r->a, found, next);
      none = found == NULL;
      at = str_spaces(s, end);
    }
  }
  if (r->error->n != 0) return false;
  for (uint32_t i = 0; found != NULL && i < out->n; i++) {
    if (simple_same(out->items[i], found)) return true;
  }
  if (found != NULL) out->items[out->n++] = found;
  return true;
}

/* Removes blanks, or else a "v", after an operator. */
static str tighten(struct arena *a, str text)
{
  struct buf out = BUF_IN(a);
  for (size_t at = 0; at < text.n;) {
    char c = text.p[at++];
    buf_char(&out, c);
    if (strchr("><=~^", c) == NULL || c == '\0') continue;
    size_t end = str_spaces(text, at);
    at = end > at ? end : end < text.n && text.p[end] == 'v' ? end + 1 : at;
  }
  return buf_view(&out);
}

const struct semver_range *semver_range_parse(struct arena *a, str text, str *error)
{
  str rest = tighten(a, text);
  struct reader r = {a, text, error};
  struct semver_range *out = ARENA_NEW(a, struct semver_range);
  uint32_t room = 1;
  for (size_t at = str_find(rest, STR("||"), 0); at != SIZE_MAX; at = str_find(rest, STR("||"), at + 2)) room++;
  *out = (struct semver_range){.items = arena_array(a, room, sizeof *out->items), .text = text};
  bool any = false;
  while (rest.n > 0) {
    size_t bar = str_find(rest, STR("||"), 0), end = bar == SIZE_MAX ? rest.n : bar;
    str part = str_sub(rest, 0, end);
    rest = bar == SIZE_MAX ? STR_EMPTY : str_from(rest, str_spaces(rest, bar + 2));
    while (bar != SIZE_MAX && part.n > 0 && ascii_is_space((unsigned char)part.p[part.n - 1])) part.n--;
    if (part.n == 0 && rest.n == 0 && !any) break;
    if (!read_part(&r, part, out)) return NULL;
    any = any || part.n != 0;
  }
  if (!any) {
    out->items[out->n++] = &all_range;
    out->text = STR("*");
  }
  merge_all(a, out);
  if (out->n == 0) out->items[out->n++] = &nothing;
  return out;
}

const struct semver_range *semver_range_between(struct arena *a, const struct semver *min, const struct semver *max,
                                                bool exclude_max)
{
  struct semver_range *r = ARENA_NEW(a, struct semver_range);
  *r = (struct semver_range){.items = arena_array(a, 1, sizeof *r->items), .n = 1};
  r->items[0] = from_to(a, min, false, max, exclude_max);
  if (r->items[0] == NULL) r->items[0] = &nothing;
  /* Puppet's library prints the two ends in the wrong order. */
  struct buf text = BUF_IN(a);
  if (exclude_max) buf_z(&text, ">=");
  semver_render(&text, max);
  buf_z(&text, exclude_max ? " <" : " - ");
  semver_render(&text, min);
  r->text = buf_view(&text);
  return r;
}

/* --- membership --- */

bool semver_range_includes(const struct semver_range *r, const struct semver *v)
{
  assert(r != NULL && v != NULL);
  for (uint32_t i = 0; i < r->n; i++) {
    if (includes(r->items[i], v) && (semver_is_stable(v) || tests_prerelease(r->items[i], v))) return true;
  }
  return false;
}

bool semver_range_includes_value(const struct semver_range *r, value v)
{
  if (v.kind == V_SEMVER) return semver_range_includes(r, v.semver);
  if (v.kind != V_STRING) return false;
  struct arena *scratch = arena_new();
  str error = STR_EMPTY;
  const struct semver *version = semver_parse(scratch, value_text(v), &error);
  bool found = version != NULL && semver_range_includes(r, version);
  arena_free(scratch);
  return found;
}

bool semver_range_ends(const struct semver_range *r, const struct semver **min, const struct semver **max,
                       bool *exclude_max)
{
  if (r->n != 1) return false;
  *min = first(r->items[0]);
  *max = last(r->items[0]);
  *exclude_max = excludes_last(r->items[0]);
  return true;
}

bool semver_range_same(const struct semver_range *a, const struct semver_range *b)
{
  assert(a != NULL && b != NULL);
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!simple_same(a->items[i], b->items[i])) return false;
  }
  return true;
}

/* --- the row --- */

static void render(struct buf *out, value v) { buf_str(out, v.semver_range->text); }

static void inspect_simple(struct buf *out, const simple *r)
{
  static const char *const marks[] = {"*", ">", ">=", "<", "<=", "", ""};
  if (r->kind == RANGE_BOTH) {
    inspect_simple(out, r->min);
    buf_char(out, ' ');
    inspect_simple(out, r->max);
    return;
  }
  buf_z(out, r == &nothing ? "<0.0.0" : marks[r->kind]);
  if (r->kind != RANGE_ALL && r != &nothing) semver_render(out, r->version);
}

static void inspect(struct buf *out, value v)
{
  for (uint32_t i = 0; i < v.semver_range->n; i++) {
    if (i != 0) buf_z(out, " || ");
    inspect_simple(out, v.semver_range->items[i]);
  }
}

static bool same(value a, value b) { return semver_range_same(a.semver_range, b.semver_range); }

static uint64_t hash(value v)
{
  const struct semver *from = first(v.semver_range->items[0]), *to = last(v.semver_range->items[0]);
  return (uint64_t)from->major * 31 + (uint64_t)from->minor * 7 + (uint64_t)to->major * 131 + v.semver_range->n;
}

const struct rich_kind semver_range_kind = {
  .ruby_class = "SemanticPuppet::VersionRange",
  .label = "SemverRange",
  .same = same,
  .hash = hash,
  .render = render,
  .inspect = inspect,
};
