/* stdlib's is_… functions, which types have replaced. */
#include <stdlib.h>

#include "compiler/functions/stdlib/stdlib_checks.h"
#include "base/check.h"
#include "base/utf8.h"
#include "compiler/functions/ip_address.h"

/* --- tests of strings --- */

enum plain_number stdlib_plain_number(str text)
{
  if (stdlib_matches("\\A(?:-?[1-9]\\d*|0)\\z", text)) return PLAIN_INTEGER;
  if (!stdlib_matches("\\A-?\\d+\\.\\d+(?:e[-+]\\d+)?\\z", text)) return NO_PLAIN_NUMBER;
  struct buf b = BUF_HEAP;
  buf_str(&b, text);
  const double d = strtod(b.p, NULL);
  buf_clear(&b);
  value_render_float(&b, d);
  const bool same = str_eq(buf_view(&b), text);
  buf_free(&b);
  return same ? PLAIN_FLOAT : NO_PLAIN_NUMBER;
}

static bool is_float(str text) { return stdlib_plain_number(text) == PLAIN_FLOAT; }
static bool is_no_number(str text) { return stdlib_plain_number(text) == NO_PLAIN_NUMBER; }
static bool is_ip(str text) { return ip_address_family(text) != NOT_IP; }
static bool is_ipv4(str text) { return ip_address_family(text) == IPV4; }
static bool is_ipv6(str text) { return ip_address_family(text) == IPV6; }

static bool is_integer(str text) { return stdlib_matches("^-?(?:(?:[1-9]\\d*)|0)$", text); }

static bool is_numeric(str text) { return stdlib_matches("^-?(?:(?:[1-9]\\d*)|0)(?:\\.\\d+)?(?:[eE]-?\\d+)?$", text); }

static bool is_absolute_path(str text)
{
  return stdlib_matches("^(?:/|[A-Za-z]:[\\\\/]|[\\\\/]{2}[^\\\\/]+[\\\\/][^\\\\/]+|[\\\\/]{2}\\?[\\\\/][^\\\\/]+)",
                        text);
}

static bool is_label(str label)
{
  const size_t length = utf8_count(label);
  return length > 0 && length <= 63 && label.p[0] != '-' && label.p[label.n - 1] != '-' &&
         stdlib_matches("^(?i:[a-z\\d-]+)$", label);
}

static bool is_domain_name(str name)
{
  if (str_eqz(name, ".")) return true;
  if (str_ends(name, STR("."))) name.n--;
  if (name.n == 0 || utf8_count(name) > 255) return false;
  if (str_index(name, '.', 0) != SIZE_MAX && !stdlib_matches("\\.[A-Za-z]+$", name)) return false;
  while (name.n > 0) {
    if (!is_label(str_cut(&name, '.'))) return false;
  }
  return true;
}

static bool is_email_address(str text)
{
  return stdlib_matches("\\A([\\w+\\-].?)+@[a-z\\d\\-]+(\\.[a-z]+)*\\.[a-z]+\\z", text);
}

static bool is_mac_address(str text)
{
  return stdlib_matches("^(?i:[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5})$", text) ||
         stdlib_matches("^(?i:[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19})$", text);
}

/* --- warnings of some functions for values that are not strings --- */

/* Both of Puppet's tests, for POSIX and for Windows paths, warn. */
static void warn_twice(struct fn_call *call, value v)
{
  fn_warn_of_path(call, v);
  fn_warn_of_path(call, v);
}

static void fail_conversion(struct fn_call *call, value v)
{
  if (v.kind != V_DEFAULT) fn_no_conversion(call, v, "String");
}

/* --- the functions --- */

/* The message about a wrong number of arguments. */
enum is_count { ONE, ONE_BARE, NOT_NONE, ONE_BY_PUPPET };

struct is_function {
  const char *name;
  const char *type;     /* the replacement Stdlib::Compat::TYPE; NULL: none */
  const char *old_type; /* the replacement in the message of the older function; NULL: no message */
  int indent;
  enum is_count count;
  uint32_t kinds;                                   /* kinds of values that pass (bits 1 << V_…) */
  bool (*text)(str text);                           /* the test of strings; NULL: no string passes */
  void (*otherwise)(struct fn_call *call, value v); /* called for other values; NULL: nothing */
};

