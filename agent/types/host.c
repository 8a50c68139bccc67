/* The resource type `host`: entries of /etc/hosts. */
#include <arpa/inet.h>
#include <string.h>

#include "agent/ral/munge.h"
#include "compiler/values/ruby_format.h"

extern const struct ral_provider ral_provider_host_parsed;
static const struct ral_provider *const providers[] = {&ral_provider_host_parsed, NULL};

static bool has_newline(str s) { return str_index(s, '\n', 0) != SIZE_MAX || str_index(s, '\r', 0) != SIZE_MAX; }

static bool is_ipv4(str s)
{
  int parts = 1, digits = 0, n = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '.') {
      if (digits == 0) return false;
      parts++;
      digits = n = 0;
    } else {
      if (!ascii_is_digit((unsigned char)s.p[i])) return false;
      n = n * 10 + (s.p[i] - '0');
      if (++digits > 3 || n > 255) return false;
    }
  }
  return parts == 4 && digits > 0;
}

static bool is_ipv6(str s)
{
  char text[64];
  struct in6_addr address;
  s = str_trim(s);
  const size_t zone = str_index(s, '%', 0);
  if (zone != SIZE_MAX && zone + 1 == s.n) return false;
  if (zone != SIZE_MAX) s = str_sub(s, 0, zone);
  if (s.n >= sizeof text || memchr(s.p, '\0', s.n) != NULL) return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  return inet_pton(AF_INET6, text, &address) == 1;
}

static bool validate_ip(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_STRING) return ral_no_method_to_validate(r->ral, a->name, v, "match", NULL);
  const str text = ral_text(v);
  if ((is_ipv4(text) || is_ipv6(text)) && !has_newline(text)) return true;
  return ral_fail(r->ral, "Invalid IP address %.*s", STR_FMT(ral_inspect(r->ral->arena, v)));
}

static bool validate_alias(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str text = ral_text(v);
  if (v.kind == V_UNDEF) return true; /* in an array; written as an empty text */
  if (!ral_need_text(r->ral, v)) return false;
  for (size_t i = 0; i < text.n; i++) {
    if (ascii_is_space((unsigned char)text.p[i])) return ral_fail(r->ral, "Host aliases cannot include whitespace");
  }
  return text.n > 0 || ral_fail(r->ral, "Host aliases cannot be an empty string. Use an empty array to delete all "
                                        "host_aliases ");
}

static bool validate_comment(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_STRING && v.kind != V_HASH) return ral_no_method_to_validate(r->ral, a->name, v, "include?", NULL);
  return !has_newline(ral_to_s(r->ral->arena, v)) || ral_fail(r->ral, "Comment cannot include newline");
}

/* Word characters, with hyphens allowed between them if there are at least three letters. */
static bool is_part(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    const bool inner = i > 0 && i + 1 < s.n;
    if (!ascii_is_word((unsigned char)s.p[i]) && !(inner && s.p[i] == '-')) return false;
  }
  return s.n > 0;
}

static bool validate_name(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_STRING) return ral_no_method_to_validate(r->ral, a->name, v, "split", NULL);
  str name = ral_text(v);
  if (has_newline(name)) return ral_fail(r->ral, "Hostname cannot include newline");
  while (name.n > 0 && name.p[name.n - 1] == '.') name.n--;
  for (size_t at = 0; at < name.n;) {
    size_t dot = str_index(name, '.', at);
    if (dot == SIZE_MAX) dot = name.n;
    if (!is_part(str_sub(name, at, dot - at))) return ral_fail(r->ral, "Invalid host name");
    at = dot + 1;
  }
  return true;
}

/* --- aliases: an ordered list in one text --- */

static value should_aliases(const struct ral_resource *r, const struct ral_attribute *a)
{
  const struct array *given = r->settings[a - r->type->attributes].value.array;
  return value_str(ral_join(r->ral->arena, given, " "));
}

static bool read_aliases(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  struct valuevec out = {0};
  if (!r->provider->get(r, a, is)) return false;
  if (is->kind != V_STRING) return true;
  const str text = value_text(*is);
  for (size_t at = 0; at < text.n;) {
    size_t blank = str_index(text, ' ', at);
    if (blank == SIZE_MAX) blank = text.n;
    if (blank > at) valuevec_push(&out, r->ral->arena, value_str(str_sub(text, at, blank - at)));
    at = blank + 1;
  }
  *is = valuevec_array(&out, r->ral->arena);
  return true;
}

static bool insync_aliases(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const str joined = is.kind == V_ARRAY ? ral_join(r->ral->arena, is.array, " ") : STR_EMPTY;
  *in = str_eq(joined, ral_text(should_aliases(r, a)));
  return true;
}

static void show_aliases(struct ral_resource *r, value v, struct buf *out)
{
  if (v.kind == V_ARRAY) buf_str(out, ral_join(r->ral->arena, v.array, " "));
  else ral_show_value(out, v);
}

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR, .validate = validate_name},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  {.name = "ip", .flags = RAL_PROPERTY, .validate = validate_ip},
  {.name = "host_aliases",
   .flags = RAL_PROPERTY,
   .validate = validate_alias,
   .should = should_aliases,
   .retrieve = read_aliases,
   .insync = insync_aliases,
   .show = show_aliases},
  {.name = "comment", .flags = RAL_PROPERTY, .validate = validate_comment},
  {.name = "target", .flags = RAL_PROPERTY, .fallback_value = RAL_TEXT_INIT("/etc/hosts")},
  {0}};

const struct ral_type ral_type_host = {
  .name = "host", .attributes = attributes, .providers = providers, .undo = {RAL_UNDO_FILES, "target"}};
