/* URI values: parses, builds, compares and prints like Ruby's URI library (RFC 3986 parser), with the errors and the
 * special rules of its classes for ftp, file, ldap and mailto. The text of a missing part is NULL, that of an empty
 * part is empty; they print differently. */
#include "compiler/values/uri.h"
#include "compiler/values/ruby_text.h"

#include "base/check.h"

#include <arpa/inet.h>

/* --- characters --- */

static bool is_unreserved(unsigned char c)
{
  return ascii_is_alpha(c) || ascii_is_digit(c) || (c != '\0' && strchr("-._~", c) != NULL);
}

static bool is_sub_delimiter(unsigned char c) { return c != '\0' && strchr("!$&'()*+,;=", c) != NULL; }

static bool is_hex(char c) { return ascii_hex(c) >= 0; }

/* Whether the text has only unreserved characters, sub-delimiters, %XX and characters of `more`. */
static bool all_allowed(str s, const char *more)
{
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    if (c == '%') {
      if (i + 2 >= s.n || !is_hex(s.p[i + 1]) || !is_hex(s.p[i + 2])) return false;
      i += 2;
    } else if (!is_unreserved(c) && !is_sub_delimiter(c) && (c == '\0' || strchr(more, c) == NULL)) {
      return false;
    }
  }
  return true;
}

/* --- schemes --- */

static const struct scheme_row {
  const char *name, *class_name;
  int port;
} schemes[] = {
  {"ftp", "URI::FTP", 21},    {"http", "URI::HTTP", 80},    {"https", "URI::HTTPS", 443},
  {"ldap", "URI::LDAP", 389}, {"ldaps", "URI::LDAPS", 636}, {"mailto", "URI::MailTo", -1},
  {"ws", "URI::WS", 80},      {"wss", "URI::WSS", 443},     {"file", "URI::File", -1},
};

static const struct scheme_row *scheme_row(const struct uri *u)
{
  for (size_t i = 0; u->scheme.p != NULL && i < sizeof schemes / sizeof schemes[0]; i++) {
    if (str_eqz(u->scheme, schemes[i].name)) return &schemes[i];
  }
  return NULL;
}

static int64_t default_port(const struct uri *u)
{
  const struct scheme_row *row = scheme_row(u);
  return row == NULL ? -1 : row->port;
}

static bool is_scheme(const struct uri *u, const char *name) { return u->scheme.p != NULL && str_eqz(u->scheme, name); }

/* --- setting parts --- */

static bool fail(struct arena *a, str *error, const char *text, str part)
{
  *error = arena_printf(a, "%s%.*s", text, STR_FMT(part));
  return false;
}

/* Removes tabs and line ends, and escapes what a query must not contain. */
static bool set_query(struct arena *a, struct uri *u, str query, str *error)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < query.n; i++) {
    unsigned char c = (unsigned char)query.p[i];
    if (c == '\t' || c == '\r' || c == '\n') continue;
    bool escaped = c == '%' && i + 2 < query.n;
    /* Ruby accepts the escape if one of the two is a hexadecimal digit. */
    if (escaped && !is_hex(query.p[i + 1]) && !is_hex(query.p[i + 2])) {
      return fail(a, error, "invalid percent escape: ", str_sub(query, i, 3));
    }
    if (c <= ' ' || c >= 0x7f || strchr("\"#'<>`", c) != NULL) buf_printf(&out, "%%%02X", c);
    else buf_char(&out, (char)c);
  }
  u->query = buf_view(&out);
  if (u->query.p == NULL) u->query = STR_EMPTY;
  return true;
}

static bool mail_addresses(str to)
{
  while (to.n > 0) {
    size_t end = 0, at = SIZE_MAX;
    for (; end < to.n && to.p[end] != ',' && to.p[end] != ';'; end++) {
      if (to.p[end] != '@') continue;
      if (at != SIZE_MAX) return false;
      at = end;
    }
    if (at == SIZE_MAX || at == 0 || at + 1 == end) return false;
    to = str_from(to, end + 1);
  }
  return true;
}

