/* GET /puppet/v3/node, PUT /puppet/v3/facts, PUT /puppet/v3/report: the stored data of a node. */
#include "base/log.h"
#include "indirector/node.h"
#include "server/routes/catalog.h"
#include "server/routes/routes.h"

static const enum media bodies[] = {MEDIA_JSON, MEDIA_RICH_JSON, MEDIA_MSGPACK, MEDIA_RICH_MSGPACK};
enum { BODIES = sizeof bodies / sizeof *bodies };

void route_node(struct worker *w, struct request *r, struct answer *a)
{
  enum media media;
  str key;
  struct site *site = route_site(w, r, a);
  if (site == NULL) return;
  if (!route_key(r, a, &key)) {
    environments_done(w->environments, site);
    return;
  }
  struct ind_request find = {
    .in = w->indirector, .arena = r->arena, .indirection = IND_NODE, .key = key, .environment = r->environment};
  const enum ind_result found = indirector_find(&find);
  environments_done(w->environments, site);
  if (found == IND_OK) {
    if (route_accept(r, a, offered_data, 2, NO_FALLBACK, &media))
      route_respond_value(r, a, media, node_whole(r->arena, &find.result));
  } else if (found == IND_FAILED) route_failed(r, a, find.error);
  else route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find node %.*s", STR_FMT(key));
}

/* --- saving --- */

/* Common part of facts and reports. False after an answer. */
static bool read_saved(struct worker *w, struct request *r, struct answer *a, enum media *answer, value *data,
                       enum media *body)
{
  str key, error;
  struct site *site = route_site(w, r, a);
  if (site == NULL) return false;
  environments_done(w->environments, site);
  if (!route_key(r, a, &key) || !route_accept(r, a, offered_data, 2, MEDIA_JSON, answer) ||
      !route_content_type(r, a, bodies, BODIES, body))
    return false;
  if (route_body(r, *body, data, &error)) return true;
  route_bad_request(r, a, "The request body is invalid: %.*s", STR_FMT(error));
  return false;
}

/* Whether the body names the node of the request. */
static bool is_about(struct request *r, struct answer *a, value name)
{
  if (name.kind == V_STRING && str_eq(value_text(name), r->rest)) return true;
  struct buf shown = BUF_IN(r->arena), key = BUF_IN(r->arena);
  if (name.kind == V_UNDEF) buf_z(&shown, "nil");
  else json_quote(&shown, value_to_str(r->arena, name));
  json_quote(&key, r->rest);
  route_failed(r, a,
               arena_printf(r->arena, "Instance name %.*s does not match requested key %.*s", STR_FMT(buf_view(&shown)),
                            STR_FMT(buf_view(&key))));
  return false;
}

void route_facts(struct worker *w, struct request *r, struct answer *a)
{
  enum media media, body;
  value data;
  struct ind_object facts;
  str error;
  if (!read_saved(w, r, a, &media, &data, &body)) return;
  if (!facts_read(r->arena, data, body == MEDIA_JSON || body == MEDIA_RICH_JSON ? r->body : STR_EMPTY, &facts,
                  &error)) {
    route_bad_request(r, a, "The request body is invalid: %.*s", STR_FMT(error));
    return;
  }
  if (!is_about(r, a, value_member(data, "name"))) return;
  const struct node_identity who = route_identity(r);
  if (catalog_save_facts(w, r->arena, r->rest, r->environment, &facts, node_trusted(r->arena, &who), false, &error))
    route_respond(r, a, media, STR("0"));
  else route_failed(r, a, error);
}

/* --- reports --- */

/* Puppet's error about the first list that is missing in the report; NULL: all are there. */
static const char *wrong_report(value data)
{
  if (data.kind == V_ARRAY) return "no implicit conversion of String into Integer";
  if (value_member(data, "metrics").kind != V_HASH || value_member(data, "logs").kind != V_ARRAY)
    return "undefined method `each' for nil:NilClass";
  return value_member(data, "resource_statuses").kind != V_HASH ? "undefined method `map' for nil:NilClass" : NULL;
}

/* Answers with the names of the processors in the setting. */
static void answer_processors(struct worker *w, struct request *r, struct answer *a, enum media media)
{
  struct valuevec names = {0};
  const str all = settings_str(w->settings, SETTING_reports);
  for (size_t at = 0; at <= all.n;) {
    size_t comma = str_index(all, ',', at);
    if (comma == SIZE_MAX) comma = all.n;
    const str name = str_trim(str_sub(all, at, comma - at));
    if (name.n > 0 && !str_eqz(name, "none")) valuevec_push(&names, r->arena, value_str(name));
    at = comma + 1;
  }
  route_respond_value(r, a, media, valuevec_array(&names, r->arena));
}

void route_report(struct worker *w, struct request *r, struct answer *a)
{
  enum media media, body;
  value data;
  str yaml = STR_EMPTY;
  if (!read_saved(w, r, a, &media, &data, &body)) return;
  const char *wrong = wrong_report(data);
  if (wrong != NULL) {
    route_bad_request(r, a, "The request body is invalid: Could not intern from %s: %s",
                      body == MEDIA_JSON || body == MEDIA_RICH_JSON ? "json" : "msgpack", wrong);
    return;
  }
  if (!is_about(r, a, value_member(data, "host"))) return;
  const struct ind_object report = {.data = data, .yaml = &yaml};
  struct ind_request save = {.in = w->indirector,
                             .arena = r->arena,
                             .indirection = IND_REPORT,
                             .key = r->rest,
                             .environment = r->environment,
                             .instance = &report};
  if (indirector_save(&save) == IND_FAILED) route_failed(r, a, save.error);
  else answer_processors(w, r, a, media);
}
