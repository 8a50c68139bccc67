/* stdlib's functions for the node, its facts, the modules, and the kind of a value or function. */
#include "compiler/environment/environment.h"
#include "base/check.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/lookup/glob.h"
#include "compiler/values/ruby_integer.h"

/* --- warnings that Puppet logs once --- */

static void warn_once(struct fn_call *call, str message)
{
  if (call->compilation->settings->strict == SEVERITY_IGNORE || !compile_first_time(call->compilation, message)) return;
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY,
              arena_printf(call->arena, "%.*s\n   (file & line not available)", STR_FMT(message)));
}

static void warn_of_autoloader(struct fn_call *call, const char *method, const char *function)
{
  warn_once(call, arena_printf(call->arena,
                               "The method 'Puppet::Parser::Functions.autoloader#%s(\"%s\")' is deprecated in "
                               "favor of using 'Scope#call_function'.",
                               method, function));
}

/* Remembers that a function was called by its name, for autoload(). */
static void called(struct fn_call *call, const char *function)
{
  compile_first_time(call->compilation, arena_printf(call->arena, "called %s", function));
}

/* stdlib loads a function of the 3.x API before it calls it, for which Puppet logs a warning. If the function was
 * called by its name before, the loading logs another one. */
static void autoload(struct fn_call *call, const char *function)
{
  warn_of_autoloader(call, "loaded?", function);
  if (!compile_first_time(call->compilation, arena_printf(call->arena, "autoloaded %s", function))) return;
  warn_of_autoloader(call, "load", function);
  if (compile_first_time(call->compilation, arena_printf(call->arena, "called %s", function))) return;
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY,
              arena_printf(call->arena, "Overwriting previous definition for function %s", function));
}

/* --- network interfaces, from legacy facts --- */

/* Reads a variable that should exist. If it does not, returns undef with a single warning, or fails, depending on
 * `strict`. */
static value expected_variable(struct fn_call *call, str name)
{
  assert(name.n > 0);
  const value *v = scope_lookup(call->scope, name);
  if (v != NULL) return *v;
  str why = STR_EMPTY, plain = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  if (str_find(plain, STR("::"), 0) != SIZE_MAX) scope_find_qualified(call->scope, plain, &why);
  str message = arena_printf(call->arena, "Undefined variable '%.*s'; %.*s", STR_FMT(name), STR_FMT(why));
  if (call->compilation->settings->strict == SEVERITY_ERROR) FN_FAIL(call, "%.*s", STR_FMT(message));
  warn_once(call, message);
  return VALUE_UNDEF;
}

static value variable(struct fn_call *call, str name) { return value_or_undef(scope_lookup(call->scope, name)); }

/* Reads the next name of a comma-separated list; false at the end. Empty names at the end are ignored. */
static bool next_name(str *list, str *name)
{
  if (list->n == 0) return false;
  *name = str_cut(list, ',');
  for (size_t i = 0; name->n == 0; i++) {
    if (i == list->n) return false;
    if (list->p[i] != ',') break;
  }
  return true;
}

static bool has_interface(str list, value wanted)
{
  str name;
  while (wanted.kind == V_STRING && next_name(&list, &name)) {
    if (str_eq(name, value_text(wanted))) return true;
  }
  return false;
}

static bool has_interface_with(struct fn_call *call, value kind, value wanted, bool two)
{
  value interfaces = expected_variable(call, STR("interfaces"));
  if (interfaces.kind == V_UNDEF) return false;
  if (interfaces.kind != V_STRING) fn_no_method(call, "split", interfaces);
  if (!two) return has_interface(value_text(interfaces), kind);
  str prefix = fn_to_s(call, kind), list = value_text(interfaces), name;
  if (value_ruby_equal(variable(call, prefix), wanted)) return true;
  while (next_name(&list, &name)) {
    name = text_downcase(call->arena, name);
    str fact = arena_printf(call->arena, "%.*s_%.*s", STR_FMT(prefix), STR_FMT(name));
    if (value_ruby_equal(wanted, variable(call, fact))) return true;
  }
  return false;
}

static value fn_has_interface_with(struct fn_call *call)
{
  called(call, "has_interface_with");
  if (call->n == 0 || call->n > 2)
    FN_FAIL(call, "has_interface_with(): Wrong number of arguments given (%u for 1 or 2)", call->n);
  return value_bool(has_interface_with(call, call->args[0], fn_arg(call, 1), call->n == 2));
}

