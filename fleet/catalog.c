/* The catalog: requested with the facts, and cached for times without a server. */
#include <arpa/inet.h>
#include <netdb.h>

#include "base/file.h"
#include "fleet/configurer.h"

enum { CATALOG_MODE = 0640 };

static void add(struct buf *form, const char *name, str text) { session_query(form, name, text); }

static str form_of(struct configurer *c, str configured_environment)
{
  struct arena *a = c->job.arena;
  struct buf form = BUF_IN(a), sums = BUF_IN(a);
  str sum;
  for (size_t i = 0; settings_item(c->cli->settings, SETTING_supported_checksum_types, i, &sum); i++) {
    buf_printf(&sums, "%s%.*s", i > 0 ? "." : "", STR_FMT(sum));
  }
  add(&form, "facts_format", STR("application/json"));
  buf_printf(&form, "&facts=%.*s", STR_FMT(c->facts_form));
  add(&form, "environment", c->environment);
  add(&form, "configured_environment", configured_environment.n > 0 ? configured_environment : c->environment);
  add(&form, "check_environment", STR("true"));
  add(&form, "transaction_uuid", c->transaction_uuid);
  add(&form, "job_uuid", c->job_id);
  add(&form, "static_catalog", STR("true"));
  add(&form, "checksum_type", buf_view(&sums));
  return buf_view(&form);
}

/* An answer that is no catalog counts as none, so that the cached one may be used. */
static bool read_answer(struct configurer *c, const struct http_answer *answer, struct session_error *error)
{
  struct arena *a = c->job.arena;
  str why;
  if (!session_answer_is_json(answer, error)) return false;
  c->json = answer->body;
  if (catalog_read(a, c->json, &c->catalog, &why)) return true;
  const bool rich = str_find(*http_header(answer, "Content-Type"), STR("rich"), 0) != SIZE_MAX;
  error->message = arena_printf(a, "Failed to deserialize Puppet::Resource::Catalog from %s: %.*s",
                                rich ? "rich_data_json" : "json", STR_FMT(why));
  error->wrapped = why;
  return false;
}

/* " (ADDRESS)", that of IPv4 if there are several; empty: the name has none. */
static str address_of(struct arena *a, str host)
{
  static const int families[] = {AF_INET, AF_INET6};
  char text[INET6_ADDRSTRLEN] = "";
  for (size_t i = 0; i < 2 && text[0] == '\0'; i++) {
    const struct addrinfo hints = {.ai_family = families[i], .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    if (getaddrinfo(arena_strz(a, host), NULL, &hints, &found) != 0) continue;
    getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
    freeaddrinfo(found);
  }
  return text[0] != '\0' ? arena_printf(a, " (%s)", text) : STR_EMPTY;
}

static void say_destination(void *ctx)
{
  struct configurer *c = ctx;
  const struct session_server *s = c->session->asked;
  if (settings_bool(c->cli->settings, SETTING_skip_logging_catalog_request_destination)) return;
  log_notice(&log_agent, "Requesting catalog from %.*s:%lld%.*s", STR_FMT(s->host), (long long)s->port,
             STR_FMT(address_of(c->job.arena, s->host)));
}

bool catalog_ask(struct configurer *c, str configured_environment, struct session_error *error)
{
  struct arena *a = c->job.arena;
  struct buf query = BUF_IN(a);
  struct http_answer answer;
  session_query(&query, "environment", c->environment);
  const struct session_request r = {.arena = a,
                                    .service = SESSION_PUPPET,
                                    .method = "POST",
                                    .body = form_of(c, configured_environment),
                                    .accept = "application/vnd.puppet.rich+json, application/json",
                                    .content_type = "application/x-www-form-urlencoded",
                                    .query = buf_view(&query),
                                    .connected = say_destination,
                                    .ctx = c,
                                    .path = arena_printf(a, "/catalog/%.*s", STR_FMT(c->job.node))};
  if (!session_ask(c->session, &r, &answer, error)) return false;
  const str *compiler = http_header(&answer, "X-Puppet-Compiler-Name");
  if (compiler != NULL) log_notice(&log_agent, "Catalog compiled by %.*s", STR_FMT(*compiler));
  if (answer.status / 100 == 2) return read_answer(c, &answer, error);
  error->message = session_answer_error(a, &answer);
  if (answer.status == 404) {
    error->message = arena_printf(a, "Find %.*s resulted in 404 with the message: %.*s",
                                  STR_FMT(arena_printf(a, "/puppet/v3%.*s", STR_FMT(r.path))), STR_FMT(answer.body));
  }
  return false;
}

str catalog_code_id(const struct configurer *c)
{
  const value whole = c->catalog.whole, *id = whole.kind == V_HASH ? hash_get_str(whole.hash, STR("code_id")) : NULL;
  return id != NULL && id->kind == V_STRING ? value_text(*id) : STR_EMPTY;
}

/* --- cache -- */

static str cache_of(struct configurer *c)
{
  return arena_printf(c->job.arena, "%s/catalog/%.*s.json", settings_strz(c->cli->settings, SETTING_client_datadir),
                      STR_FMT(c->job.node));
}

bool catalog_cached(struct configurer *c)
{
  struct arena *a = c->job.arena;
  struct buf text = BUF_IN(a);
  str why;
  if (settings_str(c->cli->settings, SETTING_catalog_cache_terminus).n == 0) return false;
  if (file_read(cache_of(c).p, DATA_MAX_BYTES, &text) != 0) return false;
  c->json = buf_view(&text);
  if (catalog_read(a, c->json, &c->catalog, &why)) return true;
  log_error(&log_agent, NULL, NULL,
            "Cached catalog for %.*s failed: Could not parse JSON data for catalog %.*s: Could not intern from "
            "rich_data_json: %.*s",
            STR_FMT(c->job.node), STR_FMT(c->job.node), STR_FMT(why));
  return false;
}

void catalog_keep(struct configurer *c)
{
  struct settings *s = c->cli->settings;
  str error;
  if (settings_bool(s, SETTING_noop) || settings_str(s, SETTING_catalog_cache_terminus).n == 0) return;
  log_info(&log_agent, "Caching catalog for %.*s", STR_FMT(c->job.node));
  char *own = arena_strz(c->job.arena, cache_of(c));
  file_make_parents(own);
  if (file_replace(c->job.arena, cache_of(c), c->json, CATALOG_MODE, &error)) return;
  log_error(&log_agent, NULL, NULL, "Could not save catalog %.*s: %.*s", STR_FMT(c->job.node), STR_FMT(error));
}
