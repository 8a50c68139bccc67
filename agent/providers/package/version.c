/* Ranges have the same syntax for all kinds of packages; a `struct version_kind` compares versions. Debian's order
 * follows deb-version(7). */
#include "agent/providers/package/version.h"

/* --- ranges --- */

static bool parse_part(const struct version_kind *kind, str text, enum version_operator *op, str *version)
{
  size_t n = 0;
  while (n < text.n && (text.p[n] == '<' || text.p[n] == '>' || text.p[n] == '=')) n++;
  if (n == text.n && n > 0) n--; /* at least one character must remain */
  const str sign = str_sub(text, 0, n);
  *version = str_from(text, n);
  if (sign.n == 0) *op = VERSION_EQUAL;
  else if (str_eqz(sign, ">")) *op = VERSION_MORE;
  else if (str_eqz(sign, ">=")) *op = VERSION_MORE_EQUAL;
  else if (str_eqz(sign, "<")) *op = VERSION_LESS;
  else if (str_eqz(sign, "<=")) *op = VERSION_LESS_EQUAL;
  else return false;
  return version->n > 0 && kind->valid(*version);
}

/* Text after the second part must be well-formed, too, but is ignored. */
bool version_range_parse(const struct version_kind *kind, str text, struct version_range *out)
{
  *out = (struct version_range){0};
  for (size_t at = 0; at < text.n || out->n == 0;) {
    size_t end = at;
    enum version_operator op;
    str version;
    while (end < text.n && !ascii_is_space((unsigned char)text.p[end])) end++;
    if (!parse_part(kind, str_sub(text, at, end - at), &op, &version)) return false;
    if (out->n < 2) {
      out->parts[out->n].op = op;
      out->parts[out->n++].version = version;
    }
    end = str_spaces(text, end);
    at = end;
  }
  return true;
}

bool version_range_has(const struct version_kind *kind, const struct version_range *range, str version)
{
  for (int i = 0; i < range->n; i++) {
    const str bound = range->parts[i].version;
    const int order = kind->compare(version, bound);
    bool holds = false;
    switch (range->parts[i].op) {
    case VERSION_EQUAL: holds = kind->same != NULL ? kind->same(version, bound) : order == 0; break;
    case VERSION_MORE: holds = order > 0; break;
    case VERSION_MORE_EQUAL: holds = order >= 0; break;
    case VERSION_LESS: holds = order < 0; break;
    case VERSION_LESS_EQUAL: holds = order <= 0; break;
    }
    if (!holds) return false;
  }
  return true;
}

bool version_range_is_equal(const struct version_range *range)
{
  return range->n == 1 && range->parts[0].op == VERSION_EQUAL;
}

void version_range_show(const struct version_kind *kind, const struct version_range *range, struct buf *out)
{
  static const char *const signs[] = {"", ">", ">=", "<", "<="};
  for (int i = 0; i < range->n; i++) {
    if (i > 0) buf_char(out, ' ');
    buf_z(out, signs[range->parts[i].op]);
    if (kind->show != NULL) kind->show(out, range->parts[i].version);
    else buf_str(out, range->parts[i].version);
  }
}

/* --- Debian --- */

struct debian {
  str epoch, upstream, revision; /* the epoch without leading zeros */
  bool has_revision;
};

static bool is_version_char(char c)
{
  return ascii_is_alpha((unsigned char)c) || ascii_is_digit((unsigned char)c) || c == '.' || c == '+' || c == '~';
}

static bool debian_split(str text, struct debian *out)
{
  size_t digits = str_digits(text, 0), dash = SIZE_MAX;
  *out = (struct debian){.epoch = STR_EMPTY, .revision = STR_EMPTY};
  if (digits > 0 && digits < text.n && text.p[digits] == ':') {
    out->epoch = str_sub(text, 0, digits);
    while (out->epoch.n > 0 && out->epoch.p[0] == '0') out->epoch = str_from(out->epoch, 1);
    text = str_from(text, digits + 1);
  }
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '-') dash = i;
    else if (!is_version_char(text.p[i])) return false;
  }
  /* The last dash; a dash at the beginning belongs to the upstream version. */
  out->has_revision = dash != SIZE_MAX && dash > 0;
  out->upstream = out->has_revision ? str_sub(text, 0, dash) : text;
  if (out->has_revision) out->revision = str_from(text, dash + 1);
  return out->upstream.n > 0;
}

int version_compare_numbers(str a, str b)
{
  while (a.n > 0 && a.p[0] == '0') a = str_from(a, 1);
  while (b.n > 0 && b.p[0] == '0') b = str_from(b, 1);
  if (a.n != b.n) return a.n < b.n ? -1 : 1;
  return str_cmp(a, b);
}

static bool is_tilde(char c) { return c == '~'; }
static bool is_letter(char c) { return ascii_is_alpha((unsigned char)c); }
static bool is_sign(char c) { return c == '.' || c == '+' || c == '-'; }
static bool is_digit(char c) { return ascii_is_digit((unsigned char)c); }

/* Removes the leading characters of one class. */
static str take(str *s, bool (*class)(char))
{
  size_t n = 0;
  while (n < s->n && class(s->p[n])) n++;
  const str taken = str_sub(*s, 0, n);
  *s = str_from(*s, n);
  return taken;
}

/* Compares part by part: tildes come first, letters before other characters, digits are compared as numbers. */
static int compare_parts(str a, str b)
{
  const size_t length_a = a.n, length_b = b.n;
  int order = 0;
  while (a.n > 0 && b.n > 0 && order == 0) {
    const str tildes_a = take(&a, is_tilde), tildes_b = take(&b, is_tilde);
    if (tildes_a.n != tildes_b.n) return tildes_a.n > tildes_b.n ? -1 : 1;
    const str letters_a = take(&a, is_letter), letters_b = take(&b, is_letter);
    order = str_cmp(letters_a, letters_b);
    if (order != 0) return order;
    const str signs_a = take(&a, is_sign), signs_b = take(&b, is_sign);
    order = str_cmp(signs_a, signs_b);
    if (order != 0) return order;
    const str digits_a = take(&a, is_digit), digits_b = take(&b, is_digit);
    order = version_compare_numbers(digits_a, digits_b);
  }
  if (order != 0) return order;
  if (a.n > 0 && is_tilde(a.p[0])) return -1;
  if (b.n > 0 && is_tilde(b.p[0])) return 1;
  return length_a < length_b ? -1 : length_a > length_b;
}

static bool debian_valid(str version)
{
  struct debian v;
  return debian_split(version, &v);
}

static int debian_compare(str a, str b)
{
  struct debian x, y;
  debian_split(a, &x);
  debian_split(b, &y);
  int order = version_compare_numbers(x.epoch, y.epoch);
  if (order == 0) order = compare_parts(x.upstream, y.upstream);
  return order != 0 ? order : compare_parts(x.revision, y.revision);
}

static bool debian_same(str a, str b)
{
  struct debian x, y;
  debian_split(a, &x);
  debian_split(b, &y);
  return str_eq(x.epoch, y.epoch) && str_eq(x.upstream, y.upstream) && x.has_revision == y.has_revision &&
         str_eq(x.revision, y.revision);
}

static void debian_show(struct buf *out, str version)
{
  struct debian v;
  debian_split(version, &v);
  if (v.epoch.n > 0) {
    buf_str(out, v.epoch);
    buf_char(out, ':');
  }
  buf_str(out, v.upstream);
  if (v.has_revision) {
    buf_char(out, '-');
    buf_str(out, v.revision);
  }
}

const struct version_kind version_debian = {debian_valid, debian_compare, debian_same, debian_show};
