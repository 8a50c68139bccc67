/* Applies a catalog: collects facts, gets the catalog, runs it, and records the report and statistics. */
#include "cli/apply_cli.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "agent/run/lock.h"
#include "agent/run/run.h"
#include "agent/session/session.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/host_facts.h"
#include "collectors/run.h"
#include "indirector/node.h"

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
  (void)signal;
  stopped = 1;
}

/* --- the catalog --- */

/* As in Puppet, the message does not contain "on node …" for a lookup error without an error code, and for errors that
 * Puppet does not catch. */
static str failure_text(struct applying *x, const struct compile_result *result)
{
  const struct failure *f = &result->failure;
  const bool bare = f->class == FAILURE_LOOKUP && f->issue == ISSUE_NONE && f->origin == FAILED_IN_LOOKUP;
  if (f->origin == FAILED_UNCAUGHT) return arena_printf(x->job.arena, "Could not run: %.*s", STR_FMT(result->message));
  return bare ? arena_str(x->job.arena, result->message) : compile_failure_text(x->job.arena, result, x->job.node);
}

/* Stores the catalog, including exported resources, as the settings require. */
static bool keep_catalog(struct applying *x, const struct compile_result *result)
{
  const struct ind_object object = {.data = VALUE_UNDEF, .json = result->stored_json, .handed_over = result->json};
  struct ind_request r = compile_cli_request(&x->job, IND_CATALOG);
  r.instance = &object;
  r.environment = x->job.environment.name;
  r.compiled = x->environment;
  r.ignore_terminus = true;
  if (result->stored_json.n == 0 || indirector_save(&r) != IND_FAILED) return true;
  cli_error("%.*s", STR_FMT(r.error));
  return false;
}

static bool compile_catalog(struct applying *x, str *json)
{
  struct compile_cli *job = &x->job;
  struct node_data node;
  struct compile_settings settings = compile_cli_settings(job);
  compile_cli_node(job, &node);
  settings.write_json = settings.drop_exported = settings.rich_data = settings.keeps_bytes = true;
  /* Cycles are detected when the catalog is applied, and then reported with their resources. */
  settings.cycles = SEVERITY_IGNORE;
  job->settings_values = settings.values; /* Deferred functions get the same values */
  const struct terminus *cache = job->indirector->routes[IND_CATALOG].cache;
  if (cache != NULL) settings.keep = terminus_keeps_exported(cache) ? KEEP_ALL : KEEP_HANDED_OVER;
  const struct observer *observer = cli_stats_begin(&x->stats, job->cli->settings);
  const double began = clock_seconds(CLOCK_MONOTONIC);
  struct compile_result result = compile(x->environment, &node, &settings, &job->host, observer);
  bool ok = result.ok;
  if (ok) {
    x->retrieval_seconds = clock_seconds(CLOCK_MONOTONIC) - began;
    log_notice(&log_compile, "Compiled catalog for %.*s in environment %.*s in %.2f seconds", STR_FMT(job->node),
               STR_FMT(job->environment.name), x->retrieval_seconds);
    *json = result.json;
    ok = keep_catalog(x, &result);
    arena_defer(job->arena, free, compile_result_take_json(&result));
  } else {
    compile_cli_log(NULL, &log_compile, CLOG_ERR, STR_EMPTY, failure_text(x, &result), STR_EMPTY);
  }
  compile_result_free(&result);
  cli_stats_observed(&x->stats);
  return ok;
}

/* --- the report --- */

/* Sends the report to the processors in the setting `reports`, and writes $lastrunreport. */
static void send(void *ctx, const struct report *report, struct file_batch *files)
{
  struct applying *x = ctx;
  str yaml = STR_EMPTY;
  const struct ind_object object = {.data = report_value(report), .json = STR_EMPTY, .yaml = &yaml};
  for (int cached = 0; cached < 2; cached++) {
    struct ind_request r = compile_cli_request(&x->job, IND_REPORT);
    x->job.indirector->routes[IND_REPORT].cache = indirection_terminus(IND_REPORT, STR("yaml"));
    r.instance = &object;
    r.files = files;
    r.ignore_terminus = cached == 1;
    r.ignore_cache_save = cached == 0;
    if (indirector_save(&r) == IND_FAILED) cli_error("Could not send report: %.*s", STR_FMT(r.error));
  }
}

/* --- statistics --- */

static uint64_t microseconds(double seconds) { return seconds > 0 ? (uint64_t)(seconds * 1e6) : 0; }

