/* Functions that write to the log, and fail(). */
#include "compiler/catalog/resource.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"

static value fn_log(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_z(&b, i == 0 ? "" : " ");
    value_render(&b, call->args[i]);
  }
  compile_log(call->compilation, (enum compile_log_level)call->row->number, scope_label(call->scope), buf_view(&b));
  return VALUE_UNDEF;
}

static value fn_fail(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_z(&b, i == 0 ? "" : " ");
    ruby_to_s(&b, call->args[i]);
  }
  FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
}

const struct fn_row fn_log_rows[] = {
  {"alert", "*$values >> Undef", fn_log, "logs at level alert", .number = CLOG_ALERT},
  {"crit", "*$values >> Undef", fn_log, "logs at level crit", .number = CLOG_CRIT},
  {"debug", "*$values >> Undef", fn_log, "logs at level debug", .number = CLOG_DEBUG},
  {"emerg", "*$values >> Undef", fn_log, "logs at level emerg", .number = CLOG_EMERG},
  {"err", "*$values >> Undef", fn_log, "logs at level err", .number = CLOG_ERR},
  {"fail", NULL, fn_fail, "fails with a message", OLD_API(-1)},
  {"info", "*$values >> Undef", fn_log, "logs at level info", .number = CLOG_INFO},
  {"notice", "*$values >> Undef", fn_log, "logs at level notice", .number = CLOG_NOTICE},
  {"warning", "*$values >> Undef", fn_log, "logs at level warning", .number = CLOG_WARNING},
  {0},
};
