/* Parses times like Ruby's DateTime.strptime: the format's directives consume the text from left to right; numbers
 * are read as long as possible unless a digit must follow. Zones are numeric ("+01:00"), abbreviations (the table
 * zones.def) or long names ("E. Australia Standard Time"); a DST suffix adds an hour. */
#include "compiler/values/strptime.h"

#include <stdlib.h>

#include "compiler/values/strftime.h"

struct reader {
  str text, format;
  size_t at, f; /* positions in the text and in the format */
  struct strptime_parts *out;
  bool has_century, has_meridian;
  int64_t century;
  int meridian;
};

/* --- zones --- */

static const struct zone_row {
  const char *name;
  int32_t offset;
} zones[] = {
#define X(name, offset) {name, offset},
#include "compiler/values/zones.def"
#undef X
};

static int zone_order(const void *key, const void *row)
{
  return str_cmp(*(const str *)key, str_of(((const struct zone_row *)row)->name));
}

static bool zone_by_name(str name, nanoseconds *offset)
{
  const struct zone_row *row = bsearch(&name, zones, sizeof zones / sizeof zones[0], sizeof zones[0], zone_order);
  if (row == NULL) return false;
  *offset = row->offset * NANOS_PER_SECOND;
  return true;
}

static bool is_alpha_or_high(char c) { return ascii_is_alpha((unsigned char)c) || (unsigned char)c >= 0x80; }

static bool starts_word(str s, size_t at, const char *word)
{
  size_t n = strlen(word);
  return at + n <= s.n && str_caseeq(str_sub(s, at, n), str_of(word));
}

static bool at_boundary(str s, size_t at) { return at >= s.n || !ascii_is_word((unsigned char)s.p[at]); }

/* Returns the end of "+1", "gmt+01:30:15", "utc-1.5"; 0: not found. */
static size_t numeric_zone_end(str s)
{
  size_t at = starts_word(s, 0, "gmt") || starts_word(s, 0, "utc") ? 3 : starts_word(s, 0, "ut") ? 2 : 0;
  if (at >= s.n || (s.p[at] != '+' && s.p[at] != '-')) return 0;
  size_t end = str_digits(s, at + 1);
  if (end == at + 1) return 0;
  if (end >= s.n || strchr(",.:", s.p[end]) == NULL || str_digits(s, end + 1) == end + 1) return end;
  end = str_digits(s, end + 1);
  if (end < s.n && s.p[end] == ':' && str_digits(s, end + 1) != end + 1) end = str_digits(s, end + 1);
  return end;
}

/* Returns the end of the last phrase like "e. australia standard time"; 0: not found. */
static size_t long_zone_end(str s)
{
  size_t run = 0, found = 0;
  while (run < s.n && (is_alpha_or_high(s.p[run]) || s.p[run] == '.' || ascii_is_space((unsigned char)s.p[run]))) run++;
  for (size_t at = 1; at <= run; at++) {
    size_t end = starts_word(s, at, "standard") || starts_word(s, at, "daylight") ? at + 8 : 0;
    if (end == 0 || str_spaces(s, end) == end) continue;
    end = str_spaces(s, end);
    if (starts_word(s, end, "time") && at_boundary(s, end + 4)) found = end + 4;
  }
  return found;
}

static size_t short_zone_end(str s)
{
  size_t end = 0;
  while (end < s.n && is_alpha_or_high(s.p[end])) end++;
  if (end == 0) return 0;
  size_t dst = str_spaces(s, end);
  if (dst != end && starts_word(s, dst, "dst") && at_boundary(s, dst + 3)) return dst + 3;
  return at_boundary(s, end) ? end : 0;
}

static size_t zone_end(str s)
{
  size_t end = numeric_zone_end(s);
  if (end == 0) end = long_zone_end(s);
  return end != 0 ? end : short_zone_end(s);
}

static int64_t number_of(str s)
{
  int64_t n = 0;
  /* The cap avoids an overflow. */
  for (size_t i = 0; i < s.n && n < 1000000; i++) n = n * 10 + (s.p[i] - '0');
  return n;
}