static void count_phases(const struct report *rep, struct run_summary *sum)
{
  static const struct {
    const char *name;
    unsigned phase;
  } phases[] = {{"startup_time", STATS_RUNPHASE_STARTUP},
                {"node_retrieval", STATS_RUNPHASE_NODE_RETRIEVAL},
                {"plugin_sync", STATS_RUNPHASE_PLUGIN_SYNC},
                {"fact_generation", STATS_RUNPHASE_FACT_GENERATION},
                {"config_retrieval", STATS_RUNPHASE_CONFIG_RETRIEVAL},
                {"convert_catalog", STATS_RUNPHASE_CONVERT_CATALOG},
                {"transaction_evaluation", STATS_RUNPHASE_TRANSACTION_EVALUATION}};
  for (uint32_t i = 0; i < rep->ntimes; i++) {
    for (size_t k = 0; k < sizeof phases / sizeof *phases; k++) {
      if (strcmp(rep->times[i].name, phases[k].name) != 0) continue;
      sum->phase_us[phases[k].phase] = microseconds(rep->times[i].seconds);
      sum->phase_count[phases[k].phase] = 1;
    }
  }
}

/* Counts resources by type, in the order of the first resource of each type. */
static const struct run_type *count_types(struct arena *a, const struct report *rep, struct run_summary *sum)
{
  struct run_type *types = arena_array(a, (size_t)rep->statuses.n + 1, sizeof *types);
  struct strmap known;
  strmap_init(&known, a);
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    bool made;
    void **slot = strmap_slot(&known, str_of(s->resource->type->name), &made);
    if (made) {
      *slot = &types[sum->type_count++];
      *(struct run_type *)*slot = (struct run_type){.name = str_of(s->resource->type->name)};
    }
    struct run_type *t = *slot;
    t->changed += s->changes > 0;
    t->failed += s->failed || s->failed_to_restart;
    t->time_us += microseconds(s->evaluation_time);
    sum->changed += s->changes > 0;
    sum->failed += s->failed || s->failed_to_restart;
    sum->skipped += s->skipped;
    sum->out_of_sync += s->out_of_sync > 0;
    sum->restarted += s->restarted;
  }
  return types;
}

static unsigned result_of(const struct report *rep)
{
  if (strcmp(rep->status, "failed") == 0) return STATS_RUNRESULT_FAILED;
  if (rep->noop) return STATS_RUNRESULT_NOOP;
  return rep->changes > 0 ? STATS_RUNRESULT_CHANGED : STATS_RUNRESULT_UNCHANGED;
}

void apply_count(struct compile_cli *job, struct cli_stats *stats, double began, const struct report *rep)
{
  struct run_summary sum = {.environment = job->environment.name,
                            .node = job->node,
                            .result = STATS_RUNRESULT_NO_CATALOG,
                            .wall_us = microseconds(clock_seconds(CLOCK_MONOTONIC) - began)};
  if (rep != NULL) {
    sum.configuration_version = rep->configuration_version;
    sum.result = result_of(rep);
    sum.noop = rep->noop;
    sum.cached_catalog = rep->cached_catalog != NULL && strcmp(rep->cached_catalog, "not_used") != 0;
    sum.resources = rep->statuses.n;
    count_phases(rep, &sum);
    sum.types = count_types(job->arena, rep, &sum);
  }
  if (stats->store == NULL) cli_stats_begin(stats, job->cli->settings);
  if (stats->store != NULL) run_record(stats->store, &sum);
  cli_stats_end(stats);
}

/* --- the run --- */

static const struct hash *facts_now(struct applying *x, enum host_facts_kinds kinds)
{
  return compile_cli_host_facts(&x->job, x->job.arena, kinds);
}

static bool has_production(struct settings *s)
{
  str item;
  for (size_t i = 0; settings_item(s, SETTING_environmentpath, i, &item); i++) {
    char path[PATH_MAX];
    struct stat st;
    snprintf(path, sizeof path, "%.*s/production", STR_FMT(item));
    if (lstat(path, &st) == 0 && (S_ISDIR(st.st_mode) || S_ISLNK(st.st_mode))) return true;
  }
  return false;
}

