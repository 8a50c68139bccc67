/* /status/v1: what the server says of itself. */
#include "base/json_write.h"
#include "base/puppet_version.h"
#include "server/server.h"

static const char *const services[] = {"puppet-profiler", "jruby-metrics", "ca", "master", "server", "status-service"};
enum { SERVICES = sizeof services / sizeof *services };

enum level { LEVEL_CRITICAL, LEVEL_INFO, LEVEL_DEBUG };
static const char *const levels[] = {"critical", "info", "debug"};

static bool find_service(str name, size_t *out)
{
  for (*out = 0; *out < SERVICES; ++*out)
    if (str_eqz(name, services[*out])) return true;
  return false;
}

static bool read_level(struct request *r, struct answer *a, enum level *out)
{
  const str *given = request_parameter(r, "level");
  *out = LEVEL_INFO;
  if (given == NULL) return true;
  for (*out = LEVEL_CRITICAL; *out <= LEVEL_DEBUG; ++*out)
    if (str_eqz(*given, levels[*out])) return true;
  struct buf text = BUF_IN(r->arena);
  buf_z(&text, "{\"kind\":\"data-invalid\",\"msg\":");
  json_quote(&text, arena_printf(r->arena, "Invalid level: :%.*s", STR_FMT(*given)));
  buf_char(&text, '}');
  answer_json(a, 400, buf_view(&text));
  return false;
}

static void put_service(struct buf *out, size_t i, enum level level, bool named)
{
  buf_z(out, "{\"service_version\":\"" PUPPET_VERSION "\",\"service_status_version\":1");
  if (named) buf_printf(out, ",\"service_name\":\"%s\"", services[i]);
  buf_printf(out, ",\"detail_level\":\"%s\",\"state\":\"running\",\"status\":{", levels[level]);
  buf_z(out, "},\"active_alerts\":[]}");
}

void route_status_services(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  struct buf out = BUF_IN(r->arena);
  (void)w;
  if (!read_level(r, a, &level)) return;
  for (size_t i = 0; i < SERVICES; i++) {
    buf_printf(&out, "%c\"%s\":", i == 0 ? '{' : ',', services[i]);
    put_service(&out, i, level, false);
  }
  buf_char(&out, '}');
  answer_json(a, 200, buf_view(&out));
}

void route_status_service(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  size_t i;
  struct buf out = BUF_IN(r->arena);
  (void)w;
  if (!read_level(r, a, &level)) return;
  if (find_service(r->rest, &i)) {
    put_service(&out, i, level, true);
    answer_json(a, 200, buf_view(&out));
    return;
  }
  buf_z(&out, "{\"kind\":\"service-not-found\",\"msg\":");
  json_quote(&out, arena_printf(r->arena, "No status information found for service %.*s", STR_FMT(r->rest)));
  buf_char(&out, '}');
  answer_json(a, 404, buf_view(&out));
}

void route_status_simple(struct worker *w, struct request *r, struct answer *a)
{
  size_t i;
  (void)w;
  if (r->rest.n > 0 && !find_service(r->rest, &i)) answer_text(r, a, 404, "not found: %.*s", STR_FMT(r->rest));
  else answer_text(r, a, 200, "running");
  a->content_type = "text/plain";
}
