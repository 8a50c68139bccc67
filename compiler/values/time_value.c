/* What Timestamp and Timespan values have in common. Both contain whole seconds in `integer` and nanoseconds in
 * `length` (0 to 999,999,999, also for negative times); calculations use 128-bit nanoseconds. */
#include "compiler/values/time_value.h"

#include <assert.h>
#include <math.h>

bool time_make(enum value_kind kind, nanoseconds n, value *out)
{
  assert(out != NULL && (kind == V_TIMESTAMP || kind == V_TIMESPAN));
  nanoseconds seconds = n / NANOS_PER_SECOND, rest = n % NANOS_PER_SECOND;
  /* Division rounds to zero; seconds must be rounded down so that the rest is not negative. */
  if (rest < 0) {
    rest += NANOS_PER_SECOND;
    seconds--;
  }
  if (seconds > INT64_MAX || seconds < INT64_MIN) return false;
  *out = (value){.kind = (uint8_t)kind, .length = (uint32_t)rest, .integer = (int64_t)seconds};
  return true;
}

bool time_from_number(value number, nanoseconds *out)
{
  if (number.kind == V_INT) {
    *out = number.integer * NANOS_PER_SECOND;
    return true;
  }
  double n = number.number * 1e9;
  /* Within the range of 128 bits; the negation also rejects NaN. */
  if (!(fabs(n) < 1e37)) return false;
  *out = (nanoseconds)n;
  return true;
}

static nanoseconds common_divisor(nanoseconds a, nanoseconds b)
{
  while (b != 0) {
    nanoseconds r = a % b;
    a = b;
    b = r;
  }
  return a < 0 ? -a : a;
}

/* The fraction is reduced first: 128-bit integers do not fit a double exactly, and Ruby divides exact rationals. */
double time_ratio(nanoseconds a, nanoseconds b)
{
  nanoseconds d = common_divisor(a, b);
  if (d > 1) {
    a /= d;
    b /= d;
  }
  return (double)a / (double)b;
}

double time_to_float(value v) { return time_ratio(time_nanoseconds(v), NANOS_PER_SECOND); }

int time_compare(value a, value b)
{
  assert(value_is_time(a));
  if (b.kind == V_INT) return value_compare_numbers(value_int(a.integer), b);
  if (b.kind == V_FLOAT) return value_compare_numbers(value_float(time_to_float(a)), b);
  if (a.kind != b.kind) return 2;
  nanoseconds x = time_nanoseconds(a), y = time_nanoseconds(b);
  return x < y ? -1 : x > y;
}

bool time_same(value a, value b)
{
  assert(value_is_time(a) && value_is_time(b));
  return a.integer == b.integer && a.length == b.length;
}

uint64_t time_hash(value v) { return (uint64_t)v.integer * 0x9e3779b97f4a7c15u ^ v.length; }

struct time_formats time_formats_of(struct arena *a, value v)
{
  if (v.kind != V_STRING && v.kind != V_ARRAY) return (struct time_formats){NULL, 0, false};
  const struct value_list all = value_list_of(&v);
  str *items = arena_array(a, all.n, sizeof *items);
  for (uint32_t i = 0; i < all.n; i++) items[i] = value_text_or_empty(all.items[i]);
  return (struct time_formats){items, all.n, v.kind == V_ARRAY};
}

str time_none_fits(struct arena *a, str text, const str *formats, uint32_t n)
{
  struct buf out = BUF_IN(a);
  buf_printf(&out, "Unable to parse '%.*s' using any of the formats ", STR_FMT(text));
  for (uint32_t i = 0; i < n; i++) {
    if (i != 0) buf_z(&out, ", ");
    buf_str(&out, formats[i]);
  }
  return buf_view(&out);
}