/* The digits after the sign: H, HH, HMM, HHMM, HMMSS, HHMMSS, parts with colons, or hours with a fraction. */
static nanoseconds zone_digits(str s)
{
  size_t end = str_digits(s, 0);
  if (end < s.n && s.p[end] == ':') {
    size_t minutes = str_digits(s, end + 1);
    nanoseconds n = number_of(str_sub(s, 0, end)) * 3600 + number_of(str_sub(s, end + 1, minutes - end - 1)) * 60;
    if (minutes < s.n) n += number_of(str_from(s, minutes + 1));
    return n * NANOS_PER_SECOND;
  }
  if (end < s.n) {
    nanoseconds n = number_of(str_sub(s, 0, end)) * 3600 * NANOS_PER_SECOND, unit = 360 * NANOS_PER_SECOND;
    for (size_t i = end + 1; i < s.n && unit > 0; i++, unit /= 10) n += (s.p[i] - '0') * unit;
    return n;
  }
  /* An odd number of digits begins with a single digit for the hour. */
  size_t hours = s.n == 0 ? 0 : 2 - s.n % 2;
  nanoseconds n = number_of(str_sub(s, 0, hours)) * 3600;
  if (s.n >= 3) n += number_of(str_sub(s, hours, 2)) * 60;
  if (s.n >= 5) n += number_of(str_sub(s, hours + 2, 2));
  return n * NANOS_PER_SECOND;
}

/* Removes a word, and the blanks before it, from the end of a zone's name. */
static bool drop_word(str *s, const char *word)
{
  size_t n = strlen(word);
  if (s->n <= n || !str_eqz(str_from(*s, s->n - n), word) || !ascii_is_space((unsigned char)s->p[s->n - n - 1])) {
    return false;
  }
  s->n -= n;
  while (s->n > 0 && ascii_is_space((unsigned char)s->p[s->n - 1])) s->n--;
  return true;
}

bool strptime_zone(str zone, nanoseconds *offset)
{
  char lower[64];
  zone.n = zone_end(zone);
  if (zone.n == 0 || zone.n > sizeof lower) return false;
  for (size_t i = 0; i < zone.n; i++) lower[i] = (char)ascii_lower((unsigned char)zone.p[i]);
  str s = {lower, zone.n};
  bool summer = false;
  if (drop_word(&s, "time")) {
    summer = drop_word(&s, "daylight");
    if (!summer) drop_word(&s, "standard");
  } else {
    summer = drop_word(&s, "dst");
  }
  if (zone_by_name(s, offset)) {
    if (summer) *offset += 3600 * NANOS_PER_SECOND;
    return true;
  }
  if (str_starts(s, STR("gmt")) || str_starts(s, STR("utc"))) s = str_from(s, 3);
  if (s.n == 0 || (s.p[0] != '+' && s.p[0] != '-')) return false;
  *offset = s.p[0] == '-' ? -zone_digits(str_from(s, 1)) : zone_digits(str_from(s, 1));
  return true;
}

/* --- numbers --- */

/* Whether the rest of the format begins with a number. Then the number before it has its standard width, not as many
 * digits as possible: "%Y%m%d". */
static bool number_follows(const struct reader *r)
{
  str s = str_from(r->format, r->f);
  if (s.n == 0) return false;
  if (ascii_is_digit((unsigned char)s.p[0])) return true;
  if (s.p[0] != '%') return false;
  size_t at = 1;
  if (at < s.n && (s.p[at] == 'E' || s.p[at] == 'O')) at++;
  return at < s.n &&
         (ascii_is_digit((unsigned char)s.p[at]) || strchr("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy", s.p[at]) != NULL);
}

/* Reads up to `most` digits (0: any number). False: none, or too many for 64 bits. */
static bool read_digits(struct reader *r, size_t most, int64_t *n)
{
  size_t end = str_digits(r->text, r->at);
  if (most != 0 && end - r->at > most) end = r->at + most;
  if (end == r->at) return false;
  *n = 0;
  for (; r->at < end; r->at++) {
    if (*n > INT64_MAX / 20) return false;
    *n = *n * 10 + (r->text.p[r->at] - '0');
  }
  return true;
}

static bool read_range(struct reader *r, size_t most, int64_t low, int64_t high, int64_t *n)
{
  return read_digits(r, most, n) && *n >= low && *n <= high;
}

static int read_sign(struct reader *r)
{
  if (r->at >= r->text.n || (r->text.p[r->at] != '-' && r->text.p[r->at] != '+')) return 1;
  return r->text.p[r->at++] == '-' ? -1 : 1;
}

