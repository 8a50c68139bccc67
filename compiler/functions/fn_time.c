/* strftime. */
#include "compiler/functions/fn.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/source.h"
#include "compiler/values/time_value.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"

static value finished(struct fn_call *call, bool ok, struct buf *out, str error)
{
  if (!ok) FN_FAIL(call, "%.*s", STR_FMT(error));
  return value_str(out->n == 0 ? STR_EMPTY : buf_view(out));
}

static value format_span(struct fn_call *call)
{
  struct buf out = BUF_IN(call->arena);
  str error = STR_EMPTY;
  bool ok = timespan_format(call->arena, call->args[0], fn_text(call, 1), &out, &error);
  return finished(call, ok, &out, error);
}

static value format_stamp(struct fn_call *call)
{
  struct buf out = BUF_IN(call->arena);
  str error = STR_EMPTY, zone = call->n > 2 ? fn_text(call, 2) : STR_EMPTY;
  bool ok = timestamp_format(call->arena, call->args[0], fn_text(call, 1), zone, &out, &error);
  return finished(call, ok, &out, error);
}

static void deprecated(struct fn_call *call)
{
  struct context *c = call->context;
  struct buf message = BUF_IN(call->arena);
  buf_z(&message, "The argument signature (String format, [String timezone]) is deprecated for #strftime. See "
                  "#strftime documentation and Timespan type for more info\n   ");
  buf_printf(&message, "(file: %.*s, line: %u)", STR_FMT(c->source->file), source_line(c->source, c->node->offset));
  fn_warn_once(call, STR("strftime of a Timespan by its older signature"), buf_view(&message));
}

value fn_now(struct fn_call *call)
{
  const struct host *host = call->compilation->host;
  const nanoseconds n = host->now_nanoseconds != NULL ? host->now_nanoseconds(host->ctx)
                                                      : host->now_seconds(host->ctx) * NANOS_PER_SECOND;
  value now = VALUE_UNDEF;
  time_make(V_TIMESTAMP, n, &now);
  return now;
}

/* The signature of stdlib's older function: the present time by a format. */
static value format_now(struct fn_call *call)
{
  deprecated(call);
  const value now = fn_now(call);
  struct buf out = BUF_IN(call->arena);
  str error = STR_EMPTY, zone = call->n > 1 ? fn_text(call, 1) : STR_EMPTY;
  bool ok = timestamp_format(call->arena, now, fn_text(call, 0), zone, &out, &error);
  return finished(call, ok, &out, error);
}

const struct fn_row fn_time_rows[] = {
  {"strftime", "Timespan $time_object, String $format", format_span, "a length of time by a format"},
  {"strftime", "Timestamp $time_object, String $format, String ?$timezone", format_stamp, "a moment by a format"},
  {"strftime", "String $format, String ?$timezone", format_now, "now, by a format"},
  {0},
};
