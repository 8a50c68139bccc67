/* binary_file. */
#include "compiler/functions/fn.h"
#include "compiler/compilation/host.h"
#include "compiler/values/binary.h"

static value fn_binary_file(struct fn_call *call)
{
  const struct host *host = call->compilation->host;
  value path = fn_other(call, "find_file", call->args, 1);
  str bytes, error;
  if (path.kind != V_STRING || host->stat(host->ctx, value_text(path)).kind == HOST_NOTHING)
    FN_FAIL(call, "binary_file(): The given file '%.*s' does not exist", STR_FMT(fn_text(call, 0)));
  if (!host->read_file(host->ctx, call->arena, value_text(path), &bytes, &error))
    FN_FAIL(call, "%.*s @ rb_sysopen - %.*s", STR_FMT(error), STR_FMT(value_text(path)));
  return value_binary(bytes);
}

const struct fn_row fn_binary_rows[] = {
  {"binary_file", "String $path", fn_binary_file, "the bytes of a file of a module, or by its path"},
  {0},
};
