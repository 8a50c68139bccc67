/* stdlib's tests of values, which its types took the place of: is_… */
#include <stdlib.h>

#include "compiler/functions/stdlib/stdlib_checks.h"
#include "base/check.h"
#include "compiler/functions/ip_address.h"

#include "base/utf8.h"

/* --- the tests --- */

static bool is_array(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_ARRAY;
}
static bool is_bool(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_BOOL;
}
static bool is_hash(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_HASH;
}

enum plain_number stdlib_plain_number(struct fn_call *call, str text)
{
  static struct stdlib_pattern integer = {"\\A(?:-?[1-9]\\d*|0)\\z", NULL};
  static struct stdlib_pattern decimal = {"\\A-?\\d+\\.\\d+(?:e[-+]\\d+)?\\z", NULL};
  if (stdlib_pattern_matches(call, &integer, text)) return PLAIN_INTEGER;
  if (!stdlib_pattern_matches(call, &decimal, text)) return NO_PLAIN_NUMBER;
  struct buf b = BUF_IN(call->arena);
  value_render_float(&b, strtod(arena_strz(call->arena, text), NULL));
  return str_eq(buf_view(&b), text) ? PLAIN_FLOAT : NO_PLAIN_NUMBER;
}

static bool is_float(struct fn_call *call, value v)
{
  return v.kind == V_FLOAT || (v.kind == V_STRING && stdlib_plain_number(call, value_text(v)) == PLAIN_FLOAT);
}

static bool is_string(struct fn_call *call, value v)
{
  if (v.kind != V_STRING) return v.kind == V_UNDEF;
  return stdlib_plain_number(call, value_text(v)) == NO_PLAIN_NUMBER;
}

static bool is_integer(struct fn_call *call, value v)
{
  static struct stdlib_pattern p = {"^-?(?:(?:[1-9]\\d*)|0)$", NULL};
  return v.kind == V_INT || (v.kind == V_STRING && stdlib_pattern_matches(call, &p, value_text(v)));
}

static bool is_numeric(struct fn_call *call, value v)
{
  static struct stdlib_pattern p = {"^-?(?:(?:[1-9]\\d*)|0)(?:\\.\\d+)?(?:[eE]-?\\d+)?$", NULL};
  return value_is_number(v) || (v.kind == V_STRING && stdlib_pattern_matches(call, &p, value_text(v)));
}

static bool is_ip(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_STRING && ip_address_family(value_text(v)) != NOT_IP;
}

static bool is_ipv4(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_STRING && ip_address_family(value_text(v)) == IPV4;
}

static bool is_ipv6(struct fn_call *call, value v)
{
  (void)call;
  return v.kind == V_STRING && ip_address_family(value_text(v)) == IPV6;
}

/* Both of Puppet's tests, for POSIX and for Windows paths, warn if the value is not a text. */
static bool is_absolute_path(struct fn_call *call, value v)
{
  static struct stdlib_pattern p = {
    "^(?:/|[A-Za-z]:[\\\\/]|[\\\\/]{2}[^\\\\/]+[\\\\/][^\\\\/]+|[\\\\/]{2}\\?[\\\\/][^\\\\/]+)", NULL};
  if (v.kind == V_STRING) return stdlib_pattern_matches(call, &p, value_text(v));
  str text = arena_printf(call->arena,
                          "Cannot check if %.*s is an absolute path because it is a '%s' and not a String'",
                          STR_FMT(stdlib_to_s(call, v)), ruby_class(v));
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY, text);
  compile_log(call->compilation, CLOG_WARNING, STR_EMPTY, text);
  return false;
}

static bool is_label(struct fn_call *call, str label)
{
  static struct stdlib_pattern p = {"^(?i:[a-z\\d-]+)$", NULL};
  const size_t length = utf8_count(label);
  return length > 0 && length <= 63 && label.p[0] != '-' && label.p[label.n - 1] != '-' &&
         stdlib_pattern_matches(call, &p, label);
}

