/* `ficelle apply [FILE | -e CODE | --catalog FILE]`: compiles the catalog of this host and applies it. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "agent/run/lock.h"
#include "agent/run/run.h"
#include "base/file.h"
#include "cli/cli_stats.h"
#include "cli/compile_cli.h"
#include "cli/host_facts.h"
#include "collectors/run.h"
#include "indirector/node.h"

cli_fn cmd_apply;

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
  (void)signal;
  stopped = 1;
}

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct applying {
  struct compile_cli job;
  struct cli_stats stats;
  struct environment *environment;   /* lasts as long as the run: its modules have types and providers */
  double began;                      /* seconds of the monotonic clock */
  bool loadclasses;                  /* --loadclasses */
  bool summary;                      /* --write-catalog-summary */
};

/* --- the catalog --- */

static bool compile_catalog(struct applying *x, str *json)
{
  struct compile_cli *job = &x->job;
  struct node_data node;
  struct compile_settings settings = compile_cli_settings(job);
  compile_cli_node(job, &node);
  settings.write_json = settings.drop_exported = settings.rich_data = true;
  settings.cycles = SEVERITY_IGNORE;       /* applying finds them, and reports the resources */
  const struct observer *observer = cli_stats_begin(&x->stats, job->cli->settings);
  struct compile_result result = compile(x->environment, &node, &settings, &job->host, observer);
  const bool ok = result.ok;
  if (ok) {
    log_notice(&log_compile, "Compiled catalog for %.*s in environment %.*s in %.2f seconds", STR_FMT(job->node),
               STR_FMT(job->environment.name), seconds_now() - x->began);
    *json = arena_str(job->arena, result.json);
  } else {
    compile_cli_log(NULL, &log_compile, CLOG_ERR, STR_EMPTY, compile_failure_text(job->arena, &result, job->node),
                    STR_EMPTY);
  }
  compile_result_free(&result);
  cli_stats_end(&x->stats);
  return ok;
}

static bool read_catalog(struct applying *x, const char *path, str *json)
{
  struct buf text = BUF_IN(x->job.arena);
  char *const from = arena_strz(x->job.arena, str_of(path));
  const int reason = strcmp(path, "-") == 0 ? file_read_fd(STDIN_FILENO, DATA_MAX_BYTES, &text)
                                            : file_read(from, DATA_MAX_BYTES, &text);
  if (reason != 0) {
    cli_error("Could not run: Could not read catalog %s: %s", path, file_reason(reason));
    return false;
  }
  *json = buf_view(&text);
  return true;
}

/* --- the report --- */

/* Where the setting `reports` says, and $lastrunreport. */
static void send(void *ctx, const struct report *report)
{
  struct applying *x = ctx;
  const struct ind_object object = {.data = report_value(report), .json = STR_EMPTY};
  for (int cached = 0; cached < 2; cached++) {
    struct ind_request r = compile_cli_request(&x->job, IND_REPORT);
    x->job.indirector->routes[IND_REPORT].cache = indirection_terminus(IND_REPORT, STR("yaml"));
    r.instance = &object;
    r.ignore_terminus = cached == 1;
    r.ignore_cache_save = cached == 0;
    if (indirector_save(&r) == IND_FAILED) cli_error("Could not send report: %.*s", STR_FMT(r.error));
  }
}

/* --- statistics --- */

static uint64_t microseconds(double seconds)
{
  return seconds > 0 ? (uint64_t)(seconds * 1e6) : 0;
}

static void count_phases(const struct report *rep, struct run_summary *sum)
{
  static const struct { const char *name; unsigned phase; } phases[] = {
      {"fact_generation", STATS_RUNPHASE_FACT_GENERATION}, {"config_retrieval", STATS_RUNPHASE_CONFIG_RETRIEVAL},
      {"transaction_evaluation", STATS_RUNPHASE_TRANSACTION_EVALUATION}};
  for (uint32_t i = 0; i < rep->ntimes; i++) {
    for (size_t k = 0; k < sizeof phases / sizeof *phases; k++) {
      if (strcmp(rep->times[i].name, phases[k].name) != 0) continue;
      sum->phase_us[phases[k].phase] = microseconds(rep->times[i].seconds);
      sum->phase_count[phases[k].phase] = 1;
    }
  }
}