static value fn_has_ip(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "%s(): Wrong number of arguments given (%u for 1)", call->name, call->n);
  autoload(call, "has_interface_with");
  return value_bool(has_interface_with(call, value_str(str_of(call->row->word)), call->args[0], true));
}

/* --- facts --- */

static value facts_of(struct fn_call *call)
{
  return value_or_undef(scope_lookup(call->compilation->top, STR("facts")));
}

static value fact_named(struct fn_call *call, value facts, const char *name)
{
  if (facts.kind != V_HASH) fn_no_method(call, "[]", facts);
  return hash_member(facts.hash, name);
}

/* Reads the next word of a path: characters without dots and quotes, or the text between quotes. */
static bool next_word(str path, size_t *at, str *word)
{
  for (; *at < path.n; ++*at) {
    const char first = path.p[*at];
    if (first == '.') continue;
    size_t from = *at + (first == '"'), end = from;
    while (end < path.n && path.p[end] != '"' && (first == '"' || path.p[end] != '.')) end++;
    if (end == from || (first == '"' && end == path.n)) continue;
    *word = str_sub(path, from, end - from);
    *at = end + (first == '"');
    return true;
  }
  return false;
}

struct fact_walk {
  struct fn_call *call;
  struct buf walked; /* the words so far; those with a dot are quoted */
};

static void warn_of_fact(struct fact_walk *w, const char *what, str word)
{
  struct fn_call *call = w->call;
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY,
              arena_printf(call->arena, "fact request for %.*s returning nil: '%.*s' is %s '%.*s'",
                           STR_FMT(fn_text(call, 0)), STR_FMT(buf_view(&w->walked)), what, STR_FMT(word)));
}

static value fact_at_index(struct fact_walk *w, const struct array *a, str word)
{
  struct ruby_integer i;
  if (!ruby_integer_of_text(w->call->arena, word, 0, &i)) {
    warn_of_fact(w, "an array; cannot index to", word);
    return VALUE_UNDEF;
  }
  int64_t at;
  if (!ruby_integer_fits(&i, &at)) return VALUE_UNDEF;
  at = at < 0 ? at + (int64_t)a->n : at;
  return at >= 0 && at < (int64_t)a->n ? a->items[at] : VALUE_UNDEF;
}

static value fact_step(struct fact_walk *w, value v, str word)
{
  if (v.kind == V_ARRAY) return fact_at_index(w, v.array, word);
  if (v.kind == V_HASH) return value_or_undef(hash_get_str(v.hash, word));
  warn_of_fact(w, "not a collection; cannot walk to", word);
  return VALUE_UNDEF;
}

static value fn_fact(struct fn_call *call)
{
  struct fact_walk w = {.call = call, .walked = BUF_IN(call->arena)};
  value v = facts_of(call);
  str word;
  for (size_t at = 0; next_word(fn_text(call, 0), &at, &word);) {
    if (v.kind == V_UNDEF) return VALUE_UNDEF;
    v = fact_step(&w, v, word);
    const char *quote = str_index(word, '.', 0) == SIZE_MAX ? "" : "\"";
    buf_printf(&w.walked, "%s%s%.*s%s", w.walked.n == 0 ? "" : ".", quote, STR_FMT(word), quote);
  }
  return v;
}

static value version_gte(struct fn_call *call, value name, value release)
{
  if (!value_ruby_equal(name, call->args[0])) return value_bool(false);
  value args[] = {value_str(fn_to_s(call, release)), call->args[1]};
  return value_bool(fn_other(call, "versioncmp", args, 2).integer >= 0);
}

static value fn_os_version_gte(struct fn_call *call)
{
  value facts = facts_of(call);
  return version_gte(call, fact_named(call, facts, "operatingsystem"),
                     fact_named(call, facts, "operatingsystemmajrelease"));
}

/* --- network interfaces in stdlib 9, from structured facts --- */

static value fn_os_version_gte_9(struct fn_call *call)
{
  value os = fact_named(call, facts_of(call), "os"), name = fact_named(call, os, "name");
  if (!value_ruby_equal(name, call->args[0])) return value_bool(false);
  return version_gte(call, name, fact_named(call, fact_named(call, os, "release"), "major"));
}

static value interfaces_of(struct fn_call *call)
{
  return fact_named(call, fact_named(call, facts_of(call), "networking"), "interfaces");
}