static const struct is_function functions[] = {
  {"is_absolute_path", "Absolute_Path", "Stdlib::Compat::Absolute_path", 27, ONE_BY_PUPPET, 0, is_absolute_path,
   warn_twice},
  {"is_array", "Array", "Stdlib::Compat::Array", 27, NOT_NONE, 1 << V_ARRAY},
  {"is_bool", "Bool", "Stdlib::Compat::Bool", 26, ONE, 1 << V_BOOL},
  {"is_domain_name", NULL, NULL, 0, ONE_BARE, 0, is_domain_name},
  {"is_email_address", NULL, NULL, 0, ONE_BARE, 0, is_email_address},
  {"is_float", "Float", "Stdlib::Compat::Float", 26, ONE_BARE, 1 << V_FLOAT, is_float},
  {"is_hash", NULL, NULL, 0, ONE, 1 << V_HASH},
  {"is_integer", NULL, "Stdlib::Compat::Integer", 28, ONE_BARE, 1 << V_INT, is_integer},
  {"is_ip_address", "Ip_address", "Stdlib::Compat::Ip_address", 27, ONE_BARE, 0, is_ip},
  {"is_ipv4_address", "Ipv4", "Stdlib::Compat::Ipv4", 28, ONE_BARE, 0, is_ipv4},
  {"is_ipv6_address", "Ipv6", "Stdlib::Compat::Ipv6", 28, ONE_BARE, 0, is_ipv6},
  {"is_mac_address", NULL, NULL, 0, ONE_BARE, 0, is_mac_address, fail_conversion},
  {"is_numeric", "Numeric", "Stdlib::Compat::Numeric", 26, ONE_BARE, 1 << V_INT | 1 << V_FLOAT, is_numeric},
  {"is_string", "String", "Stdlib::Compat::String", 26, NOT_NONE, 1 << V_UNDEF, is_no_number},
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

static bool passes(struct fn_call *call, const struct is_function *f, value v)
{
  if ((f->kinds >> v.kind & 1) != 0) return true;
  if (v.kind == V_STRING) return f->text != NULL && f->text(value_text(v));
  if (f->otherwise != NULL) f->otherwise(call, v);
  return false;
}

bool stdlib_passes(struct fn_call *call, const char *is, value v)
{
  assert(is != NULL);
  return passes(call, function_named(is), v);
}

bool stdlib_is(struct fn_call *call, const char *name, const value *args, uint32_t n)
{
  assert(name != NULL && (args != NULL || n == 0));
  const struct is_function *f = function_named(name);
  if (f->count == ONE_BY_PUPPET) check_count(call, f, n);
  if (f->old_type != NULL) stdlib_deprecated_old(call, f->name, f->indent, f->old_type);
  check_count(call, f, n);
  return passes(call, f, args[0]);
}

static value fn_is_old(struct fn_call *call) { return value_bool(stdlib_is(call, call->name, call->args, call->n)); }

/* As in stdlib, is_ipv6_address warns with the name is_ipv4_address. */
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
  {"is_absolute_path", ANYTHING, fn_is, "whether a text is an absolute path"},
  {"is_array", ANYTHING, fn_is, "whether a value is an array"},
  {"is_bool", ANYTHING, fn_is, "whether a value is true or false"},
  {"is_domain_name", NULL, fn_is_old, "whether a text is the name of a domain", OLD_API(-1)},
  {"is_email_address", NULL, fn_is_old, "whether a text is an e-mail address", OLD_API(-1)},
  {"is_float", ANYTHING, fn_is, "whether a value is a float, or the text of one"},
  {"is_hash", NULL, fn_is_old, "whether a value is a hash", OLD_API(-1)},
  {"is_integer", NULL, fn_is_old, "whether a value is an integer, or the text of one", OLD_API(-1)},
  {"is_ip_address", ANYTHING, fn_is, "whether a text is an IP address"},
  {"is_ipv4_address", ANYTHING, fn_is, "whether a text is an IPv4 address"},
  {"is_ipv6_address", ANYTHING, fn_is, "whether a text is an IPv6 address"},
  {"is_mac_address", NULL, fn_is_old, "whether a text is a MAC address", OLD_API(-1)},
  {"is_numeric", ANYTHING, fn_is, "whether a value is a number, or the text of one"},
  {"is_string", ANYTHING, fn_is, "whether a value is a text that is no number"},
  {0},
};