/* As Puppet does, creates the directory of the default environment if the environmentpath exists. */
static void make_production(struct applying *x)
{
  struct settings *s = x->job.cli->settings;
  str item;
  if (!str_eqz(settings_str(s, SETTING_environment), "production") || has_production(s) ||
      !settings_item(s, SETTING_environmentpath, 0, &item))
    return;
  const char *path = arena_printf(x->job.arena, "%.*s/production", STR_FMT(item)).p;
  if (access(arena_strz(x->job.arena, item), F_OK) != 0 || mkdir(path, 0750) != 0) return;
  const struct passwd *user = geteuid() == 0 ? getpwnam(settings_strz(s, SETTING_user)) : NULL;
  const struct group *group = geteuid() == 0 ? getgrnam(settings_strz(s, SETTING_group)) : NULL;
  const bool given = chown(path, user != NULL ? user->pw_uid : (uid_t)-1, group != NULL ? group->gr_gid : (gid_t)-1) ==
                     0;
  if (!given) log_warning(&log_agent, "Could not set the owner of %s: %s", path, strerror(errno));
  log_emit(&(struct log_event){.level = LOG_LEVEL_NOTICE,
                               .category = &log_agent,
                               .message = "created",
                               .message_len = 7,
                               .source = arena_printf(x->job.arena, "/File[%s]/ensure", path).p});
}

static bool keep_facts(struct applying *x, const struct ind_object *facts)
{
  struct ind_request r = compile_cli_request(&x->job, IND_FACTS);
  r.instance = facts;
  r.ignore_terminus = true;
  if (indirector_save(&r) != IND_FAILED) return true;
  cli_error("Could not run: Could not retrieve facts for %.*s: %.*s\nWrapped exception:\n%.*s", STR_FMT(x->job.node),
            STR_FMT(r.error), STR_FMT(r.error));
  return false;
}

/* The settings node_name_value and node_name_fact give the name of the node; trusted data contain the certname. */
static void name_node(struct applying *x, const struct hash *facts, struct node_identity *who)
{
  struct settings *s = x->job.cli->settings;
  *who = (struct node_identity){.authenticated = STR("local"),
                                .certname = arena_str(x->job.arena, settings_str(s, SETTING_certname))};
  const str name = settings_str(s, SETTING_node_name_value);
  x->job.node = arena_str(x->job.arena, compile_cli_name_in_facts(s, facts, name));
  x->job.who = who;
}

/* There is no server: $server_facts contains only the environment. When the node is found, the warnings of a
 * compilation about the server are printed. */
static bool find_node(struct applying *x, str *error)
{
  static const struct server_identity none;
  x->job.server = &none;
  x->job.applies = true;
  if (!compile_cli_find(&x->job, NULL, error)) return false;
  x->job.server = NULL;
  compile_cli_server(&x->job);
  x->job.server = &none;
  return true;
}

static bool prepare(struct applying *x, struct ind_object *facts, struct node_identity *who)
{
  str error;
  make_production(x);
  bool ok = compile_cli_environment(&x->job, &error) && compile_cli_indirector(&x->job, &error);
  if (ok) {
    const struct hash *now = facts_now(x, x->given != NULL ? HOST_FACTS_WITHOUT_CUSTOM : HOST_FACTS_ALL);
    name_node(x, now, who);
    *facts = facts_object(x->job.arena, x->job.node, now);
    x->job.given_facts = facts;
    if (x->given == NULL && !keep_facts(x, facts)) return false;
    ok = find_node(x, &error);
  }
  if (!ok) cli_error("%.*s", STR_FMT(error));
  return ok;
}

/* A given catalog needs custom facts, which can take seconds, only for Deferred functions; providers request single
 * facts by name. */
static bool take_catalog(struct applying *x, struct agent_run *run)
{
  if (!x->given(x, &run->catalog)) return false;
  run->custom_facts_left = str_find(run->catalog, STR("\"Deferred\""), 0) == SIZE_MAX;
  if (!run->custom_facts_left) x->job.facts = facts_now(x, HOST_FACTS_ALL);
  return true;
}

/* The classes stored by an earlier run replace those of the classifier. */
static bool load_classes(struct applying *x)
{
  struct arena *a = x->job.arena;
  const char *file = settings_strz(x->job.cli->settings, SETTING_classfile);
  struct buf text = BUF_IN(a);
  struct valuevec names = {0};
  const int reason = file_read(file, DATA_MAX_BYTES, &text);
  if (reason == ENOENT) return true;
  if (reason != 0) {
    fprintf(stderr, "%s is not readable\n", file);
    return false;
  }
  for (size_t at = 0; at < text.n;) {
    at = str_spaces(buf_view(&text), at);
    const size_t from = at;
    while (at < text.n && !ascii_is_space((unsigned char)text.p[at])) at++;
    if (at > from) valuevec_push(&names, a, value_str(str_n(text.p + from, at - from)));
  }
  x->job.found.classes = valuevec_array(&names, a);
  return true;
}

void apply_test(struct applying *x, struct cli *cli)
{
  struct buf error = BUF_HEAP;
  x->detailed = true;
  settings_set(cli->settings, SETTING_show_diff, STR("true"), &error);
  if (log_get_level() > LOG_LEVEL_INFO) log_set_level(LOG_LEVEL_INFO);
  buf_free(&error);
}

