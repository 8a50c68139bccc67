/* Functions of the module openstacklib, in place of its Ruby code. */
#include "compiler/functions/fn_stdlib_checks.h"
#include "compiler/functions/ip_address.h"

#define OPENSTACKLIB "openstacklib", .from = 21, .below = 22

static value fn_is_service_default(struct fn_call *call)
{
  /* The words without a blank between them are openstacklib's. */
  if (call->n != 1) FN_FAIL(call, "is_service_default(): Wrong number of argumentsgiven (%u for 1)", call->n);
  return value_bool(call->args[0].kind == V_STRING && str_eqz(fn_text(call, 0), "<SERVICE DEFAULT>"));
}

/* --- addresses --- */

/* Each argument, or each element of the first, changed; one alone is no array. */
static value each_address(struct fn_call *call, const value *args, uint32_t n,
                          value (*change)(struct fn_call *call, value v))
{
  if (n > 0 && args[0].kind == V_ARRAY) {
    n = args[0].array->n;
    args = args[0].array->items;
  }
  struct valuevec out = {0};
  for (uint32_t i = 0; i < n; i++) valuevec_push(&out, call->arena, change(call, args[i]));
  return n == 1 ? out.items[0] : valuevec_array(&out, call->arena);
}

/* In square brackets when it is an IPv6 address and is not yet. */
static value in_brackets(struct fn_call *call, value v)
{
  if (v.kind != V_STRING || ip_address_family(value_text(v)) != IPV6) return v;
  const size_t open = str_index(value_text(v), '[', 0), close = str_index(value_text(v), ']', 0);
  if (open != SIZE_MAX && close != SIZE_MAX && close > open + 1) return v;
  return value_str(arena_printf(call->arena, "[%.*s]", STR_FMT(value_text(v))));
}

static value fn_normalize_ip_for_uri(struct fn_call *call)
{
  return each_address(call, call->args, call->n, in_brackets);
}

/* The next part between blanks and square brackets. */
static bool next_part(str text, size_t *at, str *part)
{
  size_t from = *at;
  while (from < text.n && (ascii_is_space(text.p[from]) || text.p[from] == '[' || text.p[from] == ']'))
    from++;
  size_t end = from;
  while (end < text.n && !ascii_is_space(text.p[end]) && text.p[end] != '[' && text.p[end] != ']') end++;
  *part = str_sub(text, from, end - from);
  *at = end;
  return end > from;
}

static value with_inet6(struct fn_call *call, value v)
{
  static struct stdlib_pattern has = {"^inet6:.+", NULL};
  if (v.kind != V_STRING || stdlib_pattern_matches(call, &has, value_text(v))) return v;
  size_t at = 0;
  str part;
  if (!next_part(value_text(v), &at, &part) || ip_address_family(part) != IPV6) return v;
  struct buf b = BUF_IN(call->arena);
  buf_printf(&b, "inet6:[%.*s]", STR_FMT(part));
  while (next_part(value_text(v), &at, &part)) buf_str(&b, part);
  return value_str(buf_view(&b));
}

static value fn_inet6_prefix(struct fn_call *call)
{
  return each_address(call, call->args, call->n, with_inet6);
}

/* --- os_transport_url --- */

static void put_encoded(struct buf *out, str text)
{
  for (size_t i = 0; i < text.n; i++) {
    const unsigned char c = (unsigned char)text.p[i];
    const bool plain = ascii_is_word(c) || c == '-' || c == '.' || c == '~';
    buf_printf(out, plain ? "%c" : "%%%02X", c);
  }
}

struct transport {
  struct fn_call *call;
  const struct hash *given;
};

/* NULL: it is not there. */
static const value *option(const struct transport *t, const char *name)
{
  return hash_get_str(t->given, str_of(name));
}

static str option_text(const struct transport *t, const char *name)
{
  const value *v = option(t, name);
  return v == NULL ? STR_EMPTY : stdlib_to_s(t->call, *v);
}