static bool read_signed(struct reader *r, size_t short_form, int64_t *n)
{
  int sign = read_sign(r);
  if (!read_digits(r, number_follows(r) ? short_form : 0, n)) return false;
  *n *= sign;
  return true;
}

static bool read_fraction(struct reader *r, size_t short_form)
{
  int sign = read_sign(r);
  size_t end = str_digits(r->text, r->at), n = 0;
  if (number_follows(r) && end - r->at > short_form) end = r->at + short_form;
  /* A negative fraction cannot be represented. */
  if (end == r->at || sign < 0) return false;
  uint32_t nanos = 0;
  for (; r->at < end; r->at++, n++) {
    if (n < 9) nanos = nanos * 10 + (uint32_t)(r->text.p[r->at] - '0');
  }
  for (; n < 9; n++) nanos *= 10;
  r->out->nanos = nanos;
  r->out->has_fraction = true;
  return true;
}

/* --- names --- */

/* Matches a full name or its first three letters, in any case. Returns the index, -1 if none matches. */
static int read_name(struct reader *r, const char *const *names, int n)
{
  for (int i = 0; i < n; i++) {
    if (!starts_word(r->text, r->at, names[i]) &&
        !(r->at + 3 <= r->text.n && str_caseeq(str_sub(r->text, r->at, 3), str_n(names[i], 3))))
      continue;
    r->at += starts_word(r->text, r->at, names[i]) ? strlen(names[i]) : 3;
    return i;
  }
  return -1;
}

static bool read_meridian(struct reader *r)
{
  if (r->at >= r->text.n) return false;
  int c = ascii_lower((unsigned char)r->text.p[r->at]);
  if (c != 'a' && c != 'p') return false;
  size_t n = starts_word(r->text, r->at + 1, "m") ? 1 : starts_word(r->text, r->at + 1, ".m.") ? 3 : 0;
  if (n == 0) return false;
  r->at += 1 + n;
  r->meridian = c == 'p' ? 12 : 0;
  return r->has_meridian = true;
}

static bool read_zone(struct reader *r)
{
  str rest = str_from(r->text, r->at);
  size_t n = zone_end(rest);
  if (n == 0) return false;
  r->out->zone = str_sub(rest, 0, n);
  r->at += n;
  return r->out->has_zone = true;
}

/* --- directives --- */

static bool read_format(struct reader *r, str format);

static bool read_year(struct reader *r) { return r->out->has_year = read_signed(r, 4, &r->out->year); }

static bool read_short_year(struct reader *r)
{
  int64_t n;
  if (!read_range(r, 2, 0, 99, &n)) return false;
  r->out->year = n;
  r->out->has_year = true;
  if (!r->has_century) {
    r->has_century = true;
    /* Ruby's (and POSIX's) rule for years of two digits. */
    r->century = n >= 69 ? 19 : 20;
  }
  return true;
}

static bool read_century(struct reader *r)
{
  return r->has_century = read_digits(r, number_follows(r) ? 2 : 0, &r->century);
}

/* Directives for a number with a maximum of digits and limits. */
static const struct number_row {
  char letter;
  bool blank; /* a blank may replace the first digit */
  uint8_t digits;
  int16_t low, high;
  size_t has,
    part; /* in struct strptime_parts; both 0: checked but not stored, as Puppet uses only date and time of day */
} numbers[] = {
#define KEPT(name) offsetof(struct strptime_parts, has_##name), offsetof(struct strptime_parts, name)
  {'d', true, 2, 1, 31, KEPT(day)},    {'e', true, 2, 1, 31, KEPT(day)},     {'H', true, 2, 0, 24, KEPT(hour)},
  {'k', true, 2, 0, 24, KEPT(hour)},   {'I', true, 2, 1, 12, KEPT(hour)},    {'l', true, 2, 1, 12, KEPT(hour)},
  {'m', false, 2, 1, 12, KEPT(month)}, {'M', false, 2, 0, 59, KEPT(minute)}, {'S', false, 2, 0, 60, KEPT(second)},
#undef KEPT
  {'j', false, 3, 1, 366, 0, 0},       {'u', false, 1, 1, 7, 0, 0},          {'w', false, 1, 0, 6, 0, 0},
  {'U', false, 2, 0, 53, 0, 0},        {'W', false, 2, 0, 53, 0, 0},         {'V', false, 2, 1, 53, 0, 0},
  {'g', false, 2, 0, 99, 0, 0},
};

