/* stdlib's validate_… functions, and validate_legacy, which compares them with a type. */
#include <stdarg.h>

#include "compiler/catalog/resource.h"
#include "base/check.h"
#include "compiler/scope/jump.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/functions/ip_address.h"

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

static bool at_least_one(struct fn_call *call, str *why)
{
  return call->n > 0 || stdlib_invalid(call, why, "%s(): wrong number of arguments (0; must be > 0)", call->name);
}

/* "x is not WHAT.  It looks to be a CLASS" */
static bool not_a(struct fn_call *call, str *why, value v, const char *what)
{
  return stdlib_invalid(call, why, "%.*s is not %s.  It looks to be a %s", STR_FMT(stdlib_inspect(call, v)), what,
                        ruby_class(v));
}

static bool check_array(struct fn_call *call, str *why)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind != V_ARRAY) return not_a(call, why, call->args[i], "an Array");
  }
  return true;
}

static bool check_hash(struct fn_call *call, str *why)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    if (call->args[i].kind != V_HASH) return not_a(call, why, call->args[i], "a Hash");
  }
  return true;
}

static bool check_string(struct fn_call *call, str *why)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    const uint8_t kind = call->args[i].kind;
    if (kind != V_STRING && kind != V_UNDEF) return not_a(call, why, call->args[i], "a string");
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
    const value *paths = &call->args[i];
    const uint32_t n = paths->kind == V_ARRAY ? paths->array->n : 1;
    paths = paths->kind == V_ARRAY ? paths->array->items : paths;
    for (uint32_t k = 0; k < n; k++) {
      if (stdlib_is(call, "is_absolute_path", &paths[k], 1)) continue;
      return stdlib_invalid(call, why, "%.*s is not an absolute path.", STR_FMT(stdlib_inspect(call, paths[k])));
    }
  }
  return true;
}

/* Validates texts with one of the is_… functions; `what` is for the error message. */
static bool check_texts(struct fn_call *call, str *why, const char *is, const char *what)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    str shown = stdlib_inspect(call, call->args[i]);
    if (call->args[i].kind != V_STRING) {
      return stdlib_invalid(call, why, "%.*s is not a string.", STR_FMT(shown));
    }
    if (!stdlib_is(call, is, &call->args[i], 1))
      return stdlib_invalid(call, why, "%.*s is not %s", STR_FMT(shown), what);
  }
  return true;
}

static bool check_domain_name(struct fn_call *call, str *why)
{
  return check_texts(call, why, "is_domain_name", "a syntactically correct domain name");
}

static bool check_email_address(struct fn_call *call, str *why)
{
  return check_texts(call, why, "is_email_address", "a valid email address");
}

/* Texts that are addresses of that family, or of any. */
static bool check_addresses(struct fn_call *call, str *why, enum ip_family family, const char *what)
{
  if (!at_least_one(call, why)) return false;
  for (uint32_t i = 0; i < call->n; i++) {
    str shown = stdlib_inspect(call, call->args[i]);
    if (call->args[i].kind != V_STRING) {
      return stdlib_invalid(call, why, "%.*s is not a string.", STR_FMT(shown));
    }
    const enum ip_family is = ip_address_family(fn_text(call, i));
    if (is == NOT_IP || (family != NOT_IP && is != family)) {
      return stdlib_invalid(call, why, "%.*s is not a valid %s address.", STR_FMT(shown), what);
    }
  }
  return true;
}

static bool check_ip(struct fn_call *call, str *why) { return check_addresses(call, why, NOT_IP, "IP"); }
static bool check_ipv4(struct fn_call *call, str *why) { return check_addresses(call, why, IPV4, "IPv4"); }
static bool check_ipv6(struct fn_call *call, str *why) { return check_addresses(call, why, IPV6, "IPv6"); }

static bool matches_any(struct fn_call *call, str text, value patterns)
{
  struct valuevec flat = {0};
  value_flatten(call->context, &flat, &patterns, 1);
  for (uint32_t i = 0; i < flat.n; i++) {
    if (stdlib_matches(stdlib_regex(call, flat.items[i]), text, NULL)) return true;
  }
  return false;
}

