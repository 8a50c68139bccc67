/* Timestamp values: formatting, and parsing with a list of formats and a time zone. A zone in the text and one as
 * an argument exclude each other; without both the time is UTC. */
#include "compiler/values/timestamp.h"
#include "base/check.h"

#include "base/local_zone.h"
#include "compiler/values/strftime.h"
#include "compiler/values/strptime.h"
#include "compiler/values/timespan.h"

/* --- time zones --- */

static bool zone_offset(struct arena *a, str zone, nanoseconds *offset, str *error)
{
  if (str_caseeq(zone, STR("current"))) {
    *offset = local_zone_offset() * NANOS_PER_SECOND;
    return true;
  }
  if (strptime_zone(zone, offset)) return true;
  *error = arena_printf(a, "Illegal timezone '%.*s'", STR_FMT(zone));
  return false;
}

/* For printing, an offset has whole minutes; seconds below are rounded down, as Ruby does. */
static bool minute_offset(struct arena *a, str zone, int32_t *offset, str *error)
{
  nanoseconds n;
  if (!zone_offset(a, zone, &n, error)) return false;
  nanoseconds minute = 60 * NANOS_PER_SECOND, minutes = n / minute - (n < 0 && n % minute != 0);
  if (minutes >= 1440 || minutes <= -1440) {
    *error = STR("utc_offset out of range");
    return false;
  }
  *offset = (int32_t)minutes * 60;
  return true;
}

/* --- writing --- */

bool time_format(struct arena *a, value stamp, str format, str zone, struct buf *out, str *error)
{
  assert(value_is_time(stamp));
  if (stamp.kind == V_TIMESPAN) return timespan_format(a, stamp, format, out, error);
  struct moment m = {.seconds = stamp.integer, .nanos = stamp.length, .utc = zone.n == 0};
  if (zone.n != 0 && !minute_offset(a, zone, &m.offset, error)) return false;
  return strftime_ruby(a, &m, format, out, error);
}

/* "2016-05-01T13:30:30.500000000 UTC" */
static void render(struct buf *out, value v)
{
  int64_t days = v.integer / 86400 - (v.integer % 86400 < 0), year;
  int rest = (int)(v.integer - days * 86400), month, day;
  calendar_date(days, &year, &month, &day);
  buf_printf(out, year < 0 ? "%05lld" : "%04lld", (long long)year);
  buf_printf(out, "-%02d-%02dT%02d:%02d:%02d.%09u UTC", month, day, rest / 3600, rest / 60 % 60, rest % 60, v.length);
}

/* --- reading --- */

/* Puppet's default formats. The first five have a zone and are not tried when the caller gives one. */
static const char *const default_formats[] = {"%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z",
                                              "%FT%T.%N",    "%FT%T",    "%F %T.%N",    "%F %T",    "%F"};
enum { DEFAULTS = sizeof default_formats / sizeof default_formats[0], DEFAULTS_WITH_ZONE = 5 };

/* A day that the month lacks continues in the next month (31 April is 1 May), and so does hour 24, as in Ruby's
 * Time. The texts of the errors are Ruby's. */
static bool from_parts(const struct strptime_parts *p, nanoseconds *out, str *error)
{
  const int hour = p->has_hour ? p->hour : 0, minute = p->has_minute ? p->minute : 0;
  const int second = p->has_second ? p->second : 0;
  *error = STR("no implicit conversion of nil into Integer");
  if (!p->has_year) return false;
  *error = minute != 0 ? STR("min out of range") : STR("sec out of range");
  if (hour == 24 && (minute != 0 || second != 0)) return false;
  *error = STR("The year is out of range");
  if (p->year > 290000000000 || p->year < -290000000000) return false;
  int64_t days = calendar_days(p->year, p->has_month ? p->month : 1, p->has_day ? p->day : 1);
  *out = ((nanoseconds)days * 86400 + hour * 3600 + minute * 60 + second) * NANOS_PER_SECOND;
  if (p->has_fraction) *out += p->nanos;
  return true;
}

static bool finish(struct arena *a, const struct strptime_parts *p, str zone, value *out, str *error)
{
  nanoseconds n, offset = 0;
  if (!from_parts(p, &n, error)) return false;
  if (zone.n == 0 && p->has_zone) zone = p->zone;
  if (zone.n != 0 && !zone_offset(a, zone, &offset, error)) return false;
  if (time_make(V_TIMESTAMP, n - offset, out)) return true;
  *error = STR("The Timestamp is out of range");
  return false;
}

static bool parse_list(struct arena *a, str text, struct time_formats f, str zone, value *out, str *error)
{
  struct strptime_parts p;
  for (uint32_t i = 0; i < f.n; i++) {
    if (!strptime_ruby(text, f.items[i], &p) || p.leftover.n != 0 || (zone.n != 0 && p.has_zone)) continue;
    return finish(a, &p, zone, out, error);
  }
  *error = time_none_fits(a, text, f.items, f.n);
  return false;
}

bool timestamp_parse(struct arena *a, str text, struct time_formats f, str zone, value *out, str *error)
{
  if (f.items == NULL) {
    str all[DEFAULTS];
    for (int i = 0; i < DEFAULTS; i++) all[i] = str_of(default_formats[i]);
    const uint32_t from = zone.n != 0 ? DEFAULTS_WITH_ZONE : 0;
    return parse_list(a, text, (struct time_formats){all + from, DEFAULTS - from, true}, zone, out, error);
  }
  if (f.listed) return parse_list(a, text, f, zone, out, error);
  struct strptime_parts p;
  if (!strptime_ruby(text, f.items[0], &p) || p.leftover.n != 0) {
    *error = arena_printf(a, "Unable to parse '%.*s' using format '%.*s'", STR_FMT(text), STR_FMT(f.items[0]));
    return false;
  }
  if (zone.n != 0 && p.has_zone) {
    *error = STR("Using a Timezone designator in format specification is mutually exclusive to providing an explicit "
                 "timezone argument");
    return false;
  }
  return finish(a, &p, zone, out, error);
}

bool time_parse(struct arena *a, enum value_kind kind, str text, struct time_formats f, str zone, value *out,
                str *error)
{
  return kind == V_TIMESPAN ? timespan_parse(a, text, f, out, error) : timestamp_parse(a, text, f, zone, out, error);
}

bool time_from_hash(struct arena *a, enum value_kind kind, const struct hash *h, value *out, str *error)
{
  const value text = hash_member(h, "string"), zone = hash_member(h, "timezone");
  if (kind == V_TIMESPAN && text.kind != V_STRING) return timespan_from_hash(h, out, error);
  *error = STR("no implicit conversion of nil into String");
  if (text.kind != V_STRING) return false;
  return time_parse(a, kind, value_text(text), time_formats_of(a, hash_member(h, "format")), value_text_or_empty(zone),
                    out, error);
}

/* --- the row --- */

const struct rich_kind timestamp_kind = {
  .ruby_class = "Puppet::Pops::Time::Timestamp",
  .label = "Timestamp",
  .same = time_same,
  .hash = time_hash,
  .render = render,
  .constructor = "Timestamp",
  .compare = time_compare,
};
