/* Versions of Ruby gems and of Python packages (PEP 440). */

#include "agent/providers/package/version.h"

static bool is_digit(char c) { return ascii_is_digit((unsigned char)c); }
static bool is_letter(char c) { return ascii_is_alpha((unsigned char)c); }
static char lower(char c) { return (char)ascii_lower((unsigned char)c); }

static str digits_of(str *s)
{
  size_t n = 0;
  while (n < s->n && is_digit(s->p[n])) n++;
  const str found = str_sub(*s, 0, n);
  *s = str_from(*s, n);
  return found;
}

static bool is_zero(str digits) { return version_compare_numbers(digits, STR_EMPTY) == 0; }

/* --- gems --- */

static size_t gem_segment(str s, bool dashes)
{
  size_t n = 0;
  while (n < s.n && (is_digit(s.p[n]) || is_letter(s.p[n]) || (dashes && s.p[n] == '-'))) n++;
  return n;
}

static bool gem_valid(str version)
{
  str s = str_trim(version);
  if (s.n == 0) return true;
  if (digits_of(&s).n == 0) return false;
  bool dashes = false;
  while (s.n > 0) {
    if (s.p[0] != '.' && (dashes || s.p[0] != '-')) return false;
    dashes = dashes || s.p[0] == '-';
    const size_t n = gem_segment(str_from(s, 1), dashes);
    if (n == 0) return false;
    s = str_from(s, n + 1);
  }
  return true;
}

/* The next run of digits or letters; a dash means ".pre.". */
static bool gem_next(str *s, bool *dash, str *part)
{
  if (*dash) {
    *dash = false;
    *part = STR("pre");
    return true;
  }
  while (s->n > 0 && !is_digit(s->p[0]) && !is_letter(s->p[0])) {
    const bool is_dash = s->p[0] == '-';
    *s = str_from(*s, 1);
    if (!is_dash) continue;
    *part = STR("pre");
    return true;
  }
  if (s->n == 0) return false;
  size_t n = 1;
  const bool digits = is_digit(s->p[0]);
  while (n < s->n && (digits ? is_digit(s->p[n]) : is_letter(s->p[n]))) n++;
  *part = str_sub(*s, 0, n);
  *s = str_from(*s, n);
  return true;
}

/* Letters come before numbers; missing parts are 0. */
static int gem_compare(str a, str b)
{
  bool dash_a = false, dash_b = false;
  a = str_trim(a);
  b = str_trim(b);
  while (true) {
    str x = STR("0"), y = STR("0");
    const bool more_a = gem_next(&a, &dash_a, &x), more_b = gem_next(&b, &dash_b, &y);
    if (!more_a && !more_b) return 0;
    const bool number_x = is_digit(x.p[0]), number_y = is_digit(y.p[0]);
    if (number_x != number_y) return number_x ? 1 : -1;
    const int order = number_x ? version_compare_numbers(x, y) : str_cmp(x, y);
    if (order != 0) return order;
  }
}

const struct version_kind version_gem = {.valid = gem_valid, .compare = gem_compare};

bool version_gem_is_prerelease(str version)
{
  for (size_t i = 0; i < version.n; i++) {
    if (is_letter(version.p[i]) || version.p[i] == '-') return true;
  }
  return false;
}

/* "~> 1.2.3": below 1.3; "~> 1.2": below 2. */
static bool gem_is_close(str version, str wanted)
{
  str parts[32], s = str_trim(wanted), v = str_trim(version), x, y;
  bool dash = false, dash_v = false;
  int n = 0;
  if (gem_compare(version, wanted) < 0) return false;
  while (n < 32 && gem_next(&s, &dash, &x) && is_digit(x.p[0])) parts[n++] = x;
  if (n > 1) n--;
  for (int i = 0; i < n; i++) {
    y = STR("0");
    if (!gem_next(&v, &dash_v, &y) || !is_digit(y.p[0])) y = STR("0");
    const int order = version_compare_numbers(y, parts[i]);
    if (order != 0) return order < 0;
  }
  return true;
}

bool version_gem_requirement(str text, str *op, str *version)
{
  static const char *const all[] = {">=", "<=", "!=", "~>", "=", ">", "<"};
  text = str_trim(text);
  *op = STR("=");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!str_starts(text, str_of(all[i]))) continue;
    *op = str_of(all[i]);
    text = str_trim(str_from(text, op->n));
    break;
  }
  *version = text;
  return text.n > 0 && gem_valid(text);
}

bool version_gem_satisfies(str version, str op, str wanted)
{
  const int order = gem_compare(version, wanted);
  if (str_eqz(op, "=")) return order == 0;
  if (str_eqz(op, "!=")) return order != 0;
  if (str_eqz(op, ">")) return order > 0;
  if (str_eqz(op, ">=")) return order >= 0;
  if (str_eqz(op, "<")) return order < 0;
  return str_eqz(op, "<=") ? order <= 0 : gem_is_close(version, wanted);
}

/* --- pip --- */

enum { PIP_ABSENT = -1, PIP_MOST_RELEASES = 32 };

struct pip {
  str epoch, release[PIP_MOST_RELEASES];
  int n;
  int pre; /* 'a', 'b', 'r' (rc); PIP_ABSENT */
  bool has_post, has_dev;
  str pre_n, post_n, dev_n, local;
};

/* Matches one of the words, ignoring case; the longest one that matches. */
static int pip_word(str *s, const char *const *words)
{
  for (int i = 0; words[i] != NULL; i++) {
    const size_t n = strlen(words[i]);
    if (s->n < n || !str_caseeq(str_sub(*s, 0, n), str_of(words[i]))) continue;
    *s = str_from(*s, n);
    return i;
  }
  return -1;
}

static bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

/* Matches "[-_.]word[-_.]5": returns the index of the word; -1: no match, nothing is removed. */
static int pip_part(str *s, const char *const *words, str *number)
{
  str at = *s;
  if (at.n > 0 && is_separator(at.p[0])) at = str_from(at, 1);
  const int word = pip_word(&at, words);
  if (word < 0) return -1;
  str behind = at;
  if (behind.n > 0 && is_separator(behind.p[0])) behind = str_from(behind, 1);
  *number = digits_of(&behind);
  *s = number->n > 0 ? behind : at;
  if (number->n == 0 && at.n > 0 && is_separator(at.p[0])) {
    str rest = str_from(at, 1); /* the separator may begin the next part */
    if (rest.n == 0) *s = rest;
  }
  return word;
}

static bool pip_local(str s)
{
  bool before = false;
  for (size_t i = 0; i < s.n; i++) {
    const bool separator = is_separator(s.p[i]);
    if (separator ? !before : !is_digit(s.p[i]) && !is_letter(s.p[i])) return false;
    before = !separator;
  }
  return before;
}

static bool pip_split(str text, struct pip *v)
{
  static const char *const pres[] = {"alpha", "beta", "preview", "pre", "rc", "a", "b", "c", NULL};
  static const char kinds[] = "abrrrabr";
  static const char *const posts[] = {"post", "rev", "r", NULL}, *const devs[] = {"dev", NULL};
  str s = str_trim(text);
  *v = (struct pip){.epoch = STR_EMPTY,
                    .pre = PIP_ABSENT,
                    .pre_n = STR_EMPTY,
                    .post_n = STR_EMPTY,
                    .dev_n = STR_EMPTY,
                    .local = STR_EMPTY};
  if (s.n > 0 && lower(s.p[0]) == 'v') s = str_from(s, 1);
  str first = digits_of(&s);
  if (first.n == 0) return false;
  if (s.n > 0 && s.p[0] == '!') {
    v->epoch = first;
    s = str_from(s, 1);
    first = digits_of(&s);
    if (first.n == 0) return false;
  }
  v->release[v->n++] = first;
  while (s.n > 1 && s.p[0] == '.' && is_digit(s.p[1]) && v->n < PIP_MOST_RELEASES) {
    s = str_from(s, 1);
    v->release[v->n++] = digits_of(&s);
  }
  const int pre = pip_part(&s, pres, &v->pre_n);
  if (pre >= 0) v->pre = kinds[pre];
  if (s.n > 1 && s.p[0] == '-' && is_digit(s.p[1])) {
    s = str_from(s, 1);
    v->post_n = digits_of(&s);
    v->has_post = true;
  } else {
    v->has_post = pip_part(&s, posts, &v->post_n) >= 0;
  }
  v->has_dev = pip_part(&s, devs, &v->dev_n) >= 0;
  if (s.n == 0) return true;
  v->local = str_from(s, 1);
  return s.p[0] == '+' && pip_local(v->local);
}

static bool pip_valid(str version)
{
  struct pip v;
  return pip_split(version, &v);
}

static str pip_local_part(str *s)
{
  size_t n = 0;
  while (n < s->n && !is_separator(s->p[n])) n++;
  const str found = str_sub(*s, 0, n);
  *s = str_from(*s, n + 1);
  return found;
}

/* Compares part by part: texts come before numbers; fewer parts come first. */
static int pip_compare_local(str a, str b)
{
  while (a.n > 0 && b.n > 0) {
    str x = pip_local_part(&a), y = pip_local_part(&b), left_x = x, left_y = y;
    const bool number_x = (digits_of(&left_x), left_x.n == 0), number_y = (digits_of(&left_y), left_y.n == 0);
    if (number_x != number_y) return number_x ? 1 : -1;
    const int order = number_x ? version_compare_numbers(x, y) : str_casecmp(x, y);
    if (order != 0) return order;
  }
  return (a.n > 0) - (b.n > 0);
}

/* A development release comes before the first pre-release. */
static int pip_stage(const struct pip *v)
{
  if (v->pre != PIP_ABSENT) return v->pre;
  return !v->has_post && v->has_dev ? 0 : 256;
}

static int pip_compare(str a, str b)
{
  struct pip x, y;
  pip_split(a, &x);
  pip_split(b, &y);
  while (x.n > 1 && is_zero(x.release[x.n - 1])) x.n--;
  while (y.n > 1 && is_zero(y.release[y.n - 1])) y.n--;
  int order = version_compare_numbers(x.epoch, y.epoch);
  for (int i = 0; order == 0 && i < x.n && i < y.n; i++) order = version_compare_numbers(x.release[i], y.release[i]);
  if (order == 0) order = x.n - y.n;
  if (order == 0) order = pip_stage(&x) - pip_stage(&y);
  if (order == 0 && x.pre != PIP_ABSENT) order = version_compare_numbers(x.pre_n, y.pre_n);
  if (order == 0) order = (int)x.has_post - (int)y.has_post;
  if (order == 0) order = version_compare_numbers(x.post_n, y.post_n);
  if (order == 0) order = (int)y.has_dev - (int)x.has_dev;
  if (order == 0) order = version_compare_numbers(x.dev_n, y.dev_n);
  return order != 0 ? order : pip_compare_local(x.local, y.local);
}

const struct version_kind version_pip = {.valid = pip_valid, .compare = pip_compare};