static void check_options(const struct transport *t)
{
  struct fn_call *call = t->call;
  for (uint32_t i = 0; i < t->given->n; i++) {
    str key = stdlib_to_s(call, t->given->entries[i].key);
    const uint8_t wanted = str_eqz(key, "hosts") ? V_ARRAY : str_eqz(key, "query") ? V_HASH : V_STRING;
    if (t->given->entries[i].value.kind == wanted || str_eqz(key, "port")) continue;
    FN_FAIL(call, "os_transport_url(): %.*s should be a %s", STR_FMT(key),
            wanted == V_ARRAY  ? "Array"
            : wanted == V_HASH ? "Hash"
                               : "String");
  }
  const bool host = option(t, "host") != NULL, hosts = option(t, "hosts") != NULL;
  if (option(t, "transport") == NULL) FN_FAIL(call, "os_transport_url(): transport is required");
  if (!host && !hosts) FN_FAIL(call, "os_transport_url(): host or hosts is required");
  if (host && hosts) FN_FAIL(call, "os_transport_url(): cannot use both host and hosts.");
}

static void put_hosts(const struct transport *t, struct buf *out)
{
  struct buf user = BUF_IN(t->call->arena);
  if (option_text(t, "username").n > 0) {
    put_encoded(&user, option_text(t, "username"));
    if (option_text(t, "password").n > 0) {
      buf_char(&user, ':');
      put_encoded(&user, option_text(t, "password"));
    }
    buf_char(&user, '@');
  }
  const value *given = option(t, option(t, "host") != NULL ? "host" : "hosts");
  value hosts = each_address(t->call, given, 1, in_brackets);
  const uint32_t n = hosts.kind == V_ARRAY ? hosts.array->n : 1;
  for (uint32_t i = 0; i < n; i++) {
    buf_z(out, i == 0 ? "" : ",");
    buf_str(out, buf_view(&user));
    buf_str(out, stdlib_to_s(t->call, hosts.kind == V_ARRAY ? hosts.array->items[i] : hosts));
    if (option(t, "port") != NULL) buf_printf(out, ":%.*s", STR_FMT(option_text(t, "port")));
  }
}

static bool is_true(struct fn_call *call, str text)
{
  static struct stdlib_pattern empty = {"^$", NULL}, yes = {"^(?i:1|t|y|true|yes)$", NULL};
  static struct stdlib_pattern no = {"^(?i:0|f|n|false|no)$|^(undef|undefined)$", NULL};
  if (text.n == 0 || stdlib_pattern_matches(call, &empty, text)) return false;
  if (stdlib_pattern_matches(call, &yes, text)) return true;
  if (stdlib_pattern_matches(call, &no, text)) return false;
  FN_FAIL(call, "os_transport_url _str2bool(): Unknown type of boolean given");
}

static void put_query(const struct transport *t, struct buf *out)
{
  struct fn_call *call = t->call;
  const value *given = option(t, "query"), *ssl = option(t, "ssl");
  struct hash *query = given == NULL ? hash_new(call->arena, 1) : hash_copy(call->arena, given->hash, 1);
  if (ssl != NULL) hash_put_str(query, call->arena, STR("ssl"), value_int(is_true(call, value_text(*ssl))));
  for (uint32_t i = 0; i < query->n; i++) {
    buf_printf(out, "%c%.*s=%.*s", i == 0 ? '?' : '&', STR_FMT(stdlib_to_s(call, query->entries[i].key)),
               STR_FMT(stdlib_to_s(call, query->entries[i].value)));
  }
}

static value fn_os_transport_url(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "os_transport_url(): Wrong number of arguments");
  if (call->args[0].kind != V_HASH) {
    FN_FAIL(call, "os_transport_url(): Requires an hash, got %s", ruby_class(call->args[0]));
  }
  const struct transport t = {.call = call, .given = call->args[0].hash};
  check_options(&t);
  struct buf out = BUF_IN(call->arena);
  buf_printf(&out, "%.*s://", STR_FMT(option_text(&t, "transport")));
  put_hosts(&t, &out);
  buf_printf(&out, "/%.*s", STR_FMT(option_text(&t, "virtual_host")));
  put_query(&t, &out);
  return value_str(buf_view(&out));
}

const struct fn_row fn_openstacklib_rows[] = {
    {"inet6_prefix", "*$args", fn_inet6_prefix, "IPv6 addresses as inet6:[ADDRESS]", OPENSTACKLIB},
    {"is_service_default", "*$args", fn_is_service_default,
     "whether a value stands for the default of a service", OPENSTACKLIB},
    {"normalize_ip_for_uri", "*$args", fn_normalize_ip_for_uri, "IPv6 addresses in square brackets",
     OPENSTACKLIB},
    {"os_transport_url", "*$args", fn_os_transport_url, "the URL of a message broker", OPENSTACKLIB},
    {0},
};
