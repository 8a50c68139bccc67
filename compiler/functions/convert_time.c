/* Timestamp and Timespan. */
#include "compiler/functions/convert.h"
#include "compiler/functions/fn_ruby.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"

#include <math.h>

static value made(struct fn_call *call, bool ok, value v, str error)
{
  if (!ok) FN_FAIL(call, "%.*s", STR_FMT(error));
  return v;
}

static value from_seconds(struct fn_call *call)
{
  nanoseconds n;
  value v = VALUE_UNDEF;
  if (call->args[0].kind == V_FLOAT && !isfinite(call->args[0].number)) fn_not_finite(call, call->args[0].number);
  bool ok = time_from_number(call->args[0], &n) && time_make((enum value_kind)call->row->number, n, &v);
  return made(call, ok, v, STR("The time is out of range"));
}

static value from_text(struct fn_call *call)
{
  str error = STR_EMPTY, zone = call->n > 2 ? fn_text(call, 2) : STR_EMPTY;
  value v = VALUE_UNDEF;
  bool ok = time_parse(call->arena, (enum value_kind)call->row->number, fn_text(call, 0),
                       time_formats_of(call->arena, fn_arg(call, 1)), zone, &v, &error);
  return made(call, ok, v, error);
}

static value span_from_fields(struct fn_call *call)
{
  int64_t n[7] = {0};
  for (uint32_t i = 0; i < call->n; i++) n[i] = call->args[i].integer;
  const struct timespan_fields fields = {n[0], n[1], n[2], n[3], n[4], n[5], n[6], false};
  value v = VALUE_UNDEF;
  return made(call, timespan_from_fields(&fields, &v), v, STR("The Timespan is out of range"));
}

static value from_hash(struct fn_call *call)
{
  str error = STR_EMPTY;
  value v = VALUE_UNDEF;
  bool ok = time_from_hash(call->arena, (enum value_kind)call->row->number, call->args[0].hash, &v, &error);
  return made(call, ok, v, error);
}

#define FORMATS "type Formats = Variant[String[2], Array[String[2], 1]];"

const struct fn_row convert_timespan_rows[] = {
  {"new_timespan", FORMATS "Variant[Integer, Float] $seconds", from_seconds, "a length of time", .number = V_TIMESPAN},
  {"new_timespan", "String[1] $string, Formats ?$format", from_text, "a length of time by a format",
   .number = V_TIMESPAN},
  {"new_timespan",
   "Integer $days, Integer $hours, Integer $minutes, Integer $seconds, Integer ?$milliseconds, "
   "Integer ?$microseconds, Integer ?$nanoseconds",
   span_from_fields, "the sum of the fields"},
  {"new_timespan",
   "Struct[{string => String[1], Optional[format] => Formats}] $hash_arg;"
   "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, "
   "Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, "
   "Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}] $hash_arg",
   from_hash, "a length of time by a format, or the sum of the fields", .number = V_TIMESPAN},
  {0},
};
const struct fn_row convert_timestamp_rows[] = {
  {"new_timestamp", "", fn_now, "now"},
  {"new_timestamp", FORMATS "Variant[Integer, Float] $seconds", from_seconds, "seconds since 1970",
   .number = V_TIMESTAMP},
  {"new_timestamp", "String[1] $string, Formats ?$format, String[1] ?$timezone", from_text, "a moment by a format",
   .number = V_TIMESTAMP},
  {"new_timestamp",
   "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] $hash_arg", from_hash,
   "a moment by a format", .number = V_TIMESTAMP},
  {0},
};
