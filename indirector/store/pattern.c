#include "indirector/store/pattern.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/json_write.h"
#include "compiler/values/value.h"

/* --- regular expressions --- */

const struct regex *pattern_compile(struct arena *a, str source, str *error)
{
  struct buf out = BUF_IN(a);
  bool in_class = false;
  for (size_t i = 0; i < source.n; i++) {
    const char c = source.p[i];
    if (c == '\\' && i + 1 < source.n) {
      buf_char(&out, c);
      buf_char(&out, source.p[++i]);
    } else if (!in_class && c == '^') {
      buf_z(&out, "\\A");
    } else if (!in_class && c == '$') {
      buf_z(&out, "\\z");
    } else {
      if (c == '[' && !in_class) {
        in_class = true;
        if (i + 1 < source.n && source.p[i + 1] == '^') buf_char(&out, source.p[i++]);
        if (i + 1 < source.n && source.p[i + 1] == ']') buf_char(&out, source.p[i++]), buf_char(&out, '\\');
        buf_char(&out, source.p[i]);
        continue;
      }
      if (c == ']') in_class = false;
      buf_char(&out, c);
    }
  }
  return regex_compile(a, buf_view(&out), error);
}

/* --- times --- */

static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"},
                         *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static bool takes(str format, size_t *at, const char *word)
{
  if (!str_starts(str_from(format, *at), str_of(word))) return false;
  *at += strlen(word);
  return true;
}

/* Names of months and days: as written, in lower case and in upper case, like the word in the format. */
static bool time_name(struct buf *out, const struct tm *tm, str f, size_t *at)
{
  static const struct {
    const char *word[3];
    bool day, full;
  } words[] = {{{"Month", "month", "MONTH"}, false, true},
               {{"Mon", "mon", "MON"}, false, false},
               {{"Day", "day", "DAY"}, true, true},
               {{"Dy", "dy", "DY"}, true, false}};
  for (size_t i = 0; i < 3 * sizeof words / sizeof *words; i++) {
    if (!takes(f, at, words[i / 3].word[i % 3])) continue;
    const size_t from = out->n;
    const char *name = words[i / 3].day ? days[tm->tm_wday] : months[tm->tm_mon];
    buf_printf(out, words[i / 3].full ? "%-9s" : "%.3s", name);
    for (size_t k = from; i % 3 > 0 && k < out->n; k++)
      out->p[k] = (char)(i % 3 == 1 ? ascii_lower(out->p[k]) : ascii_upper(out->p[k]));
    return true;
  }
  return false;
}

/* Tries longer words first; FM removes the padding of the word after it. */
static bool time_word(struct buf *out, const struct tm *tm, int ms, str f, size_t *at)
{
  if (takes(f, at, "FM")) {
    const size_t from = out->n;
    if (!time_word(out, tm, ms, f, at)) return false;
    while (out->n > from && out->p[out->n - 1] == ' ') out->n--;
    size_t zeros = 0;
    while (from + zeros + 1 < out->n && out->p[from + zeros] == '0' && ascii_is_digit(out->p[from + zeros + 1]))
      zeros++;
    memmove(out->p + from, out->p + from + zeros, out->n - from - zeros);
    out->n -= zeros;
    return true;
  }
  if (time_name(out, tm, f, at)) return true;
  const int hour12 = tm->tm_hour % 12 == 0 ? 12 : tm->tm_hour % 12;
  if (takes(f, at, "YYYY")) buf_printf(out, "%04d", tm->tm_year + 1900);
  else if (takes(f, at, "YY")) buf_printf(out, "%02d", tm->tm_year % 100);
  else if (takes(f, at, "HH24")) buf_printf(out, "%02d", tm->tm_hour);
  else if (takes(f, at, "HH12") || takes(f, at, "HH")) buf_printf(out, "%02d", hour12);
  else if (takes(f, at, "MM")) buf_printf(out, "%02d", tm->tm_mon + 1);
  else if (takes(f, at, "MI")) buf_printf(out, "%02d", tm->tm_min);
  else if (takes(f, at, "MS")) buf_printf(out, "%03d", ms);
  else if (takes(f, at, "SS")) buf_printf(out, "%02d", tm->tm_sec);
  else if (takes(f, at, "US")) buf_printf(out, "%03d000", ms);
  else if (takes(f, at, "DDD")) buf_printf(out, "%03d", tm->tm_yday + 1);
  else if (takes(f, at, "DD")) buf_printf(out, "%02d", tm->tm_mday);
  else if (takes(f, at, "AM") || takes(f, at, "PM")) buf_z(out, tm->tm_hour < 12 ? "AM" : "PM");
  else if (takes(f, at, "TZ")) buf_z(out, "UTC");
  else if (takes(f, at, "D")) buf_printf(out, "%d", tm->tm_wday + 1);
  else return false;
  return true;
}

