/* Times in milliseconds, and in PuppetDB's format. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "indirector/store/store.h"

static bool digits(str text, size_t at, int n, int *out)
{
  *out = 0;
  if (at + (size_t)n > text.n) return false;
  for (int i = 0; i < n; i++) {
    if (!ascii_is_digit(text.p[at + (size_t)i])) return false;
    *out = *out * 10 + (text.p[at + (size_t)i] - '0');
  }
  return true;
}

static bool is_at(str text, size_t at, char c) { return at < text.n && text.p[at] == c; }

/* ".123456": milliseconds, cut, as PostgreSQL's microseconds are. */
static size_t fraction(str text, size_t at, int *ms)
{
  int scale = 100;
  *ms = 0;
  if (!is_at(text, at, '.') && !is_at(text, at, ',')) return at;
  for (at++; at < text.n && ascii_is_digit(text.p[at]); at++, scale /= 10) *ms += (text.p[at] - '0') * scale;
  return at;
}

/* "Z", "+01:00", "+0100", "+01" or nothing, to the end. */
static bool zone(str text, size_t at, int *minutes)
{
  int hours = 0, rest = 0;
  *minutes = 0;
  if (at == text.n) return true;
  if (at + 1 == text.n && (text.p[at] == 'Z' || text.p[at] == 'z')) return true;
  if (text.p[at] != '+' && text.p[at] != '-') return false;
  const int sign = text.p[at++] == '-' ? -1 : 1;
  if (!digits(text, at, 2, &hours)) return false;
  at += 2;
  if (at < text.n) {
    if (text.p[at] == ':') at++;
    if (!digits(text, at, 2, &rest) || at + 2 != text.n) return false;
  }
  *minutes = sign * (hours * 60 + rest);
  return hours < 24 && rest < 60;
}

bool store_time_parse(str text, int64_t *ms)
{
  struct tm tm = {0};
  int year, month, milliseconds = 0, minutes = 0;
  text = str_trim(text);
  if (!digits(text, 0, 4, &year) || !is_at(text, 4, '-') || !digits(text, 5, 2, &month) || !is_at(text, 7, '-') ||
      !digits(text, 8, 2, &tm.tm_mday)) {
    return false;
  }
  if (month < 1 || month > 12 || tm.tm_mday < 1 || tm.tm_mday > 31) return false;
  tm.tm_year = year - 1900;
  tm.tm_mon = month - 1;
  const int day = tm.tm_mday;
  size_t at = 10;
  if (at < text.n) {
    if (!is_at(text, at, 'T') && !is_at(text, at, 't') && !is_at(text, at, ' ')) return false;
    if (!digits(text, 11, 2, &tm.tm_hour) || !is_at(text, 13, ':') || !digits(text, 14, 2, &tm.tm_min)) return false;
    at = 16;
    if (is_at(text, at, ':')) {
      if (!digits(text, 17, 2, &tm.tm_sec)) return false;
      at = fraction(text, 19, &milliseconds);
    }
    if (tm.tm_hour > 23 || tm.tm_min > 59 || tm.tm_sec > 59 || !zone(text, at, &minutes)) return false;
  }
  const time_t seconds = timegm(&tm);
  *ms = ((int64_t)seconds - (int64_t)minutes * 60) * 1000 + milliseconds;
  return tm.tm_mday == day; /* 31 June is not a date */
}

size_t store_time_format(int64_t ms, char *out)
{
  int64_t seconds = ms / 1000, rest = ms % 1000;
  struct tm tm;
  if (rest < 0) rest += 1000, seconds--;
  const time_t t = (time_t)seconds;
  if (gmtime_r(&t, &tm) == NULL || tm.tm_year > 9999 - 1900 || tm.tm_year < -1900) {
    return (size_t)snprintf(out, 32, "0000-01-01T00:00:00.000Z");
  }
  /* Faster than printf, which would be noticeable because so many rows have times. */
  const int numbers[] = {tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, (int)rest};
  static const char pattern[] = "yyyy-mm-ddThh:mm:ss.000Z";
  static const uint8_t places[] = {3, 6, 9, 12, 15, 18, 22};
  memcpy(out, pattern, sizeof pattern);
  for (size_t i = 0; i < sizeof places; i++) {
    int n = numbers[i];
    const int width = i == 0 ? 4 : i == 6 ? 3 : 2;
    for (int k = 0; k < width; k++, n /= 10) out[places[i] - k] = (char)('0' + n % 10);
  }
  return sizeof pattern - 1;
}

int64_t store_now(void) { return clock_ms(CLOCK_REALTIME); }
