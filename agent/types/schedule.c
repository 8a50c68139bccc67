/* The resource type `schedule`, and whether a resource with a schedule may be applied now. Three conditions must hold:
 * the day, the range of hours, and the period since the resource was last applied (state.yaml). */
#include "agent/types/schedule.h"

#include "agent/ral/munge.h"

#include <stdlib.h>
#include <time.h>

/* --- attributes --- */

static uint32_t count(value v) { return v.kind == V_ARRAY ? v.array->n : 1; }
static value item(value v, uint32_t i) { return v.kind == V_ARRAY ? v.array->items[i] : v; }

/* Converts "1:30" to seconds since midnight, each part like Ruby's to_i; false with the part that is out of range. */
static bool read_clock(struct ral_resource *r, const struct ral_attribute *a, value given, str s, int *seconds)
{
  int part[3] = {0};
  for (int n = 0; n < 3 && s.n > 0; n++) {
    const str digits = str_trim(str_cut(&s, ':'));
    for (size_t i = 0; i < digits.n && ascii_is_digit((unsigned char)digits.p[i]) && part[n] < 100000; i++)
      part[n] = part[n] * 10 + (digits.p[i] - '0');
  }
  if (part[0] > 23) return ral_munging_failed(r, a, given, "Invalid hour '%d'", part[0]);
  if (part[1] > 59) return ral_munging_failed(r, a, given, "Invalid minute '%d'", part[1]);
  *seconds = part[0] * 3600 + part[1] * 60 + part[2];
  return true;
}

/* Puppet looks for two times with a dash between them anywhere in the text. */
static bool has_range(str text)
{
  for (size_t at = str_index(text, '-', 0); at != SIZE_MAX; at = str_index(text, '-', at + 1)) {
    const str before = str_trim(str_sub(text, 0, at)), after = str_trim(str_from(text, at + 1));
    if (before.n > 0 && after.n > 0 && ascii_is_digit((unsigned char)before.p[before.n - 1]) &&
        ascii_is_digit((unsigned char)after.p[0]))
      return true;
  }
  return false;
}

/* Makes an array of pairs of seconds since midnight. */
static bool munge_range(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct arena *arena = r->ral->arena;
  struct array *out = array_new(arena, count(*v) * 2);
  for (uint32_t i = 0; i < count(*v); i++) {
    str text = ral_text(item(*v, i));
    int from, to;
    if (!has_range(text)) {
      return ral_fail(r->ral, "Invalid range value '%.*s'", STR_FMT(ral_to_s(arena, item(*v, i))));
    }
    const str whole = text;
    while (text.n > 0 && (text.p[text.n - 1] == '-' || text.p[text.n - 1] == ' ')) text.n--; /* as Ruby's split does */
    const str first = str_cut(&text, '-');
    if (str_index(text, '-', 0) != SIZE_MAX) return ral_fail(r->ral, "Invalid range %.*s", STR_FMT(whole));
    if (!read_clock(r, a, *v, first, &from) || !read_clock(r, a, *v, text, &to)) return false;
    out->items[i * 2] = value_int(from);
    out->items[i * 2 + 1] = value_int(to);
  }
  *v = value_array(out);
  return true;
}

static bool munge_repeat(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  const str text = ral_to_s(r->ral->arena, *v);
  bool good = v->kind == V_INT || (v->kind == V_STRING && text.n > 0 && text.n < 10);
  for (size_t i = 0; i < text.n && v->kind != V_INT; i++) good = good && ascii_is_digit((unsigned char)text.p[i]);
  if (!good) return ral_fail(r->ral, "Repeat must be a number");
  const int64_t n = v->kind == V_INT ? v->integer : atoll(arena_strz(r->ral->arena, text));
  if (n != 1 && ral_is(ral_value(r, "periodmatch"), "number")) {
    return ral_fail(r->ral, "Repeat must be 1 unless periodmatch is 'distance', not 'number'");
  }
  *v = value_int(n > 0 ? n : 1);
  return true;
}

