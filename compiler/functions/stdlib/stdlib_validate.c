/* stdlib's validate_… functions, and validate_legacy, which also checks a type. */
#include <stdarg.h>

#include "compiler/catalog/resource.h"
#include "base/check.h"
#include "compiler/scope/jump.h"
#include "compiler/functions/stdlib/stdlib_checks.h"

bool stdlib_invalid(struct fn_call *call, str *why, const char *fmt, ...)
{
  assert(why != NULL);
  va_list ap;
  va_start(ap, fmt);
  *why = buf_vformat(call->arena, fmt, ap);
  va_end(ap);
  return false;
}

/* --- the checks --- */

struct validate_function {
  const char *name;
  const char *type;     /* the replacement; NULL: only in the older API */
  const char *old_type; /* the replacement in the message of the older function; NULL: no message */
  int indent;
  stdlib_check *check;
  const char *what; /* "an Array": expected arguments, for the next two */
  uint32_t kinds;   /* check_kinds: kinds of values that pass (bits 1 << V_…) */
  const char *is;   /* check_texts: the is_… function that must pass */
};

static const struct validate_function *function_named(str name);

static bool at_least_one(struct fn_call *call, str *why)
{
  return call->n > 0 || stdlib_invalid(call, why, "%s(): wrong number of arguments (0; must be > 0)", call->name);
}

/* "x is not WHAT.  It looks to be a CLASS" */
static bool not_a(struct fn_call *call, str *why, value v, const char *what)
{
  return stdlib_invalid(call, why, "%.*s is not %s.  It looks to be a %s", STR_FMT(fn_inspect(call, v)), what,
                        ruby_class(v));
}

static bool check_kinds(struct fn_call *call, str *why)
{
  const struct validate_function *f = function_named(str_of(call->name));
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    if ((f->kinds >> call->args[i].kind & 1) == 0) return not_a(call, why, call->args[i], f->what);
  }
  return true;
}

static bool check_bool(struct fn_call *call, str *why)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    if (!stdlib_is(call, "is_bool", &call->args[i], 1)) return not_a(call, why, call->args[i], "a boolean");
  }
  return true;
}

static bool check_absolute_path(struct fn_call *call, str *why)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    const struct value_list paths = value_list_of(&call->args[i]);
    for (uint32_t k = 0; k < paths.n; k++) {
      if (stdlib_is(call, "is_absolute_path", &paths.items[k], 1)) continue;
      return stdlib_invalid(call, why, "%.*s is not an absolute path.", STR_FMT(fn_inspect(call, paths.items[k])));
    }
  }
  return true;
}

static bool check_texts(struct fn_call *call, str *why)
{
  const struct validate_function *f = function_named(str_of(call->name));
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    str shown = fn_inspect(call, call->args[i]);
    if (call->args[i].kind != V_STRING) return stdlib_invalid(call, why, "%.*s is not a string.", STR_FMT(shown));
    if (!stdlib_passes(call, f->is, call->args[i]))
      return stdlib_invalid(call, why, "%.*s is not %s", STR_FMT(shown), f->what);
  }
  return true;
}

static bool matches_any(struct fn_call *call, str text, value patterns)
{
  struct valuevec flat = value_flat(call->context, &patterns, 1);
  for (uint32_t i = 0; i < flat.n; i++) {
    if (context_search(fn_regex(call, flat.items[i]), text, 0, NULL)) return true;
  }
  return false;
}

static bool check_re(struct fn_call *call, str *why)
{
  if (call->n < 2 || call->n > 3)
    return stdlib_invalid(call, why, "validate_re(): wrong number of arguments (%u; must be 2 or 3)", call->n);
  if (call->args[0].kind != V_STRING)
    return stdlib_invalid(call, why, "validate_re(): input needs to be a String, not a %s", ruby_class(call->args[0]));
  if (matches_any(call, fn_text(call, 0), call->args[1])) return true;
  value message = fn_arg(call, 2);
  if (!value_truthy(message)) {
    return stdlib_invalid(call, why, "validate_re(): %.*s does not match %.*s",
                          STR_FMT(fn_inspect(call, call->args[0])), STR_FMT(fn_inspect(call, call->args[1])));
  }
  if (message.kind != V_STRING) fn_no_method(call, "scrub", message);
  *why = value_text(message);
  return false;
}

/* --- the functions --- */

#define COMPAT "Stdlib::Compat::"

