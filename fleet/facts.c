/* This host's facts in the form for the server, and their limits. */
#include <stdio.h>

#include "cli/server_facts.h"
#include "fleet/configurer.h"

/* --- limits: each causes a warning; 0: no limit --- */

struct counting {
  struct settings *settings;
  struct arena *arena;
  int64_t facts;
};

static int64_t limit_of(const struct counting *x, enum setting_id id) { return settings_int(x->settings, id); }

/* `dots`: the depth of the name. */
static void check_name(const struct counting *x, str name, unsigned dots)
{
  const int64_t most = limit_of(x, SETTING_fact_name_length_soft_limit);
  if (most == 0 || (int64_t)(8 + dots * 2 + name.n) <= most) return;
  log_warning(&log_agent, "Fact %.*s with length: '%zu' exceeds the length limit: %lld", STR_FMT(name), name.n,
              (long long)most);
}

static void check_value(const struct counting *x, value v)
{
  const int64_t most = limit_of(x, SETTING_fact_value_length_soft_limit);
  const str text = most > 0 ? ral_to_s(x->arena, v) : STR_EMPTY;
  if (most == 0 || (int64_t)text.n <= most) return;
  log_warning(&log_agent, "Fact value '%.*s' with the value length: '%zu' exceeds the value length limit: %lld",
              STR_FMT(text), text.n, (long long)most);
}

static void check(struct counting *x, value v, str name, unsigned dots)
{
  if (v.kind == V_HASH) {
    for (uint32_t i = 0; i < v.hash->n; i++) {
      const str key = ral_to_s(x->arena, v.hash->entries[i].key);
      check(x, v.hash->entries[i].value, arena_printf(x->arena, "%.*s%.*s", STR_FMT(name), STR_FMT(key)), dots + 1);
      x->facts++;
    }
  } else if (v.kind == V_ARRAY) {
    for (uint32_t i = 0; i < v.array->n; i++)
      check(x, v.array->items[i], arena_printf(x->arena, "%.*s%u", STR_FMT(name), i), dots + 1);
  } else {
    check_name(x, name, dots);
    check_value(x, v);
  }
}

static void check_all(struct configurer *c, const struct hash *facts)
{
  struct counting x = {.settings = c->cli->settings, .arena = c->job.arena};
  const int64_t top = limit_of(&x, SETTING_top_level_facts_soft_limit),
                all = limit_of(&x, SETTING_number_of_facts_soft_limit);
  if (top > 0 && facts->n > top) {
    log_warning(&log_agent, "The current number of top level facts: %u exceeds the top facts limit: %lld", facts->n,
                (long long)top);
  }
  check(&x, value_hash(facts), STR_EMPTY, 0);
  if (all > 0 && x.facts > all) {
    log_warning(&log_agent, "The current total number of facts: %lld exceeds the number of facts limit: %lld",
                (long long)x.facts, (long long)all);
  }
  log_debug(&log_agent, "The total number of facts registered is %lld", (long long)x.facts);
}

static void check_size(struct configurer *c, size_t n)
{
  const int64_t most = settings_int(c->cli->settings, SETTING_payload_soft_limit);
  if (most == 0) return;
  if ((int64_t)n > most)
    log_warning(&log_agent, "Payload with the current size of: '%zu' exceeds the payload size limit: %lld", n,
                (long long)most);
  log_debug(&log_agent, "The size of the payload is %zu", n);
}

/* --- collecting and sending --- */

bool facts_take(struct configurer *c, struct session_error *error)
{
  struct arena *a = c->job.arena;
  struct buf once = BUF_IN(a), twice = BUF_IN(a);
  *error = (struct session_error){STR_EMPTY, STR_EMPTY};
  c->job.facts = c->run.facts = compile_cli_host_facts(&c->job, a, HOST_FACTS_ALL);
  c->job.node = c->run.host = compile_cli_name_in_facts(c->cli->settings, c->job.facts, c->job.node);
  check_all(c, c->job.facts);
  http_escape(&once, server_facts_json(a, c->cli->settings, c->job.node, c->job.facts), "");
  check_size(c, once.n);
  http_escape(&twice, buf_view(&once), "");
  c->facts_form = buf_view(&twice);
  return true;
}

void facts_resubmit(struct configurer *c)
{
  struct arena *a = c->job.arena;
  struct http_answer answer;
  struct session_error error;
  const struct hash *facts = compile_cli_host_facts(&c->job, a, HOST_FACTS_ALL);
  log_info(&log_agent, "Uploading facts for %.*s to %.*s", STR_FMT(c->job.node),
           STR_FMT(c->session->servers[SESSION_PUPPET].host));
  if (!server_facts_put(c->session, a, c->job.node, c->environment, facts, &answer, &error))
    session_log_error(&error, "Failed to submit facts: %.*s", STR_FMT(error.message));
  else if (answer.status / 100 != 2)
    log_error(&log_agent, NULL, NULL, "Failed to submit facts: %.*s", STR_FMT(answer.reason));
}