/* Makes a bit for each day; bit 0 is Sunday. */
static bool munge_weekday(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  static const struct {
    const char *forms[4];
  } days[] = {{{"sun", "sunday"}},
              {{"mon", "monday"}},
              {{"tue", "tues", "tuesday", "tueday"}},
              {{"wed", "wednes", "wednesday", "wedday"}},
              {{"thu", "thurs", "thursday", "thuday"}},
              {{"fri", "friday"}},
              {{"sat", "satur", "saturday", "satday"}}};
  (void)a;
  int64_t bits = 0;
  for (uint32_t i = 0; i < count(*v); i++) {
    const str text = ral_to_s(r->ral->arena, item(*v, i));
    int day = text.n == 1 && text.p[0] >= '0' && text.p[0] <= '6' ? text.p[0] - '0' : -1;
    for (int d = 0; d < 7 && day < 0; d++) {
      for (int f = 0; f < 4 && days[d].forms[f] != NULL; f++) {
        if (str_caseeq(text, str_of(days[d].forms[f]))) day = d;
      }
    }
    if (day < 0) return ral_fail(r->ral, "%.*s is not a valid day of the week", STR_FMT(text));
    bits |= 1 << day;
  }
  *v = value_int(bits);
  return true;
}

static const struct ral_word kinds[] = {{"number", NULL, NULL}, {"distance", NULL, NULL}, {NULL, NULL, NULL}};
static const struct ral_word periods[] = {{"hourly", NULL, NULL},  {"daily", NULL, NULL}, {"weekly", NULL, NULL},
                                          {"monthly", NULL, NULL}, {"never", NULL, NULL}, {NULL, NULL, NULL}};
static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "range", .validate = ral_validate_any, .munge = munge_range},
  {.name = "periodmatch", .words = kinds, .fallback_value = RAL_TEXT_INIT("distance")},
  {.name = "period", .words = periods},
  {.name = "repeat", .validate = ral_validate_any, .munge = munge_repeat, .fallback_value = RAL_INT_INIT(1)},
  {.name = "weekday", .validate = ral_validate_any, .munge = munge_weekday},
  {0}};

const struct ral_type ral_type_schedule = {.name = "schedule", .attributes = attributes};

/* --- matching --- */

static bool day_allowed(const struct ral_resource *s, int day)
{
  const value days = ral_value(s, "weekday");
  return days.kind != V_INT || (days.integer >> (day % 7) & 1) != 0;
}

/* A range may cross midnight; it then belongs to the day on which it began. */
static bool in_range(const struct ral_resource *s, int64_t now)
{
  const value ranges = ral_value(s, "range");
  struct tm tm;
  const time_t t = now;
  localtime_r(&t, &tm);
  const int64_t at = tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec;
  for (uint32_t i = 0; i + 1 < ranges.array->n; i += 2) {
    const int64_t from = ranges.array->items[i].integer, to = ranges.array->items[i + 1].integer;
    if (from < to && at >= from && at <= to && day_allowed(s, tm.tm_wday)) return true;
    if (from >= to && at >= from && day_allowed(s, tm.tm_wday)) return true;
    if (from >= to && at <= to && day_allowed(s, tm.tm_wday + 6)) return true;
  }
  return false;
}

static bool period_passed(const struct ral_resource *s, int64_t previous, int64_t now)
{
  static const struct {
    const char *name;
    int64_t seconds;
  } scales[] = {{"hourly", 3600}, {"daily", 86400}, {"weekly", 604800}, {"monthly", 2592000}};
  const str period = ral_value_text(s, "period");
  if (str_eqz(period, "never")) return false;
  if (!ral_is(ral_value(s, "periodmatch"), "number")) {
    int64_t scale = 0;
    for (int i = 0; i < 4; i++) scale = str_eqz(period, scales[i].name) ? scales[i].seconds : scale;
    return now - previous >= scale / ral_value(s, "repeat").integer;
  }
  struct tm a, b;
  const time_t t = previous, u = now;
  localtime_r(&t, &a);
  localtime_r(&u, &b);
  if (str_eqz(period, "hourly")) return a.tm_hour != b.tm_hour;
  if (str_eqz(period, "daily")) return a.tm_mday != b.tm_mday;
  if (str_eqz(period, "monthly")) return a.tm_mon != b.tm_mon;
  return a.tm_wday > b.tm_wday || now - previous > 7 * 86400;
}

bool schedule_matches(const struct ral_resource *s, int64_t previous, int64_t now)
{
  struct tm tm;
  const time_t t = now;
  localtime_r(&t, &tm);
  const bool ranged = ral_value(s, "range").kind == V_ARRAY;
  if (ranged && !in_range(s, now)) return false;
  if (ral_value(s, "period").kind != V_UNDEF && !period_passed(s, previous, now)) return false;
  return ranged || day_allowed(s, tm.tm_wday);
}