/* Sums by type, in the order of their first resources. */
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

/* `report` NULL: there was no catalog to apply. */
static void count_run(struct applying *x, const struct report *rep)
{
  struct cli_stats stats;
  struct run_summary sum = {.environment = x->job.environment.name, .node = x->job.node,
                            .result = STATS_RUNRESULT_NO_CATALOG, .wall_us = microseconds(seconds_now() - x->began)};
  if (rep != NULL) {
    sum.configuration_version = rep->configuration_version;
    sum.result = result_of(rep);
    sum.noop = rep->noop;
    sum.resources = rep->statuses.n;
    count_phases(rep, &sum);
    sum.types = count_types(x->job.arena, rep, &sum);
  }
  cli_stats_begin(&stats, x->job.cli->settings);
  if (stats.store != NULL) run_record(stats.store, &sum);
  cli_stats_end(&stats);
}

/* --- the command --- */

static const struct hash *facts_now(struct applying *x)
{
  return compile_cli_host_facts(&x->job, x->job.arena, HOST_FACTS_ALL);
}

static bool prepare(struct applying *x, struct ind_object *facts)
{
  str error;
  if (!compile_cli_indirector(&x->job, &error)) {
    cli_error("%.*s", STR_FMT(error));
    return false;
  }
  *facts = facts_object(x->job.arena, x->job.node, facts_now(x));
  x->job.given_facts = facts;
  if (compile_cli_find(&x->job, NULL, &error)) return true;
  cli_error("%.*s", STR_FMT(error));
  return false;
}

/* The classes that an earlier run wrote down take the place of the classifier's. */
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
    while (at < text.n && ascii_is_space((unsigned char)text.p[at])) at++;
    const size_t from = at;
    while (at < text.n && !ascii_is_space((unsigned char)text.p[at])) at++;
    if (at > from) valuevec_push(&names, a, value_str(str_n(text.p + from, at - from)));
  }
  x->job.found.classes = valuevec_array(&names, a);
  return true;
}

static int apply(struct applying *x, const char *catalog, bool detailed)
{
  struct agent_run run = {.arena = x->job.arena, .settings = x->job.cli->settings, .host = x->job.node,
                          .puppet_version = STR(PUPPET_VERSION),
                          .stop = &stopped, .send = send, .ctx = x};
  struct ind_object facts;
  if (catalog != NULL && !read_catalog(x, catalog, &run.catalog)) return 1;
  x->job.compiles_nothing = catalog != NULL;
  ral_ruby_setup();
  if (!prepare(x, &facts)) return 1;
  if (x->loadclasses && !load_classes(x)) return 63;
  x->environment = environment_new(&x->job.environment, &x->job.host);
  if (catalog != NULL) environment_refresh(x->environment, false);
  if (catalog == NULL && !compile_catalog(x, &run.catalog)) {
    count_run(x, NULL);
    environment_free(x->environment);
    return 1;
  }
  run.environment = x->environment;
  run.compile_host = &x->job.host;
  run.given = catalog != NULL;
  run.facts = x->job.facts;
  struct node_data node;
  compile_cli_node(&x->job, &node);
  const struct compile_settings settings = compile_cli_settings(&x->job);
  const struct deferred_source deferred = {&x->job.environment, &node, &settings, &x->job.host};
  run.deferred = &deferred;
  run.modulepath = x->job.environment.modulepath;
  run.nmodulepath = x->job.environment.nmodulepath;
  run.retrieval_seconds = run.given ? 0 : seconds_now() - x->began;
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  /* As an agent makes its runs: one at a time, and not for ever. */
  const bool agent = settings_get_mode(x->job.cli->settings) == SETTINGS_AGENT;
  if (agent) run.timeout = settings_int(x->job.cli->settings, SETTING_runtimeout);
  bool ok = !agent || run_lock_take(x->job.cli->settings, &stopped) == RUN_LOCK_TAKEN;
  if (!ok) {
    environment_free(x->environment);
    return 1;
  }
  ok = agent_run(&run);
  if (agent) run_lock_release(x->job.cli->settings);
  count_run(x, run.report);
  ral_ruby_end(run.ruby);
  environment_free(x->environment);
  if (run.report == NULL) return cli_error("%s%.*s", run.given ? "Could not run: " : "", STR_FMT(run.error));
  return !ok ? 1 : detailed ? report_exit_status(run.report) : 0;
}

