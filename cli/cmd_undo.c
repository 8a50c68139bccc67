/* `ficelle undo [RUN | --last]`: restores what a run has changed, from its journal. */
#include <stdio.h>

#include "agent/journal/undo.h"
#include "agent/types/types.h"
#include "base/clock.h"
#include "cli/apply_cli.h"
#include "cli/journal_cli.h"

cli_fn cmd_undo;

struct undoing_cli {
  const struct journal_run *run;
  struct undo_plan plan;
  bool force;
};

static void no_log(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral, (void)level, (void)source, (void)message;
}

/* Prints the plan before anything is changed. */
static bool make_catalog(struct applying *x, str *json)
{
  struct undoing_cli *u = x->ctx;
  struct buf text = BUF_IN(x->job.arena);
  struct ral ral = {
    .arena = x->job.arena, .types = ral_types, .settings = x->job.cli->settings, .facts = x->job.facts, .log = no_log};
  undo_plan_make(&ral, u->run, u->force, &u->plan);
  undo_plan_text(&u->plan, u->run, &text);
  if (u->plan.nback == 0) buf_z(&text, "There is nothing to restore.\n");
  cli_print(&text);
  fflush(stdout);
  x->status = u->plan.nchanged > 0 && x->detailed ? 4 : 0;
  *json = undo_plan_catalog(&u->plan, u->run);
  return u->plan.nback > 0;
}

/* Items that were not restored count as failed. */
static int undo(struct applying *x, struct undoing_cli *u)
{
  x->given = make_catalog;
  x->ctx = u;
  x->as_listed = true;
  x->undoes = u->run->transaction;
  const int status = apply_run(x);
  return x->detailed && u->plan.nchanged > 0 && (status == 0 || status == 2) ? status | 4 : status;
}

static int usable(struct arena *a, const struct journal_run *run)
{
  if (run->error.n > 0)
    return cli_error("The journal of run %lld cannot be used: %.*s", (long long)run->number, STR_FMT(run->error));
  if (run->running) return cli_error("Run %lld has not ended yet", (long long)run->number);
  if (!journal_hold(a, run)) return cli_error("The journal of run %lld no longer exists", (long long)run->number);
  return 0;
}

int cmd_undo(struct cli *cli, int argc, char **argv)
{
  struct applying x = {.began = clock_seconds(CLOCK_MONOTONIC)};
  struct undoing_cli u = {.force = false};
  struct journal_cli journals;
  bool last = false, test = false, json = false;
  const struct cli_option options[] = {
    {"last", 0, CLI_FLAG, &last, NULL, "the last run that changed something"},
    {"force", 0, CLI_FLAG, &u.force, NULL, "also restore what has changed since the run"},
    {"json", 0, CLI_FLAG, &json, NULL, "print the list of runs as JSON"},
    APPLY_OPTIONS(&x.detailed, &test),
  };
  const struct cli_usage usage = {
    "ficelle undo [--noop] [--force] [--test] [--detailed-exitcodes] [--SETTING VALUE] RUN | --last\n"
    "       or: ficelle undo [--json]",
    "Restores what a run of `ficelle apply` changed: files, packages, services, users, groups, cron jobs,\n"
    "mounts and keys. RUN is the number of a run, its transaction_uuid or the beginning of that. Without RUN,\n"
    "lists the runs whose journals are kept (settings journal_runs, journal_megabytes).\n"
    "\n"
    "First prints what will be restored and what cannot be restored: the effects of commands, types in Ruby.\n"
    "Resources that have changed since the run are not restored, unless --force is given. --noop\n"
    "changes nothing. An undo is itself a run, with events, a report and a journal, so it can be undone.",
    options, CLI_COUNT(options), SETTINGS_USER};
  log_set_plain(true);
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 2 || (last && argc > 1)) return cli_error("undo takes one run");
  if (!journal_cli_begin(&journals, cli->settings)) return 1;
  if (argc < 2 && !last) {
    status = journal_cli_print(&journals, json);
  } else if ((u.run = journal_cli_run(&journals, last ? NULL : argv[1])) == NULL ||
             usable(journals.arena, u.run) != 0) {
    status = 1;
  } else if (!compile_cli_begin(&x.job, cli, NULL)) {
    status = 1;
  } else {
    if (test) apply_test(&x, cli);
    status = undo(&x, &u);
    compile_cli_end(&x.job);
  }
  journal_cli_end(&journals);
  return cli_finish(status);
}