static value fn_has_interface_9(struct fn_call *call)
{
  value interfaces = interfaces_of(call);
  if (interfaces.kind != V_HASH) fn_no_method(call, "key?", interfaces);
  return value_bool(hash_get(interfaces.hash, call->args[0]) != NULL);
}

static value fn_has_interface_with_9(struct fn_call *call)
{
  value interfaces = interfaces_of(call);
  str kind = fn_text(call, 0);
  const char *fact = str_eqz(kind, "ipaddress")    ? "ip"
                     : str_eqz(kind, "macaddress") ? "mac"
                                                   : arena_strz(call->arena, kind);
  if (interfaces.kind != V_HASH) fn_no_method(call, "any?", interfaces);
  for (uint32_t i = 0; i < interfaces.hash->n; i++) {
    if (value_ruby_equal(fact_named(call, interfaces.hash->entries[i].value, fact), call->args[1]))
      return value_bool(true);
  }
  return value_bool(false);
}

/* --- modules, files --- */

str stdlib_module(struct fn_call *call, str name)
{
  str path = environment_module(call->compilation, name);
  if (path.n == 0) {
    FN_FAIL(call, "Could not find module %.*s in environment %.*s", STR_FMT(name),
            STR_FMT(call->compilation->environment->options.name));
  }
  return path;
}

static value fn_get_module_path(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "get_module_path(): Wrong number of arguments, expects one");
  return value_str(stdlib_module(call, fn_to_s(call, call->args[0])));
}

static value fn_glob(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "glob(): Wrong number of arguments given (%u for 1)", call->n);
  value given = call->args[0];
  if (given.kind != V_STRING && given.kind != V_ARRAY) FN_FAIL(call, "glob(): Requires either array or string to work");
  const struct value_list patterns = value_list_of(&given);
  struct valuevec out = {0};
  for (uint32_t i = 0; i < patterns.n; i++) {
    str pattern = fn_string(call, patterns.items[i]);
    if (pattern.n == 0) continue;
    value done;
    if (pattern.p[0] != '/' && fn_in_ruby(call, &done)) return done;
    if (pattern.p[0] != '/')
      fail_not_supported(call->context, "glob() of a path that does not begin with / needs the package ficelle-ruby");
    struct glob_result found = glob_find(call->compilation, pattern, true);
    for (uint32_t k = 0; k < found.n; k++) valuevec_push(&out, call->arena, value_str(found.items[k]));
  }
  return valuevec_array(&out, call->arena);
}

/* --- values and functions --- */

static value fn_type_of(struct fn_call *call) { return value_type(type_infer_set(call->arena, call->args[0])); }

static value fn_is_a(struct fn_call *call) { return value_bool(type_instance(call->args[1].type, call->args[0])); }

static value fn_type3x(struct fn_call *call)
{
  static const char *const names[V_KIND_COUNT] = {
    [V_BOOL] = "boolean", [V_INT] = "integer", [V_FLOAT] = "float", [V_ARRAY] = "array", [V_HASH] = "hash"};
  if (call->n != 1) FN_FAIL(call, "type3x(): Wrong number of arguments given (%u for 1)", call->n);
  value v = call->args[0];
  if (v.kind != V_STRING) {
    if (names[v.kind] == NULL) FN_FAIL(call, "type3x(): Unknown type");
    return value_str(str_of(names[v.kind]));
  }
  const enum plain_number number = stdlib_plain_number(value_text(v));
  return value_str(str_of(number == PLAIN_INTEGER ? "integer" : number == PLAIN_FLOAT ? "float" : "string"));
}

/* Functions of Puppet that functions of the 3.x API can call. */
static const char older_functions[] =
  "alert assert_type binary_file break contain create_resources crit debug defined dig digest each emerg epp err fail "
  "file filter find_file fqdn_rand generate hiera hiera_array hiera_hash hiera_include include info inline_epp "
  "inline_template lest lookup map match md5 new next notice realize reduce regsubst require return reverse_each scanf "
  "sha1 sha256 shellquote slice split sprintf step strftime tag tagged template then type versioncmp warning with";

static value fn_is_function_available(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "is_function_available?(): Wrong number of arguments given %u for 1", call->n);
  if (call->args[0].kind != V_STRING) return value_bool(false);
  if (str_among(fn_text(call, 0), older_functions)) return value_bool(true);
  return value_bool(environment_older_function(call->compilation, fn_text(call, 0)) != NULL);
}