int cmd_apply(struct cli *cli, int argc, char **argv)
{
  struct applying x = {.began = seconds_now()};
  const char *code = NULL, *catalog = NULL;
  bool detailed = false, test = false, parseonly = false;
  const struct cli_option options[] = {
      {"execute", 'e', CLI_STRING, &code, "CODE", "apply this code"},
      {"catalog", 0, CLI_FILE, &catalog, "FILE", "apply a catalog, as `catalog compile` prints it; - reads standard input"},
      {"detailed-exitcodes", 0, CLI_FLAG, &detailed, NULL,
       "exit status 2: changes, 4: failures, 6: both; 0 otherwise"},
      {"test", 't', CLI_FLAG, &test, NULL, "as --verbose --detailed-exitcodes --show_diff"},
      {"write-catalog-summary", 0, CLI_FLAG, &x.summary, NULL, "write classes.txt and resources.txt into the state directory"},
      {"parseonly", 0, CLI_FLAG, &parseonly, NULL, "has been removed: use `ficelle parser validate`"},
      {"loadclasses", 'L', CLI_FLAG, &x.loadclasses, NULL, "declare the classes in the file of the setting classfile, too"},
  };
  const struct cli_usage usage = {
      "ficelle apply [--noop] [--test] [--detailed-exitcodes] [--SETTING VALUE] [-e CODE | --catalog FILE | FILE]",
      "Compiles the catalog of this host from a manifest, a directory of manifests or code, and brings the\n"
      "host into that state. Without any of them the code is read from standard input. --noop only prints\n"
      "what would be changed.", options, CLI_COUNT(options), SETTINGS_USER};
  if (cli->settings == NULL) cli->settings = settings_new();
  log_set_plain(true);
  settings_set_default(cli->settings, SETTING_write_catalog_summary, STR("false"));
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (parseonly) {
    puts("--parseonly has been removed. Please use 'puppet parser validate <manifest>'");
    return cli_finish(1);
  }
  if (argc > 2) log_warning(&log_compile, "Only one file can be applied per run.  Skipping %s", argv[2]);
  struct buf text = BUF_HEAP, error = BUF_HEAP;
  if (x.summary) settings_set(cli->settings, SETTING_write_catalog_summary, STR("true"), &error);
  if (test) {
    detailed = true;
    settings_set(cli->settings, SETTING_show_diff, STR("true"), &error);
    if (log_get_level() > LOG_LEVEL_INFO) log_set_level(LOG_LEVEL_INFO);
  }
  if (code != NULL) {
    settings_set(cli->settings, SETTING_code, str_of(code), &error);
  } else if (argc > 1) {
    if (access(argv[1], F_OK) != 0) return cli_error("Could not run: Could not find file %s", argv[1]);
    settings_set(cli->settings, SETTING_manifest, str_of(argv[1]), &error);
  } else if (catalog == NULL) {
    const int reason = file_read_fd(STDIN_FILENO, DATA_MAX_BYTES, &text);
    if (reason != 0) return cli_error("Could not read standard input: %s", file_reason(reason));
    settings_set(cli->settings, SETTING_code, text.n > 0 ? buf_view(&text) : STR("\n"), &error);
  }
  if (!compile_cli_begin(&x.job, cli, NULL)) return 1;
  status = apply(&x, catalog, detailed);
  compile_cli_end(&x.job);
  buf_free(&text);
  buf_free(&error);
  return cli_finish(status);
}
