/* Functions that write to the log, and fail(). */
#include "compiler/catalog/resource.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"

static value log_values(struct fn_call *call, enum compile_log_level level)
{
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < call->n; i++) {
    buf_z(&b, i == 0 ? "" : " ");
    value_render(&b, call->args[i]);
  }
  compile_log(call->compilation, level, scope_label(call->scope), buf_view(&b));
  return VALUE_UNDEF;
}

#define LEVEL(function, level) \
  static value function(struct fn_call *call) { return log_values(call, level); }
LEVEL(fn_debug, CLOG_DEBUG)
LEVEL(fn_info, CLOG_INFO)
LEVEL(fn_notice, CLOG_NOTICE)
LEVEL(fn_warning, CLOG_WARNING)
LEVEL(fn_err, CLOG_ERR)
LEVEL(fn_alert, CLOG_ALERT)
LEVEL(fn_emerg, CLOG_EMERG)
LEVEL(fn_crit, CLOG_CRIT)
#undef LEVEL

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
  {"alert", "*$values >> Undef", fn_alert, "logs at level alert"},
  {"crit", "*$values >> Undef", fn_crit, "logs at level crit"},
  {"debug", "*$values >> Undef", fn_debug, "logs at level debug"},
  {"emerg", "*$values >> Undef", fn_emerg, "logs at level emerg"},
  {"err", "*$values >> Undef", fn_err, "logs at level err"},
  {"fail", "@-1", fn_fail, "fails with a message"},
  {"info", "*$values >> Undef", fn_info, "logs at level info"},
  {"notice", "*$values >> Undef", fn_notice, "logs at level notice"},
  {"warning", "*$values >> Undef", fn_warning, "logs at level warning"},
  {0},
};