/* Paths of FTP are relative to the directory of the login; an escaped slash at the beginning makes them absolute. */
static str login_path(struct arena *a, str path)
{
  if (str_starts(path, STR("/"))) path = str_from(path, 1);
  if (!str_starts(path, STR("%2F"))) return path;
  str rest = str_from(path, 3);
  return arena_printf(a, "/%.*s", STR_FMT(rest));
}

void uri_set_path(struct arena *a, struct uri *u, str shown)
{
  u->path = u->shown_path = shown;
  if (!is_scheme(u, "ftp")) return;
  bool slash = str_starts(shown, STR("/"));
  str rest = str_from(shown, slash ? 1 : 0);
  u->path = arena_printf(a, slash ? "/%%2F%.*s" : "/%.*s", STR_FMT(rest));
}

/* The checks and changes of Ruby's classes for single schemes. */
static bool finish(struct arena *a, struct uri *u, str *error)
{
  if (is_scheme(u, "file")) {
    if (u->host.p == NULL || str_eqz(u->host, "localhost")) u->host = STR_EMPTY;
    u->userinfo = (str){NULL, 0};
    u->port = -1;
  }
  if (u->path.p == NULL && u->opaque.p == NULL) u->path = STR_EMPTY;
  if (u->port < 0) u->port = default_port(u);
  if (is_scheme(u, "mailto")) {
    if (u->opaque.p == NULL && u->query.p != NULL) u->opaque = arena_printf(a, "?%.*s", STR_FMT(u->query));
    if (u->opaque.p == NULL) return fail(a, error, "missing opaque part for mailto URL", STR_EMPTY);
    size_t end = str_index(u->opaque, '?', 0);
    if (!mail_addresses(str_sub(u->opaque, 0, end))) {
      return fail(a, error, "unrecognised opaque part for mailtoURL: ", u->opaque);
    }
  }
  bool directory = is_scheme(u, "ldap") || is_scheme(u, "ldaps");
  if (directory && (u->fragment.p != NULL || u->path.p == NULL)) return fail(a, error, "bad LDAP URL", STR_EMPTY);
  if (is_scheme(u, "ftp") && u->path.p == NULL) return fail(a, error, "URI::InvalidURIError", STR_EMPTY);
  uri_set_path(a, u, is_scheme(u, "ftp") ? login_path(a, u->path) : u->path);
  return true;
}

/* --- reading --- */

static bool is_ip_literal(str s)
{
  char text[64];
  if (s.n < 3 || s.p[0] != '[' || s.p[s.n - 1] != ']' || s.n - 2 >= sizeof text) return false;
  s = str_sub(s, 1, s.n - 2);
  if (ascii_lower((unsigned char)s.p[0]) == 'v') {
    size_t dot = 1;
    while (dot < s.n && is_hex(s.p[dot])) dot++;
    return dot > 1 && dot + 1 < s.n && s.p[dot] == '.' && all_allowed(str_from(s, dot + 1), ":");
  }
  struct in6_addr address;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  return inet_pton(AF_INET6, text, &address) == 1;
}

static bool read_port(struct uri *u, str digits)
{
  int64_t port = 0;
  for (size_t i = 0; i < digits.n; i++) {
    if (!ascii_is_digit((unsigned char)digits.p[i]) || port > INT64_MAX / 20) return false;
    port = port * 10 + (digits.p[i] - '0');
  }
  if (digits.n != 0) u->port = port;
  return true;
}

/* "user@host:port" */
static bool read_authority(struct uri *u, str s)
{
  size_t at = SIZE_MAX;
  for (size_t i = 0; i < s.n && at == SIZE_MAX; i++) {
    if (s.p[i] == '@') at = i;
  }
  if (at != SIZE_MAX) {
    str userinfo = str_sub(s, 0, at);
    if (!all_allowed(userinfo, ":")) return false;
    if (userinfo.n != 0) u->userinfo = userinfo;
    s = str_from(s, at + 1);
  }
  size_t close = s.n > 0 && s.p[0] == '[' ? str_index(s, ']', 0) : 0;
  if (close == SIZE_MAX) return false;
  size_t colon = str_index(s, ':', close);
  str host = str_sub(s, 0, colon == SIZE_MAX ? s.n : colon);
  if (colon != SIZE_MAX && !read_port(u, str_from(s, colon + 1))) return false;
  if (host.n == 0) return true;
  u->host = host;
  return host.p[0] == '[' ? is_ip_literal(host) : all_allowed(host, "");
}

