/* Ficelle::Core: messages. */
#include "compiler/ruby/ruby.h"

/* Arguments: Puppet's name of the level, message, source or "". */
static value log_row(const struct ruby_args *a)
{
  static const struct {
    const char *name;
    enum compile_log_level level;
  } levels[] = {
    {"debug", CLOG_DEBUG}, {"info", CLOG_INFO},   {"notice", CLOG_NOTICE}, {"warning", CLOG_WARNING},
    {"err", CLOG_ERR},     {"alert", CLOG_ALERT}, {"emerg", CLOG_EMERG},   {"crit", CLOG_CRIT},
  };
  const str level = ruby_arg_text(a, 0);
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    if (!str_eqz(level, levels[i].name)) continue;
    compile_log(a->c, levels[i].level, a->n > 2 ? ruby_arg_text(a, 2) : STR_EMPTY, ruby_arg_text(a, 1));
    return VALUE_UNDEF;
  }
  fail_error(&a->c->context, FAILURE_EVALUATION, "unknown level of messages '%.*s'", STR_FMT(level));
}

const struct ruby_row core_log_rows[] = {
  {"log", log_row},
  {0},
};
