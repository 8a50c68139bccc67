#include "cli/server_facts.h"

#include "agent/report/report.h"
#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/node.h"

str server_facts_json(struct arena *a, struct settings *settings, str node, const struct hash *facts)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  const struct ind_object o = facts_object(a, node, facts);
  struct hash *data = hash_copy(a, o.data.hash, 1);
  const int64_t interval = settings_int(settings, SETTING_runinterval);
  struct timespec t = report_now();
  t.tv_sec += interval < INT32_MAX ? interval : INT32_MAX;
  hash_put_str(data, a, STR("expiration"), value_str(report_time_text(a, t)));
  json_init(&w, &out, false);
  value_write_json(&w, value_hash(data), JSON_RICH);
  return buf_view(&out);
}

bool server_facts_put(struct session *session, struct arena *a, str node, str environment, const struct hash *facts,
                      struct http_answer *answer, struct session_error *error)
{
  struct buf query = BUF_IN(a);
  session_query(&query, "environment", environment);
  const struct session_request r = {.arena = a,
                                    .service = SESSION_PUPPET,
                                    .method = "PUT",
                                    .accept = "application/json",
                                    .content_type = "application/json",
                                    .body = server_facts_json(a, session->settings, node, facts),
                                    .query = buf_view(&query),
                                    .path = arena_printf(a, "/facts/%.*s", STR_FMT(node))};
  return session_ask(session, &r, answer, error);
}
