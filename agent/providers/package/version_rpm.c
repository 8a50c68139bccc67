/* rpm versions, [epoch:]version[-release], in Puppet's order. */
#include <stdlib.h>

#include "agent/providers/package/version.h"

struct evr {
  str epoch, version, release; /* .p NULL: missing */
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_alpha(char c) { return ascii_is_word((unsigned char)c) && !is_digit(c) && c != '_'; }

/* Skips separators of segments, except a tilde. */
static str strip_front(str s)
{
  while (s.n > 0 && !is_digit(s.p[0]) && !is_alpha(s.p[0]) && s.p[0] != '~') s = str_from(s, 1);
  return s;
}

static str take(str *s, bool (*of)(char))
{
  size_t n = 0;
  while (n < s->n && of(s->p[n])) n++;
  const str segment = str_sub(*s, 0, n);
  *s = str_from(*s, n);
  return segment;
}

/* Compares segments of digits and letters: a number is newer than a word, and a tilde is older than the end. */
static int compare_parts(str a, str b)
{
  if (str_eq(a, b)) return 0;
  for (;;) {
    a = strip_front(a);
    b = strip_front(b);
    const bool tilde_a = a.n > 0 && a.p[0] == '~', tilde_b = b.n > 0 && b.p[0] == '~';
    if (tilde_a != tilde_b) return tilde_a ? -1 : 1;
    if (tilde_a) {
      a = str_from(a, 1);
      b = str_from(b, 1);
      continue;
    }
    if (a.n == 0 || b.n == 0) break;
    const bool number = is_digit(a.p[0]);
    const str one = take(&a, number ? is_digit : is_alpha), other = take(&b, number ? is_digit : is_alpha);
    if (other.n == 0) return number ? 1 : -1;
    const int order = number ? version_compare_numbers(one, other) : str_cmp(one, other);
    if (order != 0) return order > 0 ? 1 : -1;
  }
  return (a.n > b.n) - (a.n < b.n);
}

/* A missing part is older. */
static int compare_given(str a, str b)
{
  if (a.p == NULL || b.p == NULL) return (a.p != NULL) - (b.p != NULL);
  return compare_parts(a, b);
}

/* The first of these names that matches at the beginning; all except the first one include a dot. */
size_t version_rpm_architecture(str s)
{
  static const char *const names[] = {"noarch",  ".i386",     ".i686",    ".ppc",      ".ppc64",     ".armv3l",
                                      ".armv4b", ".armv4l",   ".armv4tl", ".armv5tel", ".armv5tejl", ".armv6l",
                                      ".armv7l", ".m68kmint", ".s390",    ".s390x",    ".ia64",      ".x86_64",
                                      ".sh3",    ".sh4",      NULL};
  for (int i = 0; names[i] != NULL; i++) {
    if (str_starts(s, str_of(names[i]))) return strlen(names[i]);
  }
  return 0;
}

static str without_architectures(str release, char *room)
{
  size_t n = 0;
  for (size_t at = 0; at < release.n;) {
    const size_t gone = version_rpm_architecture(str_from(release, at));
    if (gone > 0) at += gone;
    else room[n++] = release.p[at++];
  }
  return str_n(room, n);
}

static bool is_number(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!is_digit(s.p[i])) return false;
  }
  return s.n > 0;
}

/* An epoch that is not a number is ignored. `room` has the size of the text. */
static struct evr parse(str text, char *room)
{
  struct evr out = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
  const size_t colon = str_index(text, ':', 0);
  if (colon != SIZE_MAX) {
    if (is_number(str_sub(text, 0, colon))) out.epoch = str_sub(text, 0, colon);
    text = str_from(text, colon + 1);
  }
  const size_t dash = str_index(text, '-', 0);
  out.version = dash != SIZE_MAX ? str_sub(text, 0, dash) : text;
  if (dash != SIZE_MAX) out.release = without_architectures(str_from(text, dash + 1), room);
  return out;
}

int version_rpm_compare(str should, str is)
{
  char *room = xmalloc(should.n + is.n + 1);
  const struct evr a = parse(should, room), b = parse(is, room + should.n);
  int order = a.epoch.p != NULL ? compare_given(a.epoch, b.epoch) : 0;
  if (order == 0) order = compare_given(a.version, b.version);
  if (order == 0 && a.release.p != NULL) order = compare_given(a.release, b.release);
  free(room);
  return order;
}

int version_rpm_compare_full(str a, str b)
{
  static const str zero = {"0", 1};
  char *room = xmalloc(a.n + b.n + 1);
  const struct evr x = parse(a, room), y = parse(b, room + a.n);
  const int order = compare_parts(x.epoch.p != NULL ? x.epoch : zero, y.epoch.p != NULL ? y.epoch : zero);
  free(room);
  return order != 0 ? order : version_rpm_compare(a, b);
}
