/* A run: chooses the environment, gets plug-ins, facts and the catalog, applies it, and sends the report. */
#include "fleet/configurer.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json_write.h"
#include "base/puppet_version.h"
#include "cli/apply_cli.h"
#include "compiler/types/value_json.h"

static volatile sig_atomic_t late, *stop_when_late;

static void out_of_time(int signal)
{
  (void)signal;
  late = *stop_when_late = 1;
}

static bool is(struct configurer *c, enum setting_id id) { return settings_bool(c->cli->settings, id); }

static bool fail(struct session_error *error, str message)
{
  *error = (struct session_error){message, STR_EMPTY};
  return false;
}

static void set_environment(struct configurer *c, str name)
{
  c->environment = c->run.report->environment = c->files.environment = arena_str(c->job.arena, name);
  log_context_set("environment", arena_strz(c->job.arena, name));
}

/* --- the report --- */

static bool put_report(struct configurer *c, const struct report *report, struct session_error *error)
{
  struct arena *a = c->job.arena;
  struct buf body = BUF_IN(a), query = BUF_IN(a);
  struct json_writer w;
  struct http_answer answer;
  json_init(&w, &body, false);
  value_write_json(&w, report_plain(a, report_value(report)), JSON_RICH);
  session_query(&query, "environment", c->environment);
  const struct session_request r = {.arena = a,
                                    .service = SESSION_REPORT,
                                    .method = "PUT",
                                    .accept = "application/json",
                                    .content_type = "application/json",
                                    .body = buf_view(&body),
                                    .query = buf_view(&query),
                                    .path = arena_printf(a, "/report/%.*s", STR_FMT(c->job.node))};
  if (!session_ask(c->session, &r, &answer, error)) return false;
  return answer.status / 100 == 2 || answer.status == 404 || fail(error, session_answer_error(a, &answer));
}

/* Sends the report to the server, and always writes $lastrunreport. */
static void send_report(void *ctx, const struct report *report, struct file_batch *files)
{
  struct configurer *c = ctx;
  struct session_error error;
  str why;
  *c->stop = 0; /* a stopped run is reported, too */
  if (!put_report(c, report, &error)) session_log_error(&error, "Could not send report: %.*s", STR_FMT(error.message));
  if (!compile_cli_indirector(&c->job, &why)) {
    log_error(&log_agent, NULL, NULL, "Could not send report: %.*s", STR_FMT(why));
    return;
  }
  struct ind_request r = compile_cli_request(&c->job, IND_REPORT);
  const struct ind_object object = {.data = report_value(report), .json = STR_EMPTY};
  c->job.indirector->routes[IND_REPORT].cache = indirection_terminus(IND_REPORT, STR("yaml"));
  r.instance = &object;
  r.files = files;
  r.ignore_terminus = true;
  if (indirector_save(&r) == IND_FAILED)
    log_error(&log_agent, NULL, NULL, "Could not send report: %.*s", STR_FMT(r.error));
}

/* --- the environment --- */

/* The environment in which the last run ended, if it was not the initial one. *known: there was a run. */
static str last_environment(struct configurer *c, bool *known)
{
  struct arena *a = c->job.arena;
  struct buf text = BUF_IN(a);
  value all;
  str why;
  *known = false;
  if (file_read(settings_strz(c->cli->settings, SETTING_lastrunfile), DATA_MAX_BYTES, &text) != 0) return STR_EMPTY;
  if (!value_read_yaml(a, buf_view(&text), &all, &why) || all.kind != V_HASH) {
    log_debug(&log_agent, "Could not find last server-specified environment: %.*s", STR_FMT(why));
    return STR_EMPTY;
  }
  const value *application = hash_get_str(all.hash, STR("application"));
  if (application == NULL || !str_eqz(value_member_text(*application, "run_mode"), "agent")) return STR_EMPTY;
  const str from = value_member_text(*application, "initial_environment"),
            to = value_member_text(*application, "converged_environment");
  *known = true;
  return str_eq(from, to) ? STR_EMPTY : to;
}

static bool ask_node(struct configurer *c, str configured, str *environment, struct session_error *error)
{
  struct arena *a = c->job.arena;
  struct buf query = BUF_IN(a);
  struct http_answer answer;
  value node;
  session_query(&query, "environment", c->environment);
  session_query(&query, "configured_environment", configured.n > 0 ? configured : c->environment);
  session_query(&query, "transaction_uuid", c->transaction_uuid);
  const struct session_request r = {.arena = a,
                                    .service = SESSION_PUPPET,
                                    .method = "GET",
                                    .accept = "application/json",
                                    .path = arena_printf(a, "/node/%.*s", STR_FMT(c->job.node)),
                                    .query = buf_view(&query)};
  if (!session_ask(c->session, &r, &answer, error)) return false;
  if (answer.status == 404) {
    return fail(error, arena_printf(a, "Find /puppet/v3%.*s resulted in 404 with the message: %.*s", STR_FMT(r.path),
                                    STR_FMT(answer.body)));
  }
  if (answer.status / 100 != 2) return fail(error, session_answer_error(a, &answer));
  if (!session_answer_json(a, &answer, &node, error)) return false;
  *environment = value_member_text(node, "environment");
  return environment->n > 0 || fail(error, STR("The server returns no environment of the node"));
}

