/* Formats times like Ruby's strftime, with its flags (- ^ # _ 0), widths and colons; other text is copied. Dates are
 * computed here in the proleptic Gregorian calendar: C's strftime() knows neither Ruby's flags nor years beyond an
 * int. */
#include "compiler/values/strftime.h"

#include <stdio.h>

const char *const calendar_months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
const char *const calendar_weekdays[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* Days since 1970-01-01. Years are counted from March, so that the leap day is the last one of a year; 146097 is
 * the number of days in 400 years, 719468 those from 0000-03-01 to 1970-01-01, and (153 m + 2) / 5 the days before
 * month m. */
int64_t calendar_days(int64_t year, int month, int64_t day)
{
  year -= month <= 2;
  int64_t era = floor_div(year, 400), of_era = year - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void calendar_date(int64_t days, int64_t *year, int *month, int *day)
{
  days += 719468;
  int64_t era = floor_div(days, 146097), of_era = days - era * 146097;
  int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int of_year = (int)(of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100)), m = (5 * of_year + 2) / 153;
  *day = of_year - (153 * m + 2) / 5 + 1;
  *month = m < 10 ? m + 3 : m - 9;
  *year = year_of_era + era * 400 + (*month <= 2);
}

/* --- the parts of a time --- */

struct parts {
  const struct moment *m;
  int64_t year;
  int month, day, hour, minute, second, yday, wday; /* yday from 1, wday from Sunday 0 */
};

static void split(const struct moment *m, struct parts *p)
{
  int64_t local = m->seconds + m->offset, days = floor_div(local, 86400), rest = local - days * 86400;
  p->m = m;
  calendar_date(days, &p->year, &p->month, &p->day);
  p->hour = (int)(rest / 3600);
  p->minute = (int)(rest / 60 % 60);
  p->second = (int)(rest % 60);
  p->yday = (int)(days - calendar_days(p->year, 1, 1)) + 1;
  p->wday = (int)(days + 4 - floor_div(days + 4, 7) * 7);
}

static bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* A year has 53 weeks if it begins on a Thursday, or is a leap year and begins on a Wednesday. */
static int iso_weeks(int64_t year)
{
  /* Day 0 was a Thursday (4). */
  int64_t first = calendar_days(year, 1, 1) + 4;
  int wday = (int)(first - floor_div(first, 7) * 7);
  return wday == 4 || (wday == 3 && is_leap(year)) ? 53 : 52;
}

static int iso_week(const struct parts *p, int64_t *year)
{
  int week = (p->yday - (p->wday + 6) % 7 + 9) / 7;
  *year = p->year;
  if (week < 1) return iso_weeks(--*year);
  if (week <= iso_weeks(*year)) return week;
  ++*year;
  return 1;
}

/* --- one directive --- */

struct directive {
  bool left, upper, change;
  char pad;  /* '0', ' ', or 0 if none was given */
  int width; /* -1: none */
  int colons;
};

struct writer {
  struct arena *a;
  const struct parts *p;
  struct buf *out;
};

/* A limit of our own, so that a format cannot require gigabytes of padding. */
enum { MAX_WIDTH = 65536 };

static void write_number(struct writer *w, const struct directive *d, int64_t n, int digits, char pad)
{
  char text[32];
  if (d->pad != 0) pad = d->pad;
  int width = d->left ? 1 : d->width >= 0 ? d->width : digits;
  int count = snprintf(text, sizeof text, "%lld", (long long)(n < 0 ? -n : n)) + (n < 0);
  if (n < 0 && pad == '0') buf_char(w->out, '-');
  for (; count < width; count++) buf_char(w->out, pad);
  if (n < 0 && pad != '0') buf_char(w->out, '-');
  buf_z(w->out, text);
}

enum change { CHANGE_UPPER, CHANGE_LOWER };

static void write_text(struct writer *w, const struct directive *d, str text, enum change change)
{
  for (size_t i = text.n; !d->left && d->width >= 0 && i < (size_t)d->width; i++) {
    buf_char(w->out, d->pad == '0' ? '0' : ' ');
  }
  bool upper = d->upper || (d->change && change == CHANGE_UPPER), lower = d->change && change == CHANGE_LOWER;
  for (size_t i = 0; i < text.n; i++) {
    int c = (unsigned char)text.p[i];
    buf_char(w->out, (char)(lower ? ascii_lower(c) : upper ? ascii_upper(c) : c));
  }
}

static void write_fraction(struct writer *w, const struct directive *d, int digits)
{
  char text[16];
  snprintf(text, sizeof text, "%09u", w->p->m->nanos);
  int width = d->width > 0 ? d->width : digits;
  for (int i = 0; i < width; i++) buf_char(w->out, i < 9 ? text[i] : '0');
}

/* Writes the zone's offset. The hour is padded to the rest of the width. %:::z omits parts that are zero. */
static void write_offset(struct writer *w, const struct directive *d)
{
  static const int lengths[] = {3, 4, 7}; /* of the part after the hour, with the sign */
  int32_t offset = w->p->m->offset, size = offset < 0 ? -offset : offset;
  /* Ruby writes -00:00 for UTC with the flag "-": "offset unknown" in RFC 3339. */
  bool negative = offset < 0 || (d->left && w->p->m->utc);
  int parts = d->colons < 3 ? d->colons : size % 3600 == 0 ? -1 : size % 60 == 0 ? 1 : 2;
  int behind = parts < 0 ? 1 : lengths[parts];
  int width = d->width <= behind + 2 ? 2 : d->width - behind;
  char hour[16], sign = negative ? '-' : '+';
  int count = snprintf(hour, sizeof hour, "%d", size / 3600);
  if (d->pad != ' ') buf_char(w->out, sign);
  for (int i = count; i < width; i++) buf_char(w->out, d->pad == ' ' ? ' ' : '0');
  if (d->pad == ' ') buf_char(w->out, sign);
  buf_z(w->out, hour);
  if (parts >= 0) buf_printf(w->out, "%s%02d", parts > 0 ? ":" : "", size / 60 % 60);
  if (parts == 2) buf_printf(w->out, ":%02d", size % 60);
}

static bool write_format(struct writer *w, str format, str *error);

/* Directives that are short for several others. Their width applies to the whole text. */
static void write_composite(struct writer *w, const struct directive *d, const char *format)
{
  struct buf text = BUF_IN(w->a);
  struct writer inner = {w->a, w->p, &text};
  str error;
  write_format(&inner, str_of(format), &error);
  struct directive outer = *d;
  outer.change = outer.left = false;
  write_text(w, &outer, buf_view(&text), CHANGE_UPPER);
}

static int twelve(int hour) { return hour % 12 == 0 ? 12 : hour % 12; }

/* Numbers of the calendar. False: c is another directive. */
static bool write_date_number(struct writer *w, const struct directive *d, char c)
{
  const struct parts *p = w->p;
  int64_t iso_year, week = iso_week(p, &iso_year);
  switch (c) {
  case 'Y': write_number(w, d, p->year, p->year < 0 ? 5 : 4, '0'); break;
  case 'C': write_number(w, d, floor_div(p->year, 100), 2, '0'); break;
  case 'y': write_number(w, d, p->year - floor_div(p->year, 100) * 100, 2, '0'); break;
  case 'm': write_number(w, d, p->month, 2, '0'); break;
  case 'd': write_number(w, d, p->day, 2, '0'); break;
  case 'e': write_number(w, d, p->day, 2, ' '); break;
  case 'j': write_number(w, d, p->yday, 3, '0'); break;
  case 'u': write_number(w, d, p->wday == 0 ? 7 : p->wday, 1, '0'); break;
  case 'w': write_number(w, d, p->wday, 1, '0'); break;
  case 'G': write_number(w, d, iso_year, iso_year < 0 ? 5 : 4, '0'); break;
  case 'g': write_number(w, d, iso_year - floor_div(iso_year, 100) * 100, 2, '0'); break;
  case 'V': write_number(w, d, week, 2, '0'); break;
  case 'U': write_number(w, d, (p->yday + 6 - p->wday) / 7, 2, '0'); break;
  case 'W': write_number(w, d, (p->yday + 6 - (p->wday + 6) % 7) / 7, 2, '0'); break;
  default: return false;
  }
  return true;
}

static bool write_time_number(struct writer *w, const struct directive *d, char c)
{
  const struct parts *p = w->p;
  switch (c) {
  case 'H': write_number(w, d, p->hour, 2, '0'); break;
  case 'k': write_number(w, d, p->hour, 2, ' '); break;
  case 'I': write_number(w, d, twelve(p->hour), 2, '0'); break;
  case 'l': write_number(w, d, twelve(p->hour), 2, ' '); break;
  case 'M': write_number(w, d, p->minute, 2, '0'); break;
  case 'S': write_number(w, d, p->second, 2, '0'); break;
  case 's': write_number(w, d, p->m->seconds, 1, '0'); break;
  case 'L': write_fraction(w, d, 3); break;
  case 'N': write_fraction(w, d, 9); break;
  case 'z': write_offset(w, d); break;
  default: return false;
  }
  return true;
}

static bool write_name(struct writer *w, const struct directive *d, char c)
{
  const struct parts *p = w->p;
  str month = str_of(calendar_months[p->month - 1]), day = str_of(calendar_weekdays[p->wday]);
  switch (c) {
  case 'B': write_text(w, d, month, CHANGE_UPPER); break;
  case 'b':
  case 'h': write_text(w, d, str_sub(month, 0, 3), CHANGE_UPPER); break;
  case 'A': write_text(w, d, day, CHANGE_UPPER); break;
  case 'a': write_text(w, d, str_sub(day, 0, 3), CHANGE_UPPER); break;
  case 'p': write_text(w, d, p->hour < 12 ? STR("AM") : STR("PM"), CHANGE_LOWER); break;
  case 'P': write_text(w, d, p->hour < 12 ? STR("am") : STR("pm"), CHANGE_UPPER); break;
  case 'Z':
    if (p->m->utc) write_text(w, d, STR("UTC"), CHANGE_LOWER);
    break;
  case 'n': write_text(w, d, STR("\n"), CHANGE_UPPER); break;
  case 't': write_text(w, d, STR("\t"), CHANGE_UPPER); break;
  case '%': write_text(w, d, STR("%"), CHANGE_UPPER); break;
  default: return false;
  }
  return true;
}

const char *calendar_composite(char c)
{
  switch (c) {
  case 'c': return "%a %b %e %H:%M:%S %Y";
  case 'D':
  case 'x': return "%m/%d/%y";
  case 'F': return "%Y-%m-%d";
  case 'R': return "%H:%M";
  case 'r': return "%I:%M:%S %p";
  case 'T':
  case 'X': return "%H:%M:%S";
  case 'v': return "%e-%^b-%Y";
  default: return NULL;
  }
}

/* Reads flags, width, colons and modifiers from `at` on; the next character is the directive's letter. */
static size_t read_flags(str s, size_t at, struct directive *d)
{
  *d = (struct directive){.width = -1};
  for (; at < s.n; at++) {
    char c = s.p[at];
    if (c == '-') d->left = true;
    else if (c == '^') d->upper = true;
    else if (c == '#') d->change = true;
    else if (c == '_') d->pad = ' ';
    else if (c == '0' && d->width < 0) d->pad = '0';
    else if (ascii_is_digit((unsigned char)c)) {
      if (d->width < MAX_WIDTH) d->width = (d->width < 0 ? 0 : d->width * 10) + (c - '0');
    } else {
      break;
    }
  }
  return at;
}

static bool write_directive(struct writer *w, str s, size_t percent, size_t *next, str *error)
{
  struct directive d;
  size_t at = read_flags(s, percent + 1, &d);
  if (d.width >= MAX_WIDTH) {
    *error = STR("The width of a directive of strftime is too large");
    return false;
  }
  while (at < s.n && s.p[at] == ':' && d.colons < 3) {
    d.colons++;
    at++;
  }
  if (at < s.n && d.colons == 0 && (s.p[at] == 'E' || s.p[at] == 'O')) {
    const char *allowed = s.p[at] == 'E' ? "cCxXyY" : "deHkIlmMSuUVwWy";
    if (at + 1 < s.n && strchr(allowed, s.p[at + 1]) != NULL) at++;
  }
  if (at >= s.n) {
    *error = arena_printf(w->a, "invalid format: %.*s", STR_FMT(s));
    return false;
  }
  char c = s.p[at];
  /* Colons before another letter are not a directive: the percent sign and the first colon are text. */
  if (d.colons != 0 && c != 'z') at -= (size_t)d.colons, c = '\0';
  *next = at + 1;
  if (write_date_number(w, &d, c) || write_time_number(w, &d, c) || write_name(w, &d, c)) return true;
  if (calendar_composite(c) != NULL) write_composite(w, &d, calendar_composite(c));
  else buf_str(w->out, str_sub(s, percent, at + 1 - percent));
  return true;
}

static bool write_format(struct writer *w, str format, str *error)
{
  for (size_t at = 0; at < format.n;) {
    size_t percent = str_index(format, '%', at);
    if (percent == SIZE_MAX) percent = format.n;
    buf_str(w->out, str_sub(format, at, percent - at));
    at = percent;
    if (at < format.n && !write_directive(w, format, percent, &at, error)) return false;
  }
  return true;
}

bool strftime_ruby(struct arena *a, const struct moment *m, str format, struct buf *out, str *error)
{
  struct parts p;
  split(m, &p);
  struct writer w = {a, &p, out};
  return write_format(&w, format, error);
}
