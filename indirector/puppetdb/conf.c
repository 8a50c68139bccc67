#include "indirector/puppetdb/conf.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/buf.h"

enum { MAX_URLS = 64, DEFAULT_PORT = 443 };

enum kind { TEXT, BOOLEAN, INTEGER, SIZE };

struct reader {
  struct arena *a;
  str path;
  struct puppetdb_conf *conf;
  str server_urls, submit_only;
  void (*warn)(void *ctx, str message);
  void *ctx;
  str *error;
};

#define IN_CONF(name) offsetof(struct puppetdb_conf, name)
#define IN_READER(name) offsetof(struct reader, name)

/* The settings of [main]. */
static const struct {
  const char *name;
  enum kind kind;
  bool read_later; /* `place` is in the reader, and is evaluated later */
  size_t place;
} settings[] = {
  {"server_urls", TEXT, true, IN_READER(server_urls)},
  {"submit_only_server_urls", TEXT, true, IN_READER(submit_only)},
  {"server_url_timeout", INTEGER, false, IN_CONF(timeout)},
  {"soft_write_failure", BOOLEAN, false, IN_CONF(soft_write_failure)},
  {"include_unchanged_resources", BOOLEAN, false, IN_CONF(include_unchanged)},
  {"min_successful_submissions", INTEGER, false, IN_CONF(min_successful)},
  {"command_broadcast", BOOLEAN, false, IN_CONF(broadcast)},
  {"sticky_read_failover", BOOLEAN, false, IN_CONF(sticky)},
  {"verify_client_certificate", BOOLEAN, false, IN_CONF(verify_client)},
  {"include_catalog_edges", BOOLEAN, false, IN_CONF(catalog_edges)},
  {"spool_size", SIZE, false, IN_CONF(spool_size)},
  {"spool_directory", TEXT, false, IN_CONF(spool_directory)},
};

static bool fail(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct reader *r, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  *r->error = buf_vformat(r->a, fmt, ap);
  va_end(ap);
  return false;
}

/* --- values --- */

/* Digits, in a size followed by k, M or G. Otherwise like Ruby's to_i, except that missing digits are an error. */
static bool read_number(struct reader *r, str name, str text, bool size, int64_t *out)
{
  static const char units[] = "kMG";
  size_t at = 0;
  int64_t n = 0;
  for (; at < text.n && ascii_is_digit((unsigned char)text.p[at]) && n < INT32_MAX; at++)
    n = n * 10 + (text.p[at] - '0');
  const char *unit = size && at > 0 && at + 1 == text.n ? strchr(units, text.p[at]) : NULL;
  if (unit != NULL) {
    n <<= 10 * (unit - units + 1);
    at++;
  }
  if (at == 0 || at < text.n) return fail(r, "invalid value for %.*s: \"%.*s\"", STR_FMT(name), STR_FMT(text));
  *out = n;
  return true;
}

static bool take(struct reader *r, size_t i, str name, str text)
{
  void *place = (char *)(settings[i].read_later ? (void *)r : (void *)r->conf) + settings[i].place;
  switch (settings[i].kind) {
  case TEXT: *(str *)place = text; return true;
  case BOOLEAN:
    *(bool *)place = str_eqz(text, "true");
    return *(bool *)place || str_eqz(text, "false") || fail(r, "invalid value for Boolean: \"%.*s\"", STR_FMT(text));
  case INTEGER: return read_number(r, name, text, false, place);
  case SIZE: return read_number(r, name, text, true, place);
  }
  return false;
}

static bool set(struct reader *r, str name, str text, uint32_t number)
{
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    if (str_eqz(name, settings[i].name)) return take(r, i, name, text);
  }
  r->warn(r->ctx, arena_printf(r->a, "Unknown setting '%.*s' in PuppetDB config %.*s:%u", STR_FMT(name),
                               STR_FMT(r->path), number));
  return true;
}

/* --- lines --- */

static bool is_section(str line, str *name)
{
  if (line.n < 3 || line.p[0] != '[' || line.p[line.n - 1] != ']') return false;
  *name = str_trim(str_sub(line, 1, line.n - 2));
  for (size_t i = 0; i < name->n; i++) {
    if (!ascii_is_word((unsigned char)name->p[i])) return false;
  }
  return name->n > 0;
}

/* A word, "=", and a value. */
static bool is_setting(str line, str *name, str *text)
{
  const size_t equals = str_index(line, '=', 0);
  if (equals == SIZE_MAX) return false;
  *name = str_trim(str_sub(line, 0, equals));
  *text = str_trim(str_from(line, equals + 1));
  for (size_t i = 0; i < name->n; i++) {
    if (!ascii_is_word((unsigned char)name->p[i])) return false;
  }
  return name->n > 0 && text->n > 0;
}

static bool read_line(struct reader *r, str given, uint32_t number, str *section)
{
  const str line = str_trim(given);
  str name, text;
  if (line.n == 0 || line.p[0] == '#' || line.p[0] == ';') return true;
  if (is_section(line, section)) return true;
  const size_t equals = str_index(line, '=', 0);
  const str before = equals != SIZE_MAX ? str_trim(str_sub(line, 0, equals)) : STR_EMPTY;
  if (str_eqz(before, "server") || str_eqz(before, "port")) {
    r->warn(r->ctx, arena_printf(r->a,
                                 "Setting '%.*s' is retired: use 'server_urls' instead. Defaulting to "
                                 "'server_urls=https://puppetdb:8081'.",
                                 STR_FMT(line)));
    return true;
  }
  if (!is_setting(line, &name, &text)) {
    return fail(r, "Unparseable line '%.*s' in PuppetDB config %.*s:%u", STR_FMT(line), STR_FMT(r->path), number);
  }
  if (section->n == 0) {
    return fail(r, "Setting '%.*s' is illegal outside of section in PuppetDB config %.*s:%u", STR_FMT(line),
                STR_FMT(r->path), number);
  }
  return !str_eqz(*section, "main") || set(r, name, text, number);
}

