/* Versions as in Puppet's SemVer type (Semantic Versioning 2.0.0): parsing, comparison and printing. A pre-release is a
 * list of identifiers, of which numbers sort below texts. The build is kept and printed, and matters for equality but
 * not for the order. */
#include "compiler/values/semver.h"

#include "base/check.h"

/* 0.0.0 with an empty pre-release is below every version; the infinite version, above every version, is the end of
 * open ranges and prints as in Ruby ("Infinity.0.0"). */
const struct semver semver_lowest = {.has_prerelease = true};
const struct semver semver_highest = {.infinite = true};

const struct semver *semver_new(struct arena *a, int64_t major, int64_t minor, int64_t patch)
{
  assert(major >= 0 && minor >= 0 && patch >= 0);
  struct semver *v = ARENA_NEW(a, struct semver);
  *v = (struct semver){.major = major, .minor = minor, .patch = patch};
  return v;
}

/* --- reading --- */

bool semver_number(str digits, int64_t *out)
{
  *out = 0;
  for (size_t i = 0; i < digits.n; i++) {
    if (__builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, digits.p[i] - '0', out)) return false;
  }
  return digits.n != 0;
}

bool semver_parse_prerelease(struct arena *a, str text, struct semver *out, str *error)
{
  uint32_t n = 1;
  for (size_t i = 0; i < text.n; i++) n += text.p[i] == '.';
  out->has_prerelease = true;
  out->nprerelease = n;
  out->prerelease = arena_array(a, n, sizeof *out->prerelease);
  for (uint32_t i = 0; i < n; i++) {
    const str part = str_cut(&text, '.');
    struct semver_part *p = &out->prerelease[i];
    p->text = part;
    if (part.n == 0 || str_digits(part, 0) < part.n) continue;
    if (part.n > 1 && part.p[0] == '0') {
      *error = STR("Numeric pre-release identifiers MUST NOT contain leading zeroes");
      return false;
    }
    p->is_number = semver_number(part, &p->number);
    if (p->is_number) continue;
    *error = arena_printf(a, "not supported: the number %.*s in a version", STR_FMT(part));
    return false;
  }
  return true;
}

/* Reads a number at *at; leading zeroes are not allowed. */
static bool read_number(str s, size_t *at, int64_t *out)
{
  size_t from = *at;
  while (*at < s.n && ascii_is_digit((unsigned char)s.p[*at])) ++*at;
  str digits = str_sub(s, from, *at - from);
  if (digits.n > 1 && digits.p[0] == '0') return false;
  return semver_number(digits, out);
}

static bool accept(str s, size_t *at, char c)
{
  if (*at >= s.n || s.p[*at] != c) return false;
  ++*at;
  return true;
}

bool semver_read_qualifier(str s, size_t *at, str *out)
{
  size_t from = *at, part = from;
  for (; *at < s.n; ++*at) {
    unsigned char c = (unsigned char)s.p[*at];
    if (c == '.' && *at != part) part = *at + 1;
    else if (!ascii_is_alpha(c) && !ascii_is_digit(c) && c != '-') break;
  }
  *out = str_sub(s, from, *at - from);
  return *at != part;
}

const struct semver *semver_parse(struct arena *a, str text, str *error)
{
  assert(error != NULL);
  struct semver *v = ARENA_NEW(a, struct semver);
  *v = (struct semver){0};
  /* Ruby's $ in the pattern also matches before a line end. */
  str s = str_ends(text, STR("\n")) ? str_sub(text, 0, text.n - 1) : text, prerelease = STR_EMPTY;
  size_t at = 0;
  *error = arena_printf(a, "Unable to parse '%.*s' as a semantic version identifier", STR_FMT(text));
  bool ok = read_number(s, &at, &v->major) && accept(s, &at, '.') && read_number(s, &at, &v->minor) &&
            accept(s, &at, '.') && read_number(s, &at, &v->patch);
  if (ok && accept(s, &at, '-')) {
    ok = semver_read_qualifier(s, &at, &prerelease);
    v->has_prerelease = true;
  }
  if (ok && accept(s, &at, '+')) ok = v->has_build = semver_read_qualifier(s, &at, &v->build);
  if (!ok || at != s.n) return NULL;
  return v->has_prerelease && !semver_parse_prerelease(a, prerelease, v, error) ? NULL : v;
}

/* --- comparing --- */

static int compare_numbers(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

static int compare_parts(const struct semver_part *a, const struct semver_part *b)
{
  if (a->is_number != b->is_number) return a->is_number ? -1 : 1;
  if (a->is_number) return compare_numbers(a->number, b->number);
  int c = str_cmp(a->text, b->text);
  return c < 0 ? -1 : c > 0;
}

static int compare_prereleases(const struct semver *a, const struct semver *b)
{
  /* A pre-release is below the release of the same version. */
  if (!a->has_prerelease || !b->has_prerelease) return (int)b->has_prerelease - (int)a->has_prerelease;
  for (uint32_t i = 0; i < a->nprerelease && i < b->nprerelease; i++) {
    int c = compare_parts(&a->prerelease[i], &b->prerelease[i]);
    if (c != 0) return c;
  }
  return compare_numbers(a->nprerelease, b->nprerelease);
}

int semver_compare(const struct semver *a, const struct semver *b)
{
  assert(a != NULL && b != NULL);
  if (a->infinite || b->infinite) return (int)a->infinite - (int)b->infinite;
  int c = compare_numbers(a->major, b->major);
  if (c == 0) c = compare_numbers(a->minor, b->minor);
  if (c == 0) c = compare_numbers(a->patch, b->patch);
  return c != 0 ? c : compare_prereleases(a, b);
}

bool semver_same(const struct semver *a, const struct semver *b)
{
  return semver_compare(a, b) == 0 && a->has_build == b->has_build && str_eq(a->build, b->build);
}

/* --- the row --- */

void semver_render(struct buf *out, const struct semver *v)
{
  assert(v != NULL);
  if (v->infinite) {
    buf_z(out, "Infinity.0.0");
    return;
  }
  buf_printf(out, "%lld.%lld.%lld", (long long)v->major, (long long)v->minor, (long long)v->patch);
  if (v->has_prerelease) buf_char(out, '-');
  for (uint32_t i = 0; i < v->nprerelease; i++) {
    if (i != 0) buf_char(out, '.');
    buf_str(out, v->prerelease[i].text);
  }
  if (v->has_build) buf_printf(out, "+%.*s", STR_FMT(v->build));
}

static void render(struct buf *out, value v) { semver_render(out, v.semver); }

static bool same(value a, value b) { return semver_same(a.semver, b.semver); }

static uint64_t hash(value v)
{
  const struct semver *s = v.semver;
  uint64_t h = ((uint64_t)s->major * 31 + (uint64_t)s->minor) * 31 + (uint64_t)s->patch;
  for (uint32_t i = 0; i < s->nprerelease; i++) h = h * 31 + str_hash(s->prerelease[i].text);
  return h;
}

static int compare(value a, value b) { return semver_compare(a.semver, b.semver); }

const struct rich_kind semver_kind = {
  .ruby_class = "SemanticPuppet::Version",
  .label = "Semver",
  .same = same,
  .hash = hash,
  .render = render,
  .compare = compare,
};