void pattern_time(struct buf *out, int64_t ms, str format)
{
  int64_t seconds = ms / 1000, rest = ms % 1000;
  struct tm tm;
  if (rest < 0) rest += 1000, seconds--;
  const time_t t = (time_t)seconds;
  if (gmtime_r(&t, &tm) == NULL) return;
  for (size_t at = 0; at < format.n;) {
    if (format.p[at] == '"') {
      for (at++; at < format.n && format.p[at] != '"'; at++) buf_char(out, format.p[at]);
      at++;
    } else if (!time_word(out, &tm, (int)rest, format, &at)) {
      buf_char(out, format.p[at++]);
    }
  }
}

/* --- paths --- */

void pattern_path(struct buf *out, str key)
{
  for (size_t at = 1; at < key.n;) {
    const bool index = key.p[at] == '[';
    at++;
    size_t end = at;
    if (!index && at < key.n && key.p[at] == '"') {
      /* The closing quote is the one before the next element or at the end. */
      for (end = at + 1; end < key.n; end++) {
        if (key.p[end] == '"' && (end + 1 == key.n || key.p[end + 1] == '.' || key.p[end + 1] == '[')) break;
      }
      buf_char(out, ',');
      json_quote(out, str_sub(key, at + 1, end - at - 1));
      at = end + 1;
      continue;
    }
    while (end < key.n && (index ? key.p[end] != ']' : key.p[end] != '.' && key.p[end] != '[')) end++;
    buf_char(out, ',');
    if (index) buf_str(out, str_sub(key, at, end - at));
    else json_quote(out, str_sub(key, at, end - at));
    at = index ? end + 1 : end;
  }
}

struct path_element {
  const struct regex *re; /* NULL: an index */
  int64_t index;
  bool plain; /* digits only, so it cannot match the text of an index */
};

struct path_pattern {
  struct arena *arena;
  struct path_element *elements;
  uint32_t n;
};

static bool is_digits(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit(s.p[i])) return false;
  }
  return s.n > 0;
}

struct path_pattern *pattern_of_path(struct arena *a, str json, bool whole, str *error)
{
  struct path_pattern *p = ARENA_NEW(a, struct path_pattern);
  value list;
  if (!value_read_json(a, json, &list, error)) return NULL;
  p->arena = a;
  p->n = list.array->n;
  p->elements = arena_array(a, p->n + 1, sizeof *p->elements);
  for (uint32_t i = 0; i < p->n; i++) {
    const value v = list.array->items[i];
    if (v.kind == V_INT) {
      p->elements[i].index = v.integer;
      continue;
    }
    str source = value_text_or_empty(v);
    p->elements[i].plain = is_digits(source);
    if (whole) source = arena_printf(a, "\\A(?:%.*s)\\z", STR_FMT(source));
    p->elements[i].re = whole ? regex_compile(a, source, error) : pattern_compile(a, source, error);
    if (p->elements[i].re == NULL) return NULL;
  }
  return p;
}

struct arena *pattern_arena(const struct path_pattern *p) { return p->arena; }

static bool element_matches(const struct path_element *e, value v)
{
  char text[24];
  if (e->re == NULL) return v.kind == V_INT && v.integer == e->index;
  if (v.kind == V_STRING) return regex_search(e->re, value_text(v), 0, NULL) == REGEX_MATCH;
  if (e->plain) return false;
  const int n = snprintf(text, sizeof text, "%lld", (long long)v.integer);
  return regex_search(e->re, str_n(text, (size_t)n), 0, NULL) == REGEX_MATCH;
}

bool pattern_path_matches(const struct path_pattern *p, str path)
{
  struct arena *work = arena_new();
  value list;
  str error;
  bool ok = value_read_json(work, path, &list, &error) && list.kind == V_ARRAY && list.array->n == p->n;
  for (uint32_t i = 0; ok && i < p->n; i++) ok = element_matches(&p->elements[i], list.array->items[i]);
  arena_free(work);
  return ok;
}