static void environment_of_server(struct configurer *c, str configured)
{
  struct session_error error;
  const double began = clock_seconds(CLOCK_MONOTONIC);
  str found = STR_EMPTY;
  if (!ask_node(c, configured, &found, &error)) {
    log_warning(&log_agent, "Unable to fetch my node definition, but the agent run will continue:");
    log_warning(&log_agent, "%.*s", STR_FMT(error.message));
    return;
  }
  if (!str_eq(found, c->environment)) {
    log_notice(
      &log_agent,
      "Local environment: '%.*s' doesn't match server specified node environment '%.*s', switching agent to '%.*s'.",
      STR_FMT(c->environment), STR_FMT(found), STR_FMT(found));
  }
  report_time_add(c->run.report, "node_retrieval", clock_seconds(CLOCK_MONOTONIC) - began);
  set_environment(c, found);
}

static void choose_environment(struct configurer *c, str configured, bool cached)
{
  bool known;
  if (cached || c->environment_given || is(c, SETTING_strict_environment_mode)) return;
  const str last = last_environment(c, &known);
  if (is(c, SETTING_use_last_environment) && known) {
    if (last.n > 0) set_environment(c, last);
    return;
  }
  environment_of_server(c, configured);
}

/* --- plug-ins and facts --- */

/* Collects the facts. False: the run must end. */
static bool take_facts(struct configurer *c, bool plugins, struct session_error *error)
{
  double began = clock_seconds(CLOCK_MONOTONIC);
  if (plugins && !plugins_fetch(c, error)) {
    if (is(c, SETTING_ignore_plugin_errors) || !c->use_cache_on_failure) return false;
    c->failing = true;
    error->message = STR_EMPTY; /* the failed files were logged */
  }
  if (plugins) report_time_add(c->run.report, "plugin_sync", clock_seconds(CLOCK_MONOTONIC) - began);
  began = clock_seconds(CLOCK_MONOTONIC);
  const bool ok = facts_take(c, error);
  if (ok) report_time_add(c->run.report, "fact_generation", clock_seconds(CLOCK_MONOTONIC) - began);
  c->run.report->host = c->job.node;
  return ok;
}

/* --- the catalog --- */

static bool take_cached(struct configurer *c, const char *status)
{
  if (!catalog_cached(c)) return false;
  const str environment = c->catalog.environment;
  if (strcmp(status, "on_failure") == 0 && !c->failing && !str_eq(environment, c->environment)) {
    log_error(&log_agent, NULL, NULL, "Not using cached catalog because its environment '%.*s' does not match '%.*s'",
              STR_FMT(environment), STR_FMT(c->environment));
    return false;
  }
  c->cached_status = status;
  if (strcmp(status, "on_failure") == 0) cli_stats_from_cache(c->cli->settings, c->job.node);
  log_info(&log_agent, "Using cached catalog from environment '%.*s'", STR_FMT(environment));
  return true;
}

static bool retrieve(struct configurer *c, str configured)
{
  struct session_error error;
  const double began = clock_seconds(CLOCK_MONOTONIC);
  if ((c->use_cached || c->failing) && take_cached(c, c->use_cached ? "explicitly_requested" : "on_failure"))
    return true;
  if (catalog_ask(c, configured, &error)) {
    c->retrieval_seconds = clock_seconds(CLOCK_MONOTONIC) - began;
    return true;
  }
  session_log_error(&error, "Could not retrieve catalog from remote server: %.*s", STR_FMT(error.message));
  if (!c->use_cache_on_failure) {
    log_warning(&log_agent, "Not using cache on failed catalog");
    return false;
  }
  return take_cached(c, "on_failure");
}

static bool retrieve_or_skip(struct configurer *c, str configured)
{
  if (retrieve(c, configured)) return true;
  log_error(&log_agent, NULL, NULL, "Could not retrieve catalog; skipping run");
  return false;
}

/* Handles that the server may want the node in another environment, whose plug-ins and facts it has not seen yet.
 * False: the run must end. */
