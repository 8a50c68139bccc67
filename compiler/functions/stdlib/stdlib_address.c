/* stdlib's functions for IP addresses. Addresses are read and printed as Ruby's IPAddr does, including its error
 * messages. */
#include <inttypes.h>

#include "compiler/functions/stdlib/stdlib.h"
#include "compiler/functions/ip_address.h"

/* --- printing, as IPAddr#to_s --- */

/* Finds the longest run of at least two zero groups, which is printed as "::"; the first of several with the same
 * length. */
static void longest_zeros(const uint16_t groups[8], int *begin, int *n)
{
  *begin = *n = 0;
  for (int i = 0; i < 8; i++) {
    int k = i;
    while (k < 8 && groups[k] == 0) k++;
    if (k - i > *n && k - i > 1) {
      *begin = i;
      *n = k - i;
    }
    i = k;
  }
}

static void put_groups(struct buf *b, const uint16_t *groups, int from, int to)
{
  for (int i = from; i < to; i++) buf_printf(b, "%s%" PRIx16, i > from ? ":" : "", groups[i]);
}

/* Whether IPAddr prints the address with an IPv4 part: ::a:b and ::ffff:a:b. */
static bool has_ipv4_inside(const uint16_t groups[8], int begin, int n)
{
  return begin == 0 && (n == 6 || (n == 5 && groups[5] == 0xffff));
}

static str ipv6_text(struct fn_call *call, const struct ip_address *ip)
{
  uint16_t groups[8];
  int begin, n;
  struct buf b = BUF_IN(call->arena);
  for (int i = 0; i < 8; i++) groups[i] = (uint16_t)(ip->bytes[2 * i] << 8 | ip->bytes[2 * i + 1]);
  longest_zeros(groups, &begin, &n);
  if (has_ipv4_inside(groups, begin, n)) {
    buf_printf(&b, "::%s%d.%d.%d.%d", n == 5 ? "ffff:" : "", ip->bytes[12], ip->bytes[13], ip->bytes[14],
               ip->bytes[15]);
    return buf_finish(&b);
  }
  put_groups(&b, groups, 0, n > 0 ? begin : 8);
  if (n > 0) buf_z(&b, "::");
  if (n > 0) put_groups(&b, groups, begin + n, 8);
  return buf_finish(&b);
}

/* The zone of "fe80::1%eth0", including the "%". */
static str zone_of(str text)
{
  size_t at = str_index(text, '%', 0);
  str zone = at == SIZE_MAX ? STR_EMPTY : str_from(text, at);
  size_t end = 1;
  while (end < zone.n && ascii_is_word(zone.p[end])) end++;
  return str_sub(zone, 0, end);
}

static value enclosed(struct fn_call *call, value v)
{
  struct ip_address ip;
  if (v.kind == V_STRING && str_eqz(value_text(v), "*")) return v;
  if (v.kind != V_STRING || !ip_address_read(value_text(v), &ip))
    FN_FAIL(call, "enclose_ipv6(): Wrong argument given %.*s is not an ip address.", STR_FMT(fn_to_s(call, v)));
  if (ip.family == IPV4) return v;
  str text = ipv6_text(call, &ip), zone = zone_of(value_text(v));
  return value_str(arena_printf(call->arena, "[%.*s%.*s]", STR_FMT(text), STR_FMT(zone)));
}

static value fn_enclose_ipv6(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "enclose_ipv6(): Wrong number of arguments given %u for 1", call->n);
  value v = call->args[0];
  if (v.kind != V_STRING && v.kind != V_ARRAY)
    FN_FAIL(call, "enclose_ipv6(): Wrong argument type given %s expected String or Array", ruby_class(v));
  struct valuevec flat = {0}, out = {0};
  value_flatten(call->context, &flat, call->args, 1);
  for (uint32_t i = 0; i < flat.n; i++) {
    if (flat.items[i].kind != V_UNDEF) valuevec_push(&out, call->arena, enclosed(call, flat.items[i]));
  }
  return array_unique(call->arena, out.items, out.n);
}

