/* Reads the clocks of the system, by their names for clock_gettime(): CLOCK_REALTIME is the time of day, which can be
 * set; CLOCK_MONOTONIC measures durations; CLOCK_BOOTTIME also runs while the machine sleeps. */
#ifndef FICELLE_BASE_CLOCK_H
#define FICELLE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline struct timespec clock_time(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return t;
}

static inline int64_t timespec_ns(struct timespec t) { return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec; }
static inline int64_t clock_ns(clockid_t clock) { return timespec_ns(clock_time(clock)); }
static inline int64_t clock_us(clockid_t clock) { return clock_ns(clock) / 1000; }
static inline int64_t clock_ms(clockid_t clock) { return clock_ns(clock) / 1000000; }
static inline double clock_seconds(clockid_t clock) { return (double)clock_ns(clock) / 1e9; }

#endif
