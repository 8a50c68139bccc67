/* strftime. */
#include "compiler/functions/fn.h"
#include "compiler/compilation/host.h"
#include "compiler/syntax/source.h"
#include "compiler/values/timestamp.h"

/* Formats the time v by the argument `format`, in the zone of the next argument. */
static value formatted(struct fn_call *call, value v, uint32_t format)
{
  struct buf out = BUF_IN(call->arena);
  str error = STR_EMPTY, zone = call->n > format + 1 ? fn_text(call, format + 1) : STR_EMPTY;
  if (!time_format(call->arena, v, fn_text(call, format), zone, &out, &error)) fail_text(call->context, error);
  return value_str(out.n == 0 ? STR_EMPTY : buf_view(&out));
}

static value fn_strftime(struct fn_call *call) { return formatted(call, call->args[0], 1); }

static void deprecated(struct fn_call *call)
{
  struct context *c = call->context;
  struct buf message = BUF_IN(call->arena);
  buf_z(&message, "The argument signature (String format, [String timezone]) is deprecated for #strftime. See "
                  "#strftime documentation and Timespan type for more info\n   ");
  buf_printf(&message, "(file: %.*s, line: %u)", STR_FMT(c->source->file.n > 0 ? c->source->file : STR("unknown")),
             source_line(c->source, c->node->offset));
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

/* The signature of stdlib's older function: formats the current time. */
static value format_now(struct fn_call *call)
{
  deprecated(call);
  return formatted(call, fn_now(call), 0);
}

const struct fn_row fn_time_rows[] = {
  {"strftime", "Timespan $time_object, String $format", fn_strftime, "a length of time by a format"},
  {"strftime", "Timestamp $time_object, String $format, String ?$timezone", fn_strftime, "a moment by a format"},
  {"strftime", "String $format, String ?$timezone", format_now, "now, by a format"},
  {0},
};