static const struct validate_function functions[] = {
  {"validate_absolute_path", COMPAT "Absolute_Path", NULL, 0, check_absolute_path},
  {"validate_array", COMPAT "Array", COMPAT "Array", 6, check_kinds, "an Array", .kinds = 1 << V_ARRAY},
  {"validate_bool", COMPAT "Bool", NULL, 0, check_bool},
  {"validate_domain_name", NULL, NULL, 0, check_texts, "a syntactically correct domain name", .is = "is_domain_name"},
  {"validate_email_address", NULL, NULL, 0, check_texts, "a valid email address", .is = "is_email_address"},
  {"validate_hash", COMPAT "Hash", COMPAT "Hash", 26, check_kinds, "a Hash", .kinds = 1 << V_HASH},
  {"validate_integer", COMPAT "Integer", COMPAT "Integer", 28, stdlib_check_integer},
  {"validate_ip_address", COMPAT "Ip_Address", COMPAT "Ip_address", 28, check_texts, "a valid IP address.",
   .is = "is_ip_address"},
  {"validate_ipv4_address", COMPAT "Ipv4_Address", COMPAT "Ipv4", 28, check_texts, "a valid IPv4 address.",
   .is = "is_ipv4_address"},
  {"validate_ipv6_address", COMPAT "Ipv6_address", COMPAT "Ipv6", 28, check_texts, "a valid IPv6 address.",
   .is = "is_ipv6_address"},
  {"validate_numeric", COMPAT "Numeric", COMPAT "Numeric", 28, stdlib_check_numeric},
  {"validate_re", "Pattern[]", COMPAT "Re", 28, check_re},
  {"validate_slength", "String[]", "String[]", 28, stdlib_check_slength},
  {"validate_string", COMPAT "String", COMPAT "String", 28, check_kinds, "a string",
   .kinds = 1 << V_STRING | 1 << V_UNDEF},
};

static const struct validate_function *function_named(str name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (str_eqz(name, functions[i].name)) return &functions[i];
  }
  return NULL;
}

/* The function of the older API. */
static bool passes(struct fn_call *call, const struct validate_function *f, str *why)
{
  if (f->old_type != NULL) stdlib_deprecated_old(call, f->name, f->indent, f->old_type);
  return f->check(call, why);
}

static value fn_validate_old(struct fn_call *call)
{
  str why;
  if (!passes(call, function_named(str_of(call->name)), &why)) FN_FAIL(call, "%.*s", STR_FMT(why));
  return VALUE_UNDEF;
}

static value fn_validate(struct fn_call *call)
{
  const struct validate_function *f = function_named(str_of(call->name));
  stdlib_deprecated(call, str_of(f->name), stdlib_replaced_by(call, 20, f->type), false);
  return fn_validate_old(call);
}

/* --- validate_legacy --- */

struct other_call {
  struct fn_call *call;
  str name;
  const value *args;
  uint32_t n;
};

static void call_other(struct context *context, void *arg)
{
  struct other_call *o = arg;
  (void)context;
  call_by_name(o->call->compilation, o->call->scope, o->name, o->args, o->n, NULL);
}

/* Whether the function of the 3.x API accepts the value. Failures that Puppet's code would not rescue are passed on. */
static bool accepted_before(struct fn_call *call, str name, const value *args, uint32_t n)
{
  const struct validate_function *f = function_named(name);
  if (f != NULL) {
    struct fn_call inner = *call;
    str why;
    inner.name = f->name;
    inner.args = args;
    inner.n = n;
    return passes(&inner, f, &why);
  }
  const type *ignored;
  if (!call->compilation->ops->result(call->compilation, name, &ignored)) {
    FN_FAIL(call, "undefined method `function_%.*s' for %.*s:Puppet::Parser::Scope", STR_FMT(name),
            STR_FMT(scope_label(call->scope)));
  }
  struct other_call o = {.call = call, .name = name, .args = args, .n = n};
  if (eval_protect(call->compilation, call_other, &o)) return true;
  if (!failure_is_catchable(&call->context->failure, RESCUE_PUPPET_ERROR)) fail_again(call->context);
  return false;
}

/* In stdlib the scope is passed instead of the loader, so a name that is not built in fails with this message. */
static const type *no_alias(void *ctx, str name)
{
  struct fn_call *call = ctx;
  (void)name;
  FN_FAIL(call, "private method `load' called for %.*s:Puppet::Parser::Scope", STR_FMT(scope_label(call->scope)));
}