static bool settle(struct configurer *c, str configured, struct session_error *error)
{
  str wanted = c->catalog.environment;
  if (is(c, SETTING_strict_environment_mode) && !str_eq(wanted, c->environment)) {
    log_error(&log_agent, NULL, NULL,
              "Not using catalog because its environment '%.*s' does not match agent specified environment '%.*s' "
              "and strict_environment_mode is set",
              STR_FMT(wanted), STR_FMT(c->environment));
    return false;
  }
  for (int tries = 0; wanted.n > 0 && !str_eq(wanted, c->environment); tries++) {
    if (tries > 3)
      return fail(error, arena_printf(c->job.arena,
                                      "Catalog environment didn't stabilize after %d fetches, aborting run", tries));
    log_notice(&log_agent,
               "Local environment: '%.*s' doesn't match server specified environment '%.*s', restarting agent run with "
               "environment '%.*s'",
               STR_FMT(c->environment), STR_FMT(wanted), STR_FMT(wanted));
    set_environment(c, wanted);
    if (!take_facts(c, c->with_plugins, error) || !retrieve_or_skip(c, configured)) return false;
    wanted = c->catalog.environment;
  }
  c->files.code_id = catalog_code_id(c);
  return true;
}

/* --- applying --- */

static void keep(struct agent_run *run) { catalog_keep(run->ctx); }

/* Makes the run find types and functions in the fetched plug-ins. */
static void open_environment(struct configurer *c, struct node_data *node)
{
  struct arena *a = c->job.arena;
  str *path = ARENA_NEW(a, str);
  const struct node_identity who = {.authenticated = STR("remote"),
                                    .certname = settings_str(c->cli->settings, SETTING_certname)};
  const struct server_identity server = {
    .version = STR(PUPPET_VERSION), .name = STR_EMPTY, .ip = STR_EMPTY, .ip6 = STR_EMPTY};
  plugins_link(c);
  *path = plugins_modules(c);
  c->job.environment = (struct environment_options){
    .name = c->environment, .modulepath = path, .nmodulepath = 1, .rich_data = true};
  node_make(a, c->job.node, c->job.facts, &who, c->environment, &server, node);
  c->job.found = *node;
  c->run.environment = environment_new(&c->job.environment, &c->job.host);
  environment_refresh(c->run.environment, false);
  c->run.compile_host = &c->job.host;
}

static bool apply(struct configurer *c)
{
  struct agent_run *run = &c->run;
  struct node_data node = {.parameters = &hash_empty};
  open_environment(c, &node);
  const struct compile_settings settings = compile_cli_settings(&c->job);
  const struct deferred_source deferred = {&c->job.environment, &node, &settings, &c->job.host};
  const int64_t whole = settings_int(c->cli->settings, SETTING_runtimeout),
                used = (int64_t)(clock_seconds(CLOCK_MONOTONIC) - c->began);
  run->catalog = c->json;
  run->read = &c->catalog;
  run->deferred = &deferred;
  run->retrieval_seconds = c->retrieval_seconds;
  run->parallel = (uint32_t)settings_int(c->cli->settings, SETTING_parallel);
  run->report->cached_catalog = c->cached_status;
  run->converted = keep;
  alarm(0); /* from here the run handles the limit, which also ends programs */
  if (whole > 0 && whole < INT64_MAX / 2) run->timeout = whole > used ? whole - used : 1;
  const bool ok = agent_run_catalog(run);
  run->deferred = NULL;
  return ok;
}

/* --- the steps --- */

/* Uses the cached catalog without any request. *cached: it exists. */
static void begin_with_cached(struct configurer *c, bool *cached)
{
  *cached = c->use_cached && take_cached(c, "explicitly_requested");
  if (c->use_cached && !*cached) {
    c->use_cached = c->use_cache_on_failure = false;
    c->with_plugins = true;
  }
  if (!*cached) return;
  const str environment = c->catalog.environment;
  if (str_eq(environment, c->environment) || is(c, SETTING_strict_environment_mode)) return;
  log_notice(
    &log_agent,
    "Local environment: '%.*s' doesn't match the environment of the cached catalog '%.*s', switching agent to '%.*s'.",
    STR_FMT(c->environment), STR_FMT(environment), STR_FMT(environment));
  set_environment(c, environment);
}

static bool get_catalog(struct configurer *c, struct session_error *error)
{
  struct settings *s = c->cli->settings;
  const str configured = settings_is_set(s, SETTING_environment) ? settings_str(s, SETTING_environment) : STR_EMPTY;
  bool cached, there = c->with_plugins;
  c->environment_chosen = true;
  begin_with_cached(c, &cached);
  choose_environment(c, configured, cached);
  log_info(&log_agent, "Using environment '%.*s'", STR_FMT(c->environment));
  if (c->with_plugins && !c->failing && !plugins_environment(c, &there, error)) return false;
  if (!take_facts(c, c->with_plugins && !c->failing && there, error)) return false;
  return (cached || retrieve_or_skip(c, configured)) && settle(c, configured, error);
}