static bool read_lines(struct reader *r, str text)
{
  str section = STR_EMPTY;
  uint32_t number = 0;
  for (str rest = text; rest.n > 0;) {
    if (!read_line(r, str_cut(&rest, '\n'), ++number, &section)) return false;
  }
  return true;
}

/* --- addresses --- */

static bool bad_url(struct reader *r, str url)
{
  return fail(r,
              "Error parsing URL '%.*s' in PuppetDB 'server_urls', error message was 'bad URI(is not URI?): \"%.*s\"'",
              STR_FMT(url), STR_FMT(url));
}

static bool read_url(struct reader *r, str url, struct puppetdb_url *out)
{
  static const str scheme = {"https://", 8};
  for (size_t i = 0; i < url.n; i++) {
    const unsigned char c = (unsigned char)url.p[i];
    if (c <= ' ' || c >= 127 || strchr("\"<>\\^`{|}", c) != NULL) return bad_url(r, url);
  }
  if (!str_starts(url, scheme)) return fail(r, "PuppetDB 'server_urls' must be https, found '%.*s'", STR_FMT(url));
  size_t end = scheme.n;
  while (end < url.n && url.p[end] != '/') end++;
  if (end + 1 < url.n) return fail(r, "PuppetDB 'server_urls' cannot contain URL paths, found '%.*s'", STR_FMT(url));
  const str place = str_sub(url, scheme.n, end - scheme.n);
  size_t colon = place.n;
  while (colon > 0 && ascii_is_digit((unsigned char)place.p[colon - 1])) colon--;
  const bool with_port = colon > 0 && place.p[colon - 1] == ':';
  out->text = arena_str(r->a, str_sub(url, 0, end));
  out->host = arena_str(r->a, with_port ? str_sub(place, 0, colon - 1) : place);
  out->port = with_port && colon < place.n ? atoi(arena_strz(r->a, str_from(place, colon))) : DEFAULT_PORT;
  return (out->host.n > 0 && out->port > 0 && out->port < 65536) || bad_url(r, url);
}

static bool read_urls(struct reader *r, str list)
{
  for (size_t at = 0; at < list.n;) {
    size_t end = str_index(list, ',', at);
    if (end == SIZE_MAX) end = list.n;
    const str url = str_trim(str_sub(list, at, end - at));
    if (r->conf->nurls == MAX_URLS) return fail(r, "PuppetDB has more than %d URLs", MAX_URLS);
    if (!read_url(r, url, &r->conf->urls[r->conf->nurls++])) return false;
    at = end + 1;
  }
  return true;
}

static bool check_urls(struct reader *r)
{
  const struct puppetdb_conf *c = r->conf;
  if (c->nservers == 0) return fail(r, "There is no URL in PuppetDB 'server_urls'");
  for (uint32_t i = c->nservers; i < c->nurls; i++) {
    for (uint32_t k = 0; k < c->nservers; k++) {
      if (!str_eq(c->urls[i].text, c->urls[k].text)) continue;
      return fail(
        r, "Server URLs must be in either server_urls or submit_only_server_urls, not both. ([\"%.*s\"] are in both)",
        STR_FMT(c->urls[i].text));
    }
  }
  return true;
}

static bool check(struct reader *r)
{
  const struct puppetdb_conf *c = r->conf;
  if (c->soft_write_failure && c->min_successful > 1) {
    return fail(r, "soft_write_failure cannot be enabled when min_successful_submissions is greater than 1");
  }
  if (!check_urls(r)) return false;
  if (c->min_successful > 1 && !c->broadcast) {
    return fail(r, "command_broadcast must be set to true to use min_successful_submissions");
  }
  if (c->min_successful > c->nservers) {
    return fail(r, "min_successful_submissions (%lld) must be less than or equal to the number of server_urls (%u)",
                (long long)c->min_successful, c->nservers);
  }
  return true;
}

bool puppetdb_conf_read(struct arena *a, str path, str text, void (*warn)(void *ctx, str message), void *ctx,
                        struct puppetdb_conf *out, str *error)
{
  struct reader r = {.a = a,
                     .path = path,
                     .conf = out,
                     .server_urls = STR("https://puppetdb:8081"),
                     .submit_only = STR_EMPTY,
                     .warn = warn,
                     .ctx = ctx,
                     .error = error};
  *out = (struct puppetdb_conf){.timeout = 30,
                                .min_successful = 1,
                                .verify_client = true,
                                .catalog_edges = true,
                                .spool_size = (int64_t)100 << 20,
                                .spool_directory = STR_EMPTY};
  out->urls = arena_array(a, MAX_URLS, sizeof *out->urls);
  if (!read_lines(&r, text) || !read_urls(&r, r.server_urls)) return false;
  out->nservers = out->nurls;
  out->spool_directory = arena_str(a, out->spool_directory);
  return read_urls(&r, r.submit_only) && check(&r);
}
