/* Log messages of a compilation: those of manifests, warnings, and messages at level debug. */

#include "compiler/compilation/host.h"

#include "base/check.h"

void compile_log(struct compilation *c, enum compile_log_level level, str source, str message)
{
  if (level == CLOG_WARNING) c->warnings++;
  c->host->log(c->host->ctx, &log_compile, level, source, message, STR_EMPTY);
}

void compile_log_at(struct compilation *c, enum compile_log_level level, str message, str place)
{
  assert(level <= CLOG_CRIT);
  if (level == CLOG_WARNING) c->warnings++;
  c->host->log(c->host->ctx, &log_compile, level, STR_EMPTY, message, place);
}

/* --- level debug --- */

bool host_debugs(const struct host *host, struct log_category *category)
{
  return host->debugs != NULL && host->debugs(host->ctx, category);
}

/* On the heap: a line must be possible even if the compilation must not allocate more memory. */
static void debug_line(const struct host *host, struct log_category *category, str source, const char *fmt, va_list ap)
{
  struct buf out = BUF_HEAP;
  buf_vprintf(&out, fmt, ap);
  host->log(host->ctx, category, CLOG_DEBUG, source, buf_view(&out), STR_EMPTY);
  buf_free(&out);
}

void host_debug(const struct host *host, struct log_category *category, const char *fmt, ...)
{
  if (!host_debugs(host, category)) return;
  va_list ap;
  va_start(ap, fmt);
  debug_line(host, category, STR_EMPTY, fmt, ap);
  va_end(ap);
}

bool compile_wants_debug(const struct compilation *c, struct log_category *category)
{
  return host_debugs(c->host, category);
}

void compile_debug_line(struct compilation *c, struct log_category *category, str source, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  debug_line(c->host, category, source, fmt, ap);
  va_end(ap);
}

uint64_t compile_debug_clock(const struct compilation *c, struct log_category *category)
{
  return compile_debugs(c, category) ? host_clock_us(c->host) : 0;
}

double compile_debug_ms(const struct compilation *c, uint64_t began_us)
{
  return (double)(host_clock_us(c->host) - began_us) / 1e3;
}