/* --- ranges --- */

static bool has_padded_number(str s)
{
  for (size_t i = 0; i + 1 < s.n; i++) {
    if (s.p[i] == '0' && ascii_is_digit(s.p[i + 1]) && (i == 0 || s.p[i - 1] == '.')) return true;
  }
  return false;
}

/* The address as a number, for messages. */
static str as_number(struct fn_call *call, const struct ip_address *ip)
{
  unsigned __int128 n = 0;
  for (int i = 0; i < (ip->family == IPV4 ? 4 : 16); i++) n = n << 8 | ip->bytes[i];
  char digits[40];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + (int)(n % 10));
    n /= 10;
  } while (n > 0);
  return arena_str(call->arena, str_n(digits + at, sizeof digits - at));
}

_Noreturn static void refuse_address(struct fn_call *call, str text)
{
  if (str_index(text, ':', 0) == SIZE_MAX && has_padded_number(text))
    FN_FAIL(call, "zero-filled number in IPv4 address is ambiguous: ");
  FN_FAIL(call, "invalid address: ");
}

/* Reports why IPAddr rejects a text. */
_Noreturn static void refuse(struct fn_call *call, str text)
{
  struct ip_address ip, as_address;
  size_t slash = str_index(text, '/', 0);
  str address = str_sub(text, 0, slash == SIZE_MAX ? text.n : slash);
  if (slash == SIZE_MAX || !ip_address_read(address, &ip)) refuse_address(call, address);
  str mask = str_from(text, slash + 1), number = as_number(call, &ip);
  const size_t digits = str_digits(mask, 0);
  if (digits == mask.n && mask.n > 1 && mask.p[0] == '0') FN_FAIL(call, "leading zeros in prefix");
  if (digits == mask.n && mask.n > 0) FN_FAIL(call, "invalid length: %.*s", STR_FMT(number));
  if (!ip_address_read(mask, &as_address)) refuse_address(call, mask);
  if (as_address.family != ip.family) FN_FAIL(call, "address family is not same: %.*s", STR_FMT(number));
  FN_FAIL(call, "invalid mask %.*s: %.*s", STR_FMT(mask), STR_FMT(number));
}

static struct ip_address address_of(struct fn_call *call, value v)
{
  struct ip_address ip;
  if (v.kind != V_STRING) FN_FAIL(call, "address family must be specified");
  if (!ip_address_read(value_text(v), &ip)) refuse(call, value_text(v));
  return ip;
}

/* Whether all addresses of `ip` are in the range. */
static bool includes(const struct ip_address *range, const struct ip_address *ip)
{
  if (range->family != ip->family) return false;
  for (int i = 0; i < (ip->family == IPV4 ? 4 : 16); i++) {
    if ((range->mask[i] & ip->mask[i]) != range->mask[i] || (ip->bytes[i] & range->mask[i]) != range->bytes[i])
      return false;
  }
  return true;
}

static value fn_ip_in_range(struct fn_call *call)
{
  struct ip_address ip = address_of(call, call->args[0]);
  const struct value_list ranges = value_list_of(&call->args[1]);
  bool found = false;
  for (uint32_t i = 0; i < ranges.n; i++) {
    struct ip_address range = address_of(call, ranges.items[i]);
    found = found || includes(&range, &ip);
  }
  return value_bool(found);
}

const struct fn_row fn_stdlib_address_rows[] = {
  {"enclose_ipv6", NULL, fn_enclose_ipv6, "IPv6 addresses in brackets", OLD_API(-1)},
  {"stdlib::ip_in_range", "String $ipaddress, Variant[String, Array] $range >> Boolean", fn_ip_in_range,
   "whether an address is in a range, or in one of several"},
  {0},
};