static bool read_path(struct uri *u, str s)
{
  if (str_starts(s, STR("//"))) {
    size_t end = str_index(s, '/', 2);
    u->path = end == SIZE_MAX ? STR_EMPTY : str_from(s, end);
    return all_allowed(u->path, ":@/") && read_authority(u, str_sub(s, 2, (end == SIZE_MAX ? s.n : end) - 2));
  }
  if (!all_allowed(s, ":@/")) return false;
  if (s.n == 0 || s.p[0] == '/' || u->scheme.p == NULL) u->path = s.n == 0 ? STR_EMPTY : s;
  else u->opaque = s;
  if (u->scheme.p != NULL || s.n == 0 || s.p[0] == '/') return true;
  size_t colon = str_index(s, ':', 0), slash = str_index(s, '/', 0);
  return colon == SIZE_MAX || slash < colon;
}

static size_t scheme_end(str s)
{
  size_t n = 0;
  while (n < s.n && (ascii_is_alpha((unsigned char)s.p[n]) ||
                     (n > 0 && (ascii_is_digit((unsigned char)s.p[n]) || strchr("+-.", s.p[n]) != NULL))))
    n++;
  return n > 0 && n < s.n && s.p[n] == ':' ? n : SIZE_MAX;
}

static bool split(struct arena *a, str text, struct uri *u, str *query)
{
  size_t colon = scheme_end(text);
  if (colon != SIZE_MAX) {
    u->scheme = text_lower(a, str_sub(text, 0, colon));
    text = str_from(text, colon + 1);
  }
  size_t hash = str_index(text, '#', 0);
  if (hash != SIZE_MAX) {
    u->fragment = str_from(text, hash + 1);
    if (!all_allowed(u->fragment, ":@/?")) return false;
    text = str_sub(text, 0, hash);
  }
  size_t mark = str_index(text, '?', 0);
  if (mark != SIZE_MAX) {
    *query = str_from(text, mark + 1);
    text = str_sub(text, 0, mark);
  }
  return read_path(u, text);
}

/* The text as in Ruby's String#inspect; bytes that are not ASCII as \xXX. */
static str quoted(struct arena *a, str s)
{
  static const char controls[] = "\a\b\t\n\v\f\r\033", letters[] = "abtnvfre";
  struct buf out = BUF_IN(a);
  buf_char(&out, '"');
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    const char *letter = c == '\0' ? NULL : strchr(controls, c);
    bool interpolation = c == '#' && i + 1 < s.n && s.p[i + 1] != '\0' && strchr("{$@", s.p[i + 1]) != NULL;
    if (c == '"' || c == '\\' || interpolation) buf_char(&out, '\\');
    if (letter != NULL) buf_printf(&out, "\\%c", letters[letter - controls]);
    else if (c < 0x20 || c >= 0x7f) buf_printf(&out, c == 0 ? "\\u0000" : "\\x%02X", c);
    else buf_char(&out, (char)c);
  }
  buf_char(&out, '"');
  return buf_view(&out);
}

const struct uri *uri_parse(struct arena *a, str text, str *error)
{
  assert(error != NULL);
  struct uri *u = ARENA_NEW(a, struct uri);
  *u = (struct uri){.port = -1};
  if (!str_is_ascii(text)) {
    fail(a, error, "URI must be ascii only ", quoted(a, text));
    return NULL;
  }
  str query = {NULL, 0};
  if (!split(a, text, u, &query)) {
    fail(a, error, "bad URI(is not URI?): ", quoted(a, text));
    return NULL;
  }
  if (query.p != NULL && u->opaque.p != NULL)
    u->opaque = arena_printf(a, "%.*s?%.*s", STR_FMT(u->opaque), STR_FMT(query));
  else if (query.p != NULL && !set_query(a, u, query, error)) return NULL;
  return finish(a, u, error) ? u : NULL;
}

/* --- building --- */