/* The type that is given, or named by a text. */
static const type *target_of(struct fn_call *call)
{
  if (call->args[1].kind == V_TYPE) return call->args[1].type;
  const struct type_resolver none = {.alias = no_alias, .ctx = call};
  return type_from_text(call->context, &none, fn_text(call, 1));
}

static value legacy(struct fn_call *call)
{
  const type *target = target_of(call);
  str name = fn_text(call, 2);
  value v = call->args[3];
  const bool accepted = accepted_before(call, name, &call->args[3], call->n - 3);
  if (type_instance(target, v)) {
    if (accepted) return VALUE_UNDEF;
    compile_log(call->compilation, CLOG_NOTICE, STR_EMPTY,
                arena_printf(call->arena, "Accepting previously invalid value for target type '%.*s'",
                             STR_FMT(type_to_text(call->arena, target))));
    return VALUE_UNDEF;
  }
  str why = type_describe_mismatch(call->arena, arena_printf(call->arena, "validate_legacy(%.*s)", STR_FMT(name)),
                                   target, type_infer_set(call->arena, v));
  if (!accepted) fail_text(call->context, why);
  stdlib_deprecated(call, STR("validate_legacy"), why, false);
  return VALUE_UNDEF;
}

/* Since version 9 only the type decides. */
static value legacy_of_9(struct fn_call *call)
{
  const type *target = target_of(call);
  stdlib_deprecated(call, STR("validate_legacy"),
                    STR("This method is deprecated, please use Puppet data types to validate parameters"), false);
  if (type_instance(target, call->args[3])) return VALUE_UNDEF;
  str subject = arena_printf(call->arena, "validate_legacy(%.*s, ...)", STR_FMT(type_to_text(call->arena, target)));
  fail_text(call->context,
            type_describe_mismatch(call->arena, subject, target, type_infer_set(call->arena, call->args[3])));
}

/* stdlib's function has the scope as its first argument, which its messages count. */
#define WITH_TYPE "Any $scope, Type $target_type, String $function_name, Any $value, Any *$args"
#define WITH_TEXT "Any $scope, String $type_string, String $function_name, Any $value, Any *$args"

static const struct fn_row legacy_rows[] = {
  {"validate_legacy", WITH_TYPE "; " WITH_TEXT, legacy, ""},
  {0},
};
static const struct fn_row legacy_rows_9[] = {
  {"validate_legacy", WITH_TYPE "; " WITH_TEXT, legacy_of_9, ""},
  {0},
};

static value fn_validate_legacy(struct fn_call *call)
{
  value *args = arena_array(call->arena, (size_t)call->n + 1, sizeof *args);
  args[0] = VALUE_UNDEF;
  for (uint32_t i = 0; i < call->n; i++) args[i + 1] = call->args[i];
  return fn_call_rows(call, call->row->flag ? legacy_rows_9 : legacy_rows, args, call->n + 1);
}

#define ANYTHING "*$args, Callable ?&$block"
#define CHECKS(name, what)                                      \
  {                                                             \
    name, ANYTHING, fn_validate, "fails when " what, .below = 9 \
  }
#define CHECKS_OLD(name, what)                                               \
  {                                                                          \
    name, NULL, fn_validate_old, "fails when " what, .below = 9, OLD_API(-1) \
  }

const struct fn_row fn_stdlib_validate_rows[] = {
  CHECKS("validate_absolute_path", "a value is not an absolute path"),
  CHECKS("validate_array", "a value is not an array"),
  CHECKS("validate_bool", "a value is neither true nor false"),
  CHECKS_OLD("validate_domain_name", "a value is not a domain name"),
  CHECKS_OLD("validate_email_address", "a value is not an e-mail address"),
  CHECKS("validate_hash", "a value is not a hash"),
  CHECKS("validate_integer", "a value is not an integer, or out of range"),
  CHECKS("validate_ip_address", "a value is not an IP address"),
  CHECKS("validate_ipv4_address", "a value is not an IPv4 address"),
  CHECKS("validate_ipv6_address", "a value is not an IPv6 address"),
  {"validate_legacy", ANYTHING, fn_validate_legacy, "fails when a value is not of a type", .below = 9, .flag = false},
  {"validate_legacy", ANYTHING, fn_validate_legacy, "fails when a value is not of a type", .from = 9, .flag = true},
  CHECKS("validate_numeric", "a value is not a number, or out of range"),
  CHECKS("validate_re", "a text matches none of the regular expressions"),
  CHECKS("validate_slength", "the length of a text is outside of limits"),
  CHECKS("validate_string", "a value is not a string"),
  {0},
};