static bool check_re(struct fn_call *call, str *why)
{
  if (call->n < 2 || call->n > 3) {
    return stdlib_invalid(call, why, "validate_re(): wrong number of arguments (%u; must be 2 or 3)", call->n);
  }
  if (call->args[0].kind != V_STRING) {
    return stdlib_invalid(call, why, "validate_re(): input needs to be a String, not a %s", ruby_class(call->args[0]));
  }
  if (matches_any(call, fn_text(call, 0), call->args[1])) return true;
  value message = fn_arg(call, 2);
  if (!value_truthy(message)) {
    return stdlib_invalid(call, why, "validate_re(): %.*s does not match %.*s",
                          STR_FMT(stdlib_inspect(call, call->args[0])), STR_FMT(stdlib_inspect(call, call->args[1])));
  }
  if (message.kind != V_STRING) stdlib_no_method(call, "scrub", message);
  *why = value_text(message);
  return false;
}

/* --- the functions --- */

struct validate_function {
  const char *name;
  const char *type;     /* that takes its place; NULL: the function is of the older kind only */
  const char *old_type; /* the same in the words of the older function; NULL: it says nothing */
  int indent;
  stdlib_check *check;
};

#define COMPAT "Stdlib::Compat::"

static const struct validate_function functions[] = {
  {"validate_absolute_path", COMPAT "Absolute_Path", NULL, 0, check_absolute_path},
  {"validate_array", COMPAT "Array", COMPAT "Array", 6, check_array},
  {"validate_bool", COMPAT "Bool", NULL, 0, check_bool},
  {"validate_domain_name", NULL, NULL, 0, check_domain_name},
  {"validate_email_address", NULL, NULL, 0, check_email_address},
  {"validate_hash", COMPAT "Hash", COMPAT "Hash", 26, check_hash},
  {"validate_integer", COMPAT "Integer", COMPAT "Integer", 28, stdlib_check_integer},
  {"validate_ip_address", COMPAT "Ip_Address", COMPAT "Ip_address", 28, check_ip},
  {"validate_ipv4_address", COMPAT "Ipv4_Address", COMPAT "Ipv4", 28, check_ipv4},
  {"validate_ipv6_address", COMPAT "Ipv6_address", COMPAT "Ipv6", 28, check_ipv6},
  {"validate_numeric", COMPAT "Numeric", COMPAT "Numeric", 28, stdlib_check_numeric},
  {"validate_re", "Pattern[]", COMPAT "Re", 28, check_re},
  {"validate_slength", "String[]", "String[]", 28, stdlib_check_slength},
  {"validate_string", COMPAT "String", COMPAT "String", 28, check_string},
};

static const struct validate_function *function_named(str name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (str_eqz(name, functions[i].name)) return &functions[i];
  }
  return NULL;
}

/* The function of the older kind. */
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

/* Whether the function of the 3.x API accepts the value. Failures that Puppet's code would not rescue are raised
 * again. */
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
  if (!call_result(call->compilation, name, &ignored)) {
    FN_FAIL(call, "undefined method `function_%.*s' for %.*s:Puppet::Parser::Scope", STR_FMT(name),
            STR_FMT(scope_label(call->scope)));
  }
  struct other_call o = {.call = call, .name = name, .args = args, .n = n};
  if (eval_protect(call->compilation, call_other, &o)) return true;
  if (!failure_is_catchable(&call->context->failure, RESCUE_PUPPET_ERROR)) fail_again(call->context);
  return false;
}

static value legacy(struct fn_call *call, const type *target)
{
  str name = fn_text(call, 2);
  value v = call->args[3];
  const bool accepted = accepted_before(call, name, &call->args[3], call->n - 3);
  if (type_instance(target, v)) {
    if (accepted) return VALUE_UNDEF;
    struct buf b = BUF_IN(call->arena);
    buf_z(&b, "Accepting previously invalid value for target type '");
    type_format(&b, target);
    buf_char(&b, '\'');
    compile_log(call->compilation, CLOG_NOTICE, STR_EMPTY, buf_view(&b));
    return VALUE_UNDEF;
  }
  struct buf b = BUF_IN(call->arena);
  type_describe_mismatch(call->arena, arena_printf(call->arena, "validate_legacy(%.*s)", STR_FMT(name)), target,
                         type_infer_set(call->arena, v), &b);
  if (!accepted) FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
  stdlib_deprecated(call, STR("validate_legacy"), buf_view(&b), false);
  return VALUE_UNDEF;
}