static str member_text(const struct hash *members, const char *name)
{
  const value v = hash_member(members, name);
  return v.kind == V_STRING ? value_text(v) : (str){NULL, 0};
}

static str escape_fragment(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    if (c > ' ' && c < 0x7f) buf_char(&out, (char)c);
    else buf_printf(&out, "%%%02X", c);
  }
  return out.n == 0 ? STR_EMPTY : buf_view(&out);
}

static bool check_path(struct arena *a, const struct uri *u, str *error)
{
  if (u->path.n == 0 || (u->path.p[0] == '/' && all_allowed(u->path, ":@/"))) return true;
  if (u->scheme.p != NULL && !is_scheme(u, "ftp")) {
    return fail(a, error, "bad component(expected absolute path component): ", u->path);
  }
  if (u->path.p[0] != '/' && all_allowed(u->path, ":@/")) return true;
  return fail(a, error, "bad component(expected relative path component): ", u->path);
}

static bool check_opaque(struct arena *a, const struct uri *u, str *error)
{
  /* Ruby builds mail addresses from other members, which a hash of Puppet cannot have. */
  if (is_scheme(u, "mailto")) {
    return fail(a, error, "bad component(expected opaque component): ", STR_EMPTY);
  }
  if (u->opaque.p == NULL) return true;
  if (u->query.p != NULL) return fail(a, error, "query conflicts with opaque", STR_EMPTY);
  if (u->host.p != NULL || u->port >= 0 || u->userinfo.p != NULL || u->path.p != NULL) {
    return fail(a, error, "can not set opaque with host, port, userinfo or path", STR_EMPTY);
  }
  if (u->opaque.p[0] != '/' && all_allowed(u->opaque, ":@/?")) return true;
  return fail(a, error, "bad component(expected opaque component): ", u->opaque);
}

const struct uri *uri_build(struct arena *a, const struct hash *members, str *error)
{
  const value port = hash_member(members, "port");
  struct uri *u = ARENA_NEW(a, struct uri);
  *u = (struct uri){.scheme = member_text(members, "scheme"),
                    .userinfo = member_text(members, "userinfo"),
                    .host = member_text(members, "host"),
                    .path = member_text(members, "path"),
                    .opaque = member_text(members, "opaque"),
                    .fragment = member_text(members, "fragment"),
                    .port = port.kind == V_INT ? port.integer : -1};
  str query = member_text(members, "query"), scheme = u->scheme;
  if (u->fragment.p != NULL) u->fragment = escape_fragment(a, u->fragment);
  if (scheme.p != NULL) u->scheme = text_lower(a, scheme);
  bool literal = u->host.n != 0 && str_index(u->host, ':', 0) != SIZE_MAX;
  if (literal && u->host.p[0] != '[') u->host = arena_printf(a, "[%.*s]", STR_FMT(u->host));
  if (scheme.p != NULL && scheme_end(arena_printf(a, "%.*s:", STR_FMT(scheme))) != scheme.n) {
    fail(a, error, "bad component(expected scheme component): ", scheme);
  } else if (!all_allowed(u->userinfo, ":")) {
    fail(a, error, "bad component(expected userinfo component or user component): ", u->userinfo);
  } else if (literal ? !is_ip_literal(u->host) : !all_allowed(u->host, "")) {
    fail(a, error, "bad component(expected host component): ", u->host);
  } else if (check_path(a, u, error) && (query.p == NULL || set_query(a, u, query, error)) &&
             check_opaque(a, u, error) && finish(a, u, error)) {
    return u;
  }
  return NULL;
}

/* --- members --- */

static value optional(str s) { return s.p == NULL ? VALUE_UNDEF : value_str(s); }

bool uri_member(const struct uri *u, str name, value *out)
{
  assert(out != NULL);
  const struct {
    const char *name;
    value v;
  } members[] = {
    {"scheme", optional(u->scheme)},   {"userinfo", optional(u->userinfo)},
    {"host", optional(u->host)},       {"port", u->port < 0 ? VALUE_UNDEF : value_int(u->port)},
    {"path", optional(u->shown_path)}, {"query", optional(u->query)},
    {"opaque", optional(u->opaque)},   {"fragment", optional(u->fragment)},
  };
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
    if (!str_eqz(name, members[i].name)) continue;
    *out = members[i].v;
    return true;
  }
  return false;
}

