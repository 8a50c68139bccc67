/* Times in the format of objects. */
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "indirector/core/internal.h"

str time_text(struct arena *a, int64_t later)
{
  struct timespec now = clock_time(CLOCK_REALTIME);
  struct tm tm;
  char text[64], zone[8];
  now.tv_sec += later;
  localtime_r(&now.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
  strftime(zone, sizeof zone, "%z", &tm);
  return arena_printf(a, "%s.%09ld%.3s:%s", text, now.tv_nsec, zone, zone + 3);
}

/* Seconds of "2026-11-21T18:02:11…+01:00" or "2026-11-21 18:02:11 +01:00"; false for another format. */
static bool read_time(str s, int64_t *out)
{
  char text[64];
  struct tm tm = {0};
  char between;
  if (s.n >= sizeof text) return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  if (sscanf(text, "%d-%d-%d%c%d:%d:%d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &between, &tm.tm_hour, &tm.tm_min,
             &tm.tm_sec) != 7) {
    return false;
  }
  tm.tm_year -= 1900;
  tm.tm_mon--;
  int64_t at = timegm(&tm);
  const char *zone = strpbrk(text + (s.n > 19 ? 19 : s.n), "+-");
  int hours, minutes = 0;
  if (zone != NULL && sscanf(zone + 1, "%2d:%2d", &hours, &minutes) >= 1) {
    const int64_t offset = hours * 3600 + minutes * 60;
    at -= *zone == '-' ? -offset : offset;
  }
  *out = at;
  return true;
}

bool time_has_passed(const struct host *host, str text)
{
  int64_t at;
  return read_time(text, &at) && at < host->now_seconds(host->ctx);
}