/* Since version 9 only the type decides. */
static value legacy_of_9(struct fn_call *call, const type *target)
{
  stdlib_deprecated(call, STR("validate_legacy"),
                    STR("This method is deprecated, please use Puppet data types to validate parameters"), false);
  if (type_instance(target, call->args[3])) return VALUE_UNDEF;
  struct buf b = BUF_IN(call->arena), subject = BUF_IN(call->arena);
  buf_z(&subject, "validate_legacy(");
  type_format(&subject, target);
  buf_z(&subject, ", ...)");
  type_describe_mismatch(call->arena, buf_view(&subject), target, type_infer_set(call->arena, call->args[3]), &b);
  FN_FAIL(call, "%.*s", STR_FMT(buf_view(&b)));
}

/* In stdlib the scope takes the place of the loader, so that a name that is not built in fails with this message. */
static const type *no_alias(void *ctx, str name)
{
  struct fn_call *call = ctx;
  (void)name;
  FN_FAIL(call, "private method `load' called for %.*s:Puppet::Parser::Scope", STR_FMT(scope_label(call->scope)));
}

static bool no_resource_type(void *ctx, const symbol *name)
{
  (void)ctx;
  (void)name;
  return false;
}

static const type *target_of_text(struct fn_call *call)
{
  const struct type_resolver none = {.alias = no_alias, .resource_type = no_resource_type, .ctx = call};
  return type_from_text(call->context, &none, fn_text(call, 1));
}

static value legacy_type(struct fn_call *call) { return legacy(call, call->args[1].type); }
static value legacy_text(struct fn_call *call) { return legacy(call, target_of_text(call)); }
static value legacy_type_9(struct fn_call *call) { return legacy_of_9(call, call->args[1].type); }
static value legacy_text_9(struct fn_call *call) { return legacy_of_9(call, target_of_text(call)); }

/* stdlib's function gets the scope as its first argument, which its messages count. */
#define WITH_TYPE "Any $scope, Type $target_type, String $function_name, Any $value, Any *$args"
#define WITH_TEXT "Any $scope, String $type_string, String $function_name, Any $value, Any *$args"

static const struct fn_row legacy_rows[] = {
  {"validate_legacy", WITH_TYPE, legacy_type, "", NULL},
  {"validate_legacy", WITH_TEXT, legacy_text, "", NULL},
  {0},
};
static const struct fn_row legacy_rows_9[] = {
  {"validate_legacy", WITH_TYPE, legacy_type_9, "", NULL},
  {"validate_legacy", WITH_TEXT, legacy_text_9, "", NULL},
  {0},
};

static value with_scope(struct fn_call *call, const struct fn_row *rows)
{
  value *args = arena_array(call->arena, (size_t)call->n + 1, sizeof *args);
  args[0] = VALUE_UNDEF;
  for (uint32_t i = 0; i < call->n; i++) args[i + 1] = call->args[i];
  return fn_call_rows(call, rows, args, call->n + 1);
}

static value fn_validate_legacy(struct fn_call *call) { return with_scope(call, legacy_rows); }
static value fn_validate_legacy_9(struct fn_call *call) { return with_scope(call, legacy_rows_9); }

#define ANYTHING "*$args, Callable ?&$block"
#define CHECKS(name, what)                                              \
  {                                                                     \
    name, ANYTHING, fn_validate, "fails when " what, STDLIB, .below = 9 \
  }
#define CHECKS_OLD(name, what)                                           \
  {                                                                      \
    name, "@-1", fn_validate_old, "fails when " what, STDLIB, .below = 9 \
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
  {"validate_legacy", ANYTHING, fn_validate_legacy, "fails when a value is not of a type", STDLIB, .below = 9},
  {"validate_legacy", ANYTHING, fn_validate_legacy_9, "fails when a value is not of a type", STDLIB, .from = 9},
  CHECKS("validate_numeric", "a value is not a number, or out of range"),
  CHECKS("validate_re", "a text matches none of the regular expressions"),
  CHECKS("validate_slength", "the length of a text is outside of limits"),
  CHECKS("validate_string", "a value is not a string"),
  {0},
};
