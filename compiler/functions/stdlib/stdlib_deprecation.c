/* stdlib's warnings of deprecated functions, and helpers of all its functions here. */
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "base/check.h"
#include "base/map.h"

#include "compiler/catalog/resource.h"
#include "compiler/environment/environment.h"
#include "compiler/scope/jump.h"
#include "compiler/compilation/host.h"

bool stdlib_matches(const char *source, str text)
{
  static struct arena *forever;
  static struct strmap compiled;
  str error;
  if (forever == NULL) strmap_init(&compiled, forever = arena_new());
  const struct regex *re = strmap_get(&compiled, str_of(source));
  if (re == NULL) {
    re = regex_compile(forever, str_of(source), &error);
    strmap_put(&compiled, str_of(source), (void *)re);
  }
  return context_search(re, text, 0, NULL);
}

str stdlib_replaced_by(struct fn_call *call, int indent, const char *replacement)
{
  assert(indent >= 0 && replacement != NULL);
  return arena_printf(call->arena,
                      "This method is deprecated, please use the stdlib validate_legacy function,\n%*swith %s. "
                      "There is further documentation for validate_legacy function in the README.",
                      indent, "", replacement);
}

/* Whether the environment variable STDLIB_LOG_DEPRECATIONS is `word`. */
static bool log_deprecations_is(const struct fn_call *call, const char *word)
{
  const char *v = host_variable(call->compilation->host, "STDLIB_LOG_DEPRECATIONS");
  return v != NULL && strcmp(v, word) == 0;
}

/* Appends file and line of a call as Ruby prints an array; appends nothing if they are unknown. */
static void put_place(struct fn_call *call, struct buf *out, uint32_t outer)
{
  str file;
  uint32_t line;
  if (!eval_call_place(call->compilation, outer, &file, &line)) return;
  buf_char(out, '[');
  ruby_inspect(out, value_str(file.n == 0 ? STR("unknown") : file));
  buf_printf(out, ", %u]", line);
}

/* The place in stdlib's code that Puppet adds to the warning: the line that calls deprecation_warning. */
static str warning_place(struct fn_call *call)
{
  const struct host *host = call->compilation->host;
  str path = arena_printf(call->arena, "%.*s/lib/puppet/functions/deprecation.rb",
                          STR_FMT(environment_module(call->compilation, STR("stdlib"))));
  str text, error;
  if (!host->read_file(host->ctx, call->arena, path, &text, &error)) return STR_EMPTY;
  const size_t at = str_find(text, STR("Puppet.deprecation_warning"), 0);
  if (at == SIZE_MAX) return STR_EMPTY;
  unsigned line = 1;
  for (size_t i = 0; i < at; i++) line += text.p[i] == '\n';
  return arena_printf(call->arena, "\n   (location: %.*s:%u:in `deprecation')", STR_FMT(path), line);
}

value stdlib_deprecated(struct fn_call *call, str key, str message, bool always)
{
  assert(key.n > 0);
  struct compilation *c = call->compilation;
  const enum severity strict = always ? SEVERITY_WARNING : c->settings->strict;
  if (strict == SEVERITY_IGNORE) return VALUE_UNDEF;
  if (strict != SEVERITY_ERROR && (log_deprecations_is(call, "false") || !compile_new_deprecation(c, key)))
    return VALUE_UNDEF;
  struct buf b = BUF_IN(call->arena);
  if (strict == SEVERITY_ERROR) buf_printf(&b, "deprecation. %.*s. ", STR_FMT(key));
  buf_printf(&b, "%.*s at ", STR_FMT(message));
  put_place(call, &b, 0);
  buf_char(&b, ':');
  put_place(call, &b, 1);
  if (strict == SEVERITY_ERROR) FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
  buf_str(&b, warning_place(call));
  c->deprecations++;
  compile_log(c, CLOG_WARNING, STR_EMPTY, buf_view(&b));
  return value_str(buf_view(&b));
}

void stdlib_warning(struct fn_call *call, str message)
{
  compile_log(call->compilation, CLOG_WARNING, scope_label(call->scope), message);
}

void stdlib_deprecated_old(struct fn_call *call, const char *key, int indent, const char *replacement)
{
  assert(key != NULL && replacement != NULL);
  if (!log_deprecations_is(call, "true")) return;
  str message = stdlib_replaced_by(call, indent, replacement);
  stdlib_warning(call, arena_printf(call->arena, "deprecation. %s. %.*s", key, STR_FMT(message)));
}

static value fn_deprecation(struct fn_call *call)
{
  return stdlib_deprecated(call, fn_text(call, 0), fn_text(call, 1), false);
}

static value fn_deprecation_9_2(struct fn_call *call)
{
  stdlib_deprecated(call, fn_text(call, 0), fn_text(call, 1), call->n > 2 && !call->args[2].boolean);
  return VALUE_UNDEF;
}

const struct fn_row fn_stdlib_deprecation_rows[] = {
  {"deprecation", "String $key, String $message", fn_deprecation, "warns of something deprecated, once a key",
   .below = 9, .below_minor = 2},
  {"deprecation", "String $key, String $message, Boolean ?$use_strict_setting", fn_deprecation_9_2,
   "warns of something deprecated, once a key", .from = 9, .from_minor = 2},
  {0},
};