/* Like an agent, runs under the lock and with a time limit. */
static bool run_locked(struct applying *x, struct agent_run *run, bool *ok)
{
  const bool agent = settings_get_mode(x->job.cli->settings) == SETTINGS_AGENT;
  if (agent) run->timeout = settings_int(x->job.cli->settings, SETTING_runtimeout);
  if (agent && run_lock_take(x->job.cli->settings, &stopped) != RUN_LOCK_TAKEN) return false;
  *ok = agent_run(run);
  if (agent) run_lock_release(x->job.cli->settings);
  return true;
}

/* The manifest that `ficelle why` can compile again; empty: none. */
static str manifest_of(const struct applying *x)
{
  struct settings *s = x->job.cli->settings;
  if (x->given != NULL || settings_str(s, SETTING_code).n > 0) return STR_EMPTY;
  return arena_str(x->job.arena, x->job.environment.manifest);
}

/* Sets where types, providers and Deferred functions are found. */
static void give_environment(struct applying *x, struct agent_run *run)
{
  run->environment = x->environment;
  run->compile_host = &x->job.host;
  run->facts = x->job.facts;
  run->modulepath = x->job.environment.modulepath;
  run->nmodulepath = x->job.environment.nmodulepath;
  run->as_listed = x->as_listed;
  run->parallel = (uint32_t)settings_int(x->job.cli->settings, SETTING_parallel);
  run->about = (struct journal_about){.undoes = x->undoes, .manifest = manifest_of(x)};
  run->retrieval_seconds = x->retrieval_seconds;
}

/* A server provides sources that name a host, and buckets without a path. The caller ends the session after the run. */
static void give_server(struct applying *x, struct agent_run *run, struct session *session, struct session_files *files)
{
  session_begin(session, x->job.cli->settings, &stopped);
  session->tls_of_settings = true;
  *files = (struct session_files){session, x->job.environment.name, STR_EMPTY};
  run->server = &session_file_server;
  run->serving = files;
  run->own_modules = true;
}

/* Compiles the catalog, unless it was given. */
static bool make_catalog(struct applying *x, struct agent_run *run)
{
  x->environment = environment_new(&x->job.environment, &x->job.host);
  if (run->given) environment_refresh(x->environment, false);
  if (run->given || compile_catalog(x, &run->catalog)) return true;
  apply_count(&x->job, &x->stats, x->began, NULL);
  environment_free(x->environment);
  return false;
}

static int exit_status(const struct applying *x, const struct agent_run *run, bool ok)
{
  if (run->report == NULL) {
    log_printf(&log_compile, LOG_LEVEL_ERR, "%s%.*s", run->given ? "Could not run: " : "", STR_FMT(run->error));
    return 1;
  }
  if (stopped) return 1; /* the run is incomplete */
  /* As in Puppet, a catalog that was given and could not be applied is no failure of the command. */
  if (!ok && !run->from_user) return 1;
  return x->detailed ? report_exit_status(run->report) : 0;
}

int apply_run(struct applying *x)
{
  struct agent_run run = {.arena = x->job.arena,
                          .settings = x->job.cli->settings,
                          .transaction_uuid = x->job.transaction,
                          .puppet_version = STR(PUPPET_VERSION),
                          .stop = &stopped,
                          .send = send,
                          .ctx = x};
  struct ind_object facts;
  struct node_identity who;
  run.given = x->job.compiles_nothing = x->given != NULL;
  run.from_user = run.given && !x->as_listed;
  ral_ruby_setup(x->job.cli->settings);
  if (!prepare(x, &facts, &who)) return 1;
  run.host = x->job.node;
  if (run.given && !take_catalog(x, &run)) return x->status;
  if (x->loadclasses && !load_classes(x)) return 63;
  if (!make_catalog(x, &run)) return 1;
  give_environment(x, &run);
  struct session session;
  struct session_files files;
  give_server(x, &run, &session, &files);
  struct node_data node;
  compile_cli_node(&x->job, &node);
  const struct compile_settings settings = compile_cli_settings(&x->job);
  const struct deferred_source deferred = {&x->job.environment, &node, &settings, &x->job.host};
  run.deferred = &deferred;
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  bool ok = false;
  const bool ran = run_locked(x, &run, &ok);
  session_end(&session);
  if (!ran) {
    cli_stats_end(&x->stats);
    environment_free(x->environment);
    return 1;
  }
  apply_count(&x->job, &x->stats, x->began, run.report);
  ral_ruby_end(run.ruby);
  environment_free(x->environment);
  return exit_status(x, &run, ok);
}
