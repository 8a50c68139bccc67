/* stdlib's functions that parse JSON, YAML and HOCON. */
#include "compiler/compilation/host.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/values/ruby_json.h"

static bool read_json(struct arena *a, str text, str file, value *out, str *error)
{
  (void)file;
  return ruby_json_read(a, text, out, error);
}

static bool read_yaml(struct arena *a, str text, str file, value *out, str *error)
{
  return value_read_yaml_plainly(a, text, file, false, out, error);
}

/* stdlib 9 allows aliases, and does not name the file. */
static bool read_yaml_9(struct arena *a, str text, str file, value *out, str *error)
{
  (void)file;
  return value_read_yaml_plainly(a, text, STR("<unknown>"), true, out, error);
}

_Noreturn static void fail_parsing(struct fn_call *call, str error)
{
  str prefix = STR("not supported: ");
  if (str_starts(error, prefix)) {
    str rest = str_from(error, prefix.n);
    fail_not_supported(call->context, "%s(): %.*s", call->name, STR_FMT(rest));
  }
  FN_FAIL(call, "%.*s", STR_FMT(error));
}

/* The parsed value; the second argument if it is undef or false. */
static value or_default(struct fn_call *call, value v) { return value_truthy(v) ? v : fn_arg(call, 1); }

static value fn_parse(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "Wrong number of arguments. 1 or 2 arguments should be provided.");
  value v = VALUE_UNDEF;
  bool has_default = value_truthy(fn_arg(call, 1));
  if (call->args[0].kind != V_STRING) {
    if (has_default) return call->args[1];
    fn_no_conversion(call, call->args[0], "String");
  }
  str error;
  if (call->row->read(call->arena, fn_text(call, 0), STR("<unknown>"), &v, &error)) return or_default(call, v);
  if (!has_default) fail_parsing(call, error);
  return call->args[1];
}

static value load_address(struct fn_call *call)
{
  value v;
  if (fn_in_ruby(call, &v)) return v;
  fail_not_supported(call->context, "%s() of an address on the net, %.*s, needs the package ficelle-ruby", call->name,
                     STR_FMT(fn_text(call, 0)));
}

static value fn_load(struct fn_call *call)
{
  const struct host *host = call->compilation->host;
  bool has_default = value_truthy(fn_arg(call, 1));
  if (call->args[0].kind != V_STRING) {
    if (has_default) return call->args[1];
    if (call->args[0].kind == V_DEFAULT) fn_no_conversion(call, call->args[0], "String");
    fn_no_method(call, "start_with?", call->args[0]);
  }
  str path = fn_text(call, 0), text, error;
  if (str_starts(path, STR("http://")) || str_starts(path, STR("https://"))) return load_address(call);
  if (host->stat(host->ctx, path).kind == HOST_NOTHING) {
    stdlib_warning(call, arena_printf(call->arena, "Can't load '%.*s' File does not exist!", STR_FMT(path)));
    return fn_arg(call, 1);
  }
  value v;
  if (!host->read_file(host->ctx, call->arena, path, &text, &error)) {
    if (!has_default) FN_FAIL(call, "%.*s @ io_fread - %.*s", STR_FMT(error), STR_FMT(path));
    return call->args[1];
  }
  if (call->row->read(call->arena, text, path, &v, &error)) return or_default(call, v);
  if (!has_default) fail_parsing(call, error);
  return call->args[1];
}

/* An invalid path is not an error in the text, so the default is not used for it. */
static value fn_parsehocon(struct fn_call *call)
{
  value v;
  str error;
  const struct host *host = call->compilation->host;
  if (value_read_hocon(call->arena, fn_text(call, 0), host->variable, host->ctx, &v, &error)) return v;
  if (call->n < 2 || str_starts(error, STR("path has a leading"))) FN_FAIL(call, "%.*s", STR_FMT(error));
  return call->args[1];
}

/* PSON is JSON whose outermost value is an array or a hash. */
static value fn_parsepson(struct fn_call *call)
{
  value v;
  str text = fn_text(call, 0), error;
  bool ok = ruby_json_read(call->arena, text, &v, &error);
  if (ok && v.kind != V_ARRAY && v.kind != V_HASH) {
    str begin = str_sub(text, 0, 20);
    error = arena_printf(call->arena, "source '%.*s' not in PSON!", STR_FMT(begin));
  } else if (ok) {
    return v;
  }
  if (call->n < 2) fail_parsing(call, error);
  return call->args[1];
}

#define HOCON "String $hocon_string, ?$default"

static value fn_parsepson_9(struct fn_call *call)
{
  stdlib_deprecated(call, STR("parsepson"),
                    STR("This method is deprecated. From Puppet 8, PSON is no longer natively supported. Please use "
                        "JSON.parse()."),
                    false);
  return fn_parsepson(call);
}

const struct fn_row fn_stdlib_parse_rows[] = {
  {"loadjson", NULL, fn_load, "the data of a JSON file", .read = read_json, OLD_API(-2)},
  {"loadyaml", NULL, fn_load, "the data of a YAML file", .below = 9, .read = read_yaml, OLD_API(-2)},
  {"loadyaml", NULL, fn_load, "the data of a YAML file", .from = 9, .read = read_yaml_9, OLD_API(-2)},
  {"parsehocon", HOCON, fn_parsehocon, "the data of a HOCON text", .below = 9},
  {"parsejson", NULL, fn_parse, "the data of a JSON text", .read = read_json, OLD_API(-1)},
  {"parsepson", "String[1] $pson_string, ?$default", fn_parsepson, "the data of a PSON text", .below = 9},
  {"parsepson", "String[1] $pson_string, ?$default", fn_parsepson_9, "the data of a PSON text", .from = 9},
  {"parseyaml", NULL, fn_parse, "the data of a YAML text", .read = read_yaml, OLD_API(-1)},
  {"stdlib::parsehocon", HOCON, fn_parsehocon, "the data of a HOCON text"},
  {0},
};