/* Chooses one server of the list for the whole run. */
static bool choose_server(struct configurer *c, struct session_error *error)
{
  struct settings *s = c->cli->settings;
  str item;
  if (!settings_item(s, SETTING_server_list, 0, &item)) return true;
  if (session_find_server(c->session)) {
    const struct session_server *used = &c->session->listed;
    log_debug(&log_agent, "Selected puppet server from the `server_list` setting: %.*s:%lld", STR_FMT(used->host),
              (long long)used->port);
    c->run.report->server_used = arena_printf(c->job.arena, "%.*s:%lld", STR_FMT(used->host), (long long)used->port);
    return true;
  }
  fail(error, arena_printf(c->job.arena, "Could not select a functional puppet server from server_list: '%s'",
                           settings_strz(s, SETTING_server_list)));
  c->run.unreported = !c->use_cache_on_failure;
  if (c->run.unreported) return false;
  c->with_plugins = false;
  c->failing = true;
  session_log_error(error, "%.*s", STR_FMT(error->message));
  error->message = STR_EMPTY;
  return true;
}

static bool run_all(struct configurer *c)
{
  struct session_error error = {STR_EMPTY, STR_EMPTY};
  if (choose_server(c, &error) && get_catalog(c, &error) && !*c->stop) return apply(c);
  if (error.message.n > 0) { /* otherwise it has been logged */
    session_log_error(&error, "%s: %.*s",
                      c->environment_chosen ? "Failed to apply catalog" : "Could not run Puppet configuration client",
                      STR_FMT(error.message));
  }
  if (late) {
    log_error(&log_agent, NULL, NULL,
              "Execution of Puppet configuration client did not complete within %lld seconds and was terminated.",
              (long long)settings_int(c->cli->settings, SETTING_runtimeout));
  }
  return false;
}

static void begin_report(struct configurer *c)
{
  struct settings *s = c->cli->settings;
  struct agent_run *run = &c->run;
  *run = (struct agent_run){.arena = c->job.arena,
                            .settings = s,
                            .host = c->job.node,
                            .puppet_version = STR(PUPPET_VERSION),
                            .stop = c->stop,
                            .send = send_report,
                            .ctx = c,
                            .server = &session_file_server,
                            .serving = &c->files};
  agent_run_begin(run);
  run->report->initial_environment = arena_str(run->arena, settings_str(s, SETTING_environment));
  run->report->transaction_uuid = c->transaction_uuid;
  run->report->job_id = c->job_id;
  set_environment(c, settings_str(s, SETTING_environment));
  if (c->started.tv_sec == 0) return;
  report_time_add(run->report, "startup_time", report_seconds_since(c->started));
}

static void limit_time(struct configurer *c)
{
  const int64_t seconds = settings_int(c->cli->settings, SETTING_runtimeout);
  late = 0;
  stop_when_late = c->stop;
  signal(SIGALRM, out_of_time);
  if (seconds > 0 && seconds < INT32_MAX) alarm((unsigned)seconds);
}

int configurer_run(struct configurer *c)
{
  assert(c->cli != NULL && c->session != NULL && c->stop != NULL);
  struct settings *s = c->cli->settings;
  c->began = clock_seconds(CLOCK_MONOTONIC);
  ral_ruby_setup(s);
  if (!compile_cli_begin(&c->job, c->cli, settings_strz(c->cli->settings, SETTING_node_name_value))) return -1;
  c->job.remote = c->job.compiles_nothing = true;
  c->transaction_uuid = c->job.transaction;
  c->files = (struct session_files){.session = c->session, .code_id = STR_EMPTY};
  c->facts_form = STR_EMPTY;
  c->cached_status = "not_used";
  c->use_cached = is(c, SETTING_use_cached_catalog);
  c->use_cache_on_failure = is(c, SETTING_usecacheonfailure);
  c->with_plugins = !c->use_cached;
  limit_time(c);
  begin_report(c);
  bool ok = run_all(c);
  alarm(0);
  if (settings_bool(s, SETTING_resubmit_facts) && !c->run.unreported) facts_resubmit(c);
  c->run.report->cached_catalog = c->cached_status;
  ok = agent_run_end(&c->run) && ok;
  struct cli_stats stats = {NULL, NULL};
  apply_count(&c->job, &stats, c->began, c->facts_form.n > 0 && c->run.catalog.n > 0 ? c->run.report : NULL);
  ral_ruby_end(c->run.ruby);
  environment_free(c->run.environment);
  const int status = ok ? report_exit_status(c->run.report) : -1;
  compile_cli_end(&c->job);
  return status;
}
