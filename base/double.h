/* Rounding of doubles, with the results of floor(), ceil(), trunc() and round(). Those are in libm, which would be
 * loaded into every process for them alone: 330 KiB of resident memory and a tenth of a millisecond. What else the code
 * uses of math.h the compiler inlines or libc has. */
#pragma once

#include <math.h>
#include <stdint.h>

/* A double of 2^52 or more has no fraction. NaN stays NaN, and -0.5 becomes -0.0. */
static inline double double_trunc(double d) { return fabs(d) < 0x1p52 ? copysign((double)(int64_t)d, d) : d; }

static inline double double_floor(double d)
{
  const double whole = double_trunc(d);
  return whole > d ? whole - 1 : whole;
}

static inline double double_ceil(double d)
{
  const double whole = double_trunc(d);
  return whole < d ? whole + 1 : whole;
}

/* Halves are rounded away from zero. */
static inline double double_round(double d)
{
  const double whole = double_trunc(d);
  return fabs(d - whole) >= 0.5 ? whole + copysign(1, d) : whole;
}