static bool read_row(struct reader *r, const struct number_row *row)
{
  int64_t n;
  const bool blank = row->blank && r->at < r->text.n && r->text.p[r->at] == ' ';
  r->at += blank;
  if (!read_range(r, blank ? 1 : row->digits, row->low, row->high, &n)) return false;
  if (row->part == 0) return true;
  *(int *)((char *)r->out + row->part) = (int)n;
  return *(bool *)((char *)r->out + row->has) = true;
}

static bool read_number_directive(struct reader *r, char c)
{
  int64_t n;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (numbers[i].letter == c) return read_row(r, &numbers[i]);
  }
  switch (c) {
  case 'Y': return read_year(r);
  case 'y': return read_short_year(r);
  case 'C': return read_century(r);
  case 'G': return read_signed(r, 4, &n);
  case 'L': return read_fraction(r, 3);
  case 'N': return read_fraction(r, 9);
  default: return read_sign(r) != 0 && read_digits(r, 0, &n); /* s, Q */
  }
}

static bool read_composite(struct reader *r, const char *format)
{
  str outer = r->format;
  size_t f = r->f;
  bool ok = read_format(r, str_of(format));
  r->format = outer;
  r->f = f;
  return ok;
}

/* Case does not matter here, so %v has no flag that changes it. */
static const char *composite(char c)
{
  if (c == 'n' || c == 't') return " ";
  if (c == 'v') return "%e-%b-%Y";
  return c == '+' ? "%a %b %e %H:%M:%S %Z %Y" : calendar_composite(c);
}

static bool literal(struct reader *r, char c)
{
  if (r->at >= r->text.n || r->text.p[r->at] != c) return false;
  r->at++;
  return true;
}

/* Reads one directive after the '%'. Anything else must match literally, with the percent sign. */
static bool read_directive(struct reader *r)
{
  str s = r->format;
  if (r->f >= s.n) return literal(r, '%');
  if ((s.p[r->f] == 'E' || s.p[r->f] == 'O') && r->f + 1 < s.n) {
    const char *allowed = s.p[r->f] == 'E' ? "cCxXyY" : "deHImMSuUVwWy";
    if (strchr(allowed, s.p[r->f + 1]) == NULL) return literal(r, '%');
    r->f++;
  }
  size_t colons = 0;
  while (colons < 3 && r->f + colons < s.n && s.p[r->f + colons] == ':') colons++;
  if (colons != 0) {
    if (r->f + colons >= s.n || s.p[r->f + colons] != 'z') return literal(r, '%');
    r->f += colons;
  }
  char c = s.p[r->f++];
  if (composite(c) != NULL) return read_composite(r, composite(c));
  switch (c) {
  case 'A':
  case 'a': return read_name(r, calendar_weekdays, 7) >= 0;
  case 'B':
  case 'b':
  case 'h': r->out->month = read_name(r, calendar_months, 12) + 1; return r->out->has_month = r->out->month > 0;
  case 'p':
  case 'P': return read_meridian(r);
  case 'Z':
  case 'z': return read_zone(r);
  case '%': return literal(r, '%');
  default: break;
  }
  if (c != '\0' && strchr("CdeGgHIjkLlMmNQSsUuVWwYy", c) != NULL) return read_number_directive(r, c);
  return literal(r, '%') && literal(r, c);
}

static bool read_format(struct reader *r, str format)
{
  r->format = format;
  r->f = 0;
  while (r->f < r->format.n) {
    char c = r->format.p[r->f++];
    if (ascii_is_space((unsigned char)c)) r->at = str_spaces(r->text, r->at);
    else if (c == '%' ? !read_directive(r) : !literal(r, c)) return false;
  }
  return true;
}

bool strptime_ruby(str text, str format, struct strptime_parts *out)
{
  *out = (struct strptime_parts){0};
  struct reader r = {.text = text, .out = out};
  if (!read_format(&r, format)) return false;
  /* The rest of the text is not an error here: the caller decides. */
  out->leftover = str_from(text, r.at);
  if (r.has_century && out->has_year) out->year += r.century * 100;
  if (r.has_meridian && out->has_hour) out->hour = out->hour % 12 + r.meridian;
  return true;
}