/* Splits "a/b/0" into the path for dig44(), with numbers for digits. Empty words at the end are dropped. */
static value path_words(struct fn_call *call, str path, str separator)
{
  struct valuevec words = {0};
  uint32_t kept = 0;
  for (size_t at = 0; at < path.n;) {
    size_t end = str_find(path, separator, at);
    end = end == SIZE_MAX ? path.n : end;
    str word = str_sub(path, at, end - at);
    value v = value_str(word);
    if (stdlib_has_digit_line(word)) v = value_int(fn_text_to_i(call, word));
    valuevec_push(&words, call->arena, v);
    kept = word.n > 0 ? words.n : kept;
    at = end + separator.n;
  }
  words.n = kept;
  return valuevec_array(&words, call->arena);
}

static value fn_try_get_value(struct fn_call *call)
{
  stdlib_warning(call, STR("try_get_value() DEPRECATED: this function is deprecated, please use dig() instead."));
  value data = call->args[0], fallback = fn_arg(call, 2);
  value path = value_truthy(fn_arg(call, 1)) ? call->args[1] : value_str(STR_EMPTY);
  value separator = value_truthy(fn_arg(call, 3)) ? call->args[3] : value_str(STR("/"));
  if ((data.kind != V_HASH && data.kind != V_ARRAY) || (path.kind == V_STRING && path.length == 0))
    return value_truthy(fallback) ? fallback : data;
  if (path.kind != V_STRING) fn_no_method(call, "split", path);
  if (separator.kind != V_STRING || separator.length == 0 || str_eqz(value_text(separator), " "))
    fail_not_supported(call->context, "try_get_value() with a separator that is empty, a blank or no text");
  stdlib_warning(call, STR("dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for "
                           "backwards compatibility or use the new version."));
  autoload(call, "dig44");
  value args[] = {data, path_words(call, value_text(path), value_text(separator)), fallback};
  return fn_other(call, "dig44", args, 3);
}

static value fn_has_function(struct fn_call *call)
{
  str name = fn_text(call, 0);
  return value_bool(call->compilation->ops->find(call->compilation, name, STR_EMPTY) != NULL ||
                    environment_older_function(call->compilation, name) != NULL);
}

const struct fn_row fn_stdlib_node_rows[] = {
  {"fact", "String $fact_name", fn_fact, "a fact, by a path with dots"},
  {"get_module_path", NULL, fn_get_module_path, "the directory of a module", OLD_API(-1)},
  {"glob", NULL, fn_glob, "files and directories that patterns stand for", OLD_API(-1)},
  {"has_interface_with", NULL, fn_has_interface_with, "whether a network interface has an address", .below = 9,
   OLD_API(-1)},
  {"has_ip_address", NULL, fn_has_ip, "whether a network interface has an IP address", .below = 9, .word = "ipaddress",
   OLD_API(-1)},
  {"has_ip_network", NULL, fn_has_ip, "whether a network interface is in a network", .below = 9, .word = "network",
   OLD_API(-1)},
  {"is_a", "Any $value, Type $type", fn_is_a, "whether a value is of a type"},
  {"is_function_available", NULL, fn_is_function_available, "whether there is a function of the older kind",
   OLD_API(-1)},
  {"os_version_gte", "String[1] $os, String[1] $version >> Boolean", fn_os_version_gte,
   "whether the operating system is that or newer", .below = 9},
  {"stdlib::has_function", "String[1] $function_name >> Boolean", fn_has_function, "whether there is a function"},
  {"stdlib::has_interface_with", "String[1] $interface >> Boolean", fn_has_interface_9,
   "whether there is a network interface"},
  {"stdlib::has_interface_with",
   "Enum['macaddress', 'netmask', 'ipaddress', 'network', 'ip', 'mac'] $kind, String[1] $value >> Boolean",
   fn_has_interface_with_9, "whether a network interface has an address"},
  {"stdlib::os_version_gte", "String[1] $os, String[1] $version >> Boolean", fn_os_version_gte_9,
   "whether the operating system is that or newer"},
  {"stdlib::type_of", "Any $value", fn_type_of, "the detailed type of a value"},
  {"try_get_value", NULL, fn_try_get_value, "a value deep in data, by a path", OLD_API(-2)},
  {"type3x", NULL, fn_type3x, "the name of a value's kind", OLD_API(-1)},
  {"type_of", "Any $value", fn_type_of, "the detailed type of a value", .below = 9},
  {0},
};