static bool is_domain_name(struct fn_call *call, value v)
{
  static struct stdlib_pattern top = {"\\.[A-Za-z]+$", NULL};
  if (v.kind != V_STRING) return false;
  str name = value_text(v);
  if (str_eqz(name, ".")) return true;
  if (str_ends(name, STR("."))) name.n--;
  if (name.n == 0 || utf8_count(name) > 255) return false;
  if (str_index(name, '.', 0) != SIZE_MAX && !stdlib_pattern_matches(call, &top, name)) return false;
  for (size_t at = 0; at < name.n;) {
    size_t end = str_index(name, '.', at);
    end = end == SIZE_MAX ? name.n : end;
    if (!is_label(call, str_sub(name, at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

static bool is_email_address(struct fn_call *call, value v)
{
  static struct stdlib_pattern p = {"\\A([\\w+\\-].?)+@[a-z\\d\\-]+(\\.[a-z]+)*\\.[a-z]+\\z", NULL};
  return v.kind == V_STRING && stdlib_pattern_matches(call, &p, value_text(v));
}

static bool is_mac_address(struct fn_call *call, value v)
{
  static struct stdlib_pattern six = {"^(?i:[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5})$", NULL};
  static struct stdlib_pattern twenty = {"^(?i:[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19})$", NULL};
  if (v.kind == V_DEFAULT) return false;
  if (v.kind != V_STRING) stdlib_no_conversion(call, v, "String");
  return stdlib_pattern_matches(call, &six, value_text(v)) || stdlib_pattern_matches(call, &twenty, value_text(v));
}

/* --- the functions --- */

/* The message about a wrong number of arguments. */
enum is_count { ONE, ONE_BARE, NOT_NONE, ONE_BY_PUPPET };

struct is_function {
  const char *name;
  const char *type;     /* that takes its place: Stdlib::Compat::TYPE; NULL: none */
  const char *old_type; /* what does in the words of the older function; NULL: it says nothing */
  int indent;
  enum is_count count;
  bool (*test)(struct fn_call *call, value v);
};

static const struct is_function functions[] = {
  {"is_absolute_path", "Absolute_Path", "Stdlib::Compat::Absolute_path", 27, ONE_BY_PUPPET, is_absolute_path},
  {"is_array", "Array", "Stdlib::Compat::Array", 27, NOT_NONE, is_array},
  {"is_bool", "Bool", "Stdlib::Compat::Bool", 26, ONE, is_bool},
  {"is_domain_name", NULL, NULL, 0, ONE_BARE, is_domain_name},
  {"is_email_address", NULL, NULL, 0, ONE_BARE, is_email_address},
  {"is_float", "Float", "Stdlib::Compat::Float", 26, ONE_BARE, is_float},
  {"is_hash", NULL, NULL, 0, ONE, is_hash},
  {"is_integer", NULL, "Stdlib::Compat::Integer", 28, ONE_BARE, is_integer},
  {"is_ip_address", "Ip_address", "Stdlib::Compat::Ip_address", 27, ONE_BARE, is_ip},
  {"is_ipv4_address", "Ipv4", "Stdlib::Compat::Ipv4", 28, ONE_BARE, is_ipv4},
  {"is_ipv6_address", "Ipv6", "Stdlib::Compat::Ipv6", 28, ONE_BARE, is_ipv6},
  {"is_mac_address", NULL, NULL, 0, ONE_BARE, is_mac_address},
  {"is_numeric", "Numeric", "Stdlib::Compat::Numeric", 26, ONE_BARE, is_numeric},
  {"is_string", "String", "Stdlib::Compat::String", 26, NOT_NONE, is_string},
};

static const struct is_function *function_named(const char *name)
{
  const struct is_function *f = functions;
  while (strcmp(f->name, name) != 0) f++;
  return f;
}

static void check_count(struct fn_call *call, const struct is_function *f, uint32_t n)
{
  if (n == 1 || (f->count == NOT_NONE && n > 0)) return;
  FN_FAIL(call,
          f->count == ONE_BARE ? "%s(): Wrong number of arguments given %u for 1"
                               : "%s(): Wrong number of arguments given (%u for 1)",
          f->name, n);
}

bool stdlib_is(struct fn_call *call, const char *name, const value *args, uint32_t n)
{
  assert(name != NULL && (args != NULL || n == 0));
  const struct is_function *f = function_named(name);
  if (f->count == ONE_BY_PUPPET) check_count(call, f, n);
  if (f->old_type != NULL) stdlib_deprecated_old(call, f->name, f->indent, f->old_type);
  check_count(call, f, n);
  return f->test(call, args[0]);
}

static value fn_is_old(struct fn_call *call) { return value_bool(stdlib_is(call, call->name, call->args, call->n)); }

/* is_ipv6_address warns in the name of the one for version 4: a slip of stdlib's. */
static value fn_is(struct fn_call *call)
{
  const char *key = strcmp(call->name, "is_ipv6_address") == 0 ? "is_ipv4_address" : call->name;
  stdlib_deprecated(
    call, str_of(key),
    arena_printf(call->arena,
                 "This method is deprecated, please use match expressions with Stdlib::Compat::%s instead. They "
                 "are described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html"
                 "#match-expressions.",
                 function_named(call->name)->type),
    false);
  return fn_is_old(call);
}

#define ANYTHING "*$args, Callable ?&$block"

const struct fn_row fn_stdlib_is_rows[] = {
  {"is_absolute_path", ANYTHING, fn_is, "whether a text is an absolute path", STDLIB},
  {"is_array", ANYTHING, fn_is, "whether a value is an array", STDLIB},
  {"is_bool", ANYTHING, fn_is, "whether a value is true or false", STDLIB},
  {"is_domain_name", "@-1", fn_is_old, "whether a text is the name of a domain", STDLIB},
  {"is_email_address", "@-1", fn_is_old, "whether a text is an e-mail address", STDLIB},
  {"is_float", ANYTHING, fn_is, "whether a value is a float, or the text of one", STDLIB},
  {"is_hash", "@-1", fn_is_old, "whether a value is a hash", STDLIB},
  {"is_integer", "@-1", fn_is_old, "whether a value is an integer, or the text of one", STDLIB},
  {"is_ip_address", ANYTHING, fn_is, "whether a text is an IP address", STDLIB},
  {"is_ipv4_address", ANYTHING, fn_is, "whether a text is an IPv4 address", STDLIB},
  {"is_ipv6_address", ANYTHING, fn_is, "whether a text is an IPv6 address", STDLIB},
  {"is_mac_address", "@-1", fn_is_old, "whether a text is a MAC address", STDLIB},
  {"is_numeric", ANYTHING, fn_is, "whether a value is a number, or the text of one", STDLIB},
  {"is_string", ANYTHING, fn_is, "whether a value is a text that is no number", STDLIB},
  {0},
};