/* Whether a port follows from the scheme, so that the parameters of a URI type omit it. */
static bool is_web_port(const struct uri *u)
{
  return (u->port == 80 && is_scheme(u, "http")) || (u->port == 443 && is_scheme(u, "https"));
}

const struct hash *uri_parameters(struct arena *a, const struct uri *u)
{
  struct hash *h = hash_new(a, 8);
  if (u->scheme.p != NULL) hash_put_str(h, a, STR("scheme"), value_str(u->scheme));
  if (u->userinfo.p != NULL) hash_put_str(h, a, STR("userinfo"), value_str(u->userinfo));
  if (u->host.n != 0) hash_put_str(h, a, STR("host"), value_str(text_lower(a, u->host)));
  if (u->port >= 0 && !is_web_port(u)) {
    hash_put_str(h, a, STR("port"), value_str(arena_printf(a, "%lld", (long long)u->port)));
  }
  if (u->shown_path.n != 0) hash_put_str(h, a, STR("path"), value_str(u->shown_path));
  if (u->query.p != NULL) hash_put_str(h, a, STR("query"), value_str(u->query));
  if (u->fragment.p != NULL) hash_put_str(h, a, STR("fragment"), value_str(u->fragment));
  if (u->opaque.p != NULL) hash_put_str(h, a, STR("opaque"), value_str(u->opaque));
  return h;
}

/* --- the row --- */

static void render(struct buf *out, value v)
{
  const struct uri *u = v.uri;
  if (u->scheme.p != NULL) buf_printf(out, "%.*s:", STR_FMT(u->scheme));
  if (u->opaque.p != NULL) {
    buf_str(out, u->opaque);
  } else {
    if (u->host.p != NULL || is_scheme(u, "file") || is_scheme(u, "postgres")) buf_z(out, "//");
    if (u->userinfo.p != NULL) buf_printf(out, "%.*s@", STR_FMT(u->userinfo));
    if (u->host.p != NULL) buf_str(out, u->host);
    if (u->port >= 0 && u->port != default_port(u)) buf_printf(out, ":%lld", (long long)u->port);
    buf_str(out, u->path);
    if (u->query.p != NULL) buf_printf(out, "?%.*s", STR_FMT(u->query));
  }
  if (u->fragment.p != NULL) buf_printf(out, "#%.*s", STR_FMT(u->fragment));
}

static bool part_same(str a, str b) { return (a.p == NULL) == (b.p == NULL) && str_eq(a, b); }

static bool others_same(const struct uri *a, const struct uri *b)
{
  return part_same(a->scheme, b->scheme) && part_same(a->userinfo, b->userinfo) && a->port == b->port &&
         part_same(a->opaque, b->opaque) && part_same(a->query, b->query) && part_same(a->fragment, b->fragment);
}

bool uri_equal(const struct uri *a, const struct uri *b)
{
  assert(a != NULL && b != NULL);
  const str root = STR("/");
  bool hosts = (a->host.p == NULL) == (b->host.p == NULL) && str_caseeq(a->host, b->host);
  bool paths = part_same(a->path.p != NULL && a->path.n == 0 ? root : a->path,
                         b->path.p != NULL && b->path.n == 0 ? root : b->path);
  return hosts && paths && others_same(a, b);
}

static bool same(value x, value y)
{
  const struct uri *a = x.uri, *b = y.uri;
  return part_same(a->host, b->host) && part_same(a->path, b->path) && others_same(a, b);
}

static uint64_t hash(value v)
{
  return str_hash(v.uri->scheme) * 31 + str_hash(v.uri->query) + str_hash(v.uri->opaque) * 7;
}

static str class_name(value v)
{
  const struct scheme_row *row = scheme_row(v.uri);
  return str_of(row == NULL ? "URI::Generic" : row->class_name);
}

const struct rich_kind uri_kind = {
  .ruby_class = "URI::Generic",
  .class_name = class_name,
  .label = "Object",
  .same = same,
  .hash = hash,
  .render = render,
  .constructor = "URI",
};
