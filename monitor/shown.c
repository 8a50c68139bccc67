/* Each function returns its text by value, in a struct with room for the longest one. */
#include "monitor/shown.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

struct shown show_count(uint64_t n)
{
  struct shown s = {""};
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
  char *to = s.text;
  for (int i = 0; i < length; i++) {
    *to++ = digits[i];
    if ((length - i) % 3 == 1 && i + 1 < length) {
      *to++ = ',';
    }
  }
  *to = '\0';
  return s;
}

struct shown show_us(uint64_t us)
{
  struct shown s;
  if (us < 1000) {
    snprintf(s.text, sizeof s.text, "%" PRIu64 " us", us);
  } else if (us < 1000000) {
    snprintf(s.text, sizeof s.text, "%.1f ms", (double)us / 1e3);
  } else {
    snprintf(s.text, sizeof s.text, "%.2f s", (double)us / 1e6);
  }
  return s;
}

struct shown show_bytes(uint64_t bytes)
{
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  struct shown s;
  double n = (double)bytes;
  size_t unit = 0;
  while (n >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
    n /= 1024;
    unit++;
  }
  snprintf(s.text, sizeof s.text, unit == 0 ? "%.0f %s" : "%.1f %s", n, units[unit]);
  return s;
}

struct shown show_moment(uint64_t us)
{
  struct shown s;
  time_t seconds = (time_t)(us / 1000000);
  struct tm tm;
  if (us == 0 || localtime_r(&seconds, &tm) == NULL || strftime(s.text, sizeof s.text, "%Y-%m-%d %H:%M:%S", &tm) == 0) {
    snprintf(s.text, sizeof s.text, "-");
  }
  return s;
}

struct shown show_share(uint64_t part, uint64_t whole)
{
  struct shown s;
  snprintf(s.text, sizeof s.text, "%.2f %%", whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole);
  return s;
}

struct shown show_age(uint64_t seconds)
{
  struct shown s;
  if (seconds < 60) snprintf(s.text, sizeof s.text, "%" PRIu64 "s", seconds);
  else if (seconds < 3600) snprintf(s.text, sizeof s.text, "%" PRIu64 "m%02" PRIu64 "s", seconds / 60, seconds % 60);
  else if (seconds < 86400)
    snprintf(s.text, sizeof s.text, "%" PRIu64 "h%02" PRIu64 "m", seconds / 3600, seconds / 60 % 60);
  else snprintf(s.text, sizeof s.text, "%" PRIu64 "d%02" PRIu64 "h", seconds / 86400, seconds / 3600 % 24);
  return s;
}

struct shown show_rate(double per_second)
{
  struct shown s;
  if (per_second >= 100)
    return show_count(per_second < 1e18 ? (uint64_t)(per_second + 0.5) : UINT64_C(1000000000000000000));
  snprintf(s.text, sizeof s.text, per_second >= 10 ? "%.1f" : "%.2f", per_second);
  return s;
}

void show_left(struct buf *out, str s, size_t width)
{
  size_t used = 0;
  for (size_t i = 0; i < s.n && (used < width || ((unsigned char)s.p[i] & 0xc0) == 0x80); i++) {
    buf_char(out, s.p[i]);
    used += ((unsigned char)s.p[i] & 0xc0) != 0x80;
  }
  while (used++ < width) {
    buf_char(out, ' ');
  }
}
