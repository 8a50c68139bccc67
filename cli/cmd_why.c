/* `ficelle why [RUN | --last] RESOURCE`: explains why a run changed a resource. */
#include <stdio.h>

#include "agent/journal/why.h"
#include "base/json_write.h"
#include "cli/catalog_cli.h"
#include "cli/journal_cli.h"
#include "indirector/node.h"

cli_fn cmd_why;

struct why_cli {
  struct cli *cli;
  struct journal_cli journals;
  struct why_change why;
  bool last, full, json, compiles;
};

/* --- finding --- */

static bool find_in(struct why_cli *w, const struct journal_run *run, str ref)
{
  const struct journal_cli *j = &w->journals;
  if (run->error.n > 0) {
    cli_error("The journal of run %lld cannot be used: %.*s", (long long)run->number, STR_FMT(run->error));
    return false;
  }
  if (why_change_find(j->arena, j->runs, j->n, (uint32_t)(run - j->runs), ref, &w->why)) return true;
  cli_error("Run %lld did not change %.*s", (long long)run->number, STR_FMT(ref));
  return false;
}

/* Finds the last run that changed the resource. */
static bool find_last(struct why_cli *w, str ref)
{
  const struct journal_cli *j = &w->journals;
  for (uint32_t i = j->n; i > 0; i--) {
    if (why_change_find(j->arena, j->runs, j->n, i - 1, ref, &w->why)) return true;
  }
  cli_error("No run with a journal has changed %.*s", STR_FMT(ref));
  return false;
}

/* --- where the values come from --- */

static bool load(struct compile_cli *job, str *error)
{
  if (!compile_cli_indirector(job, error)) return false;
  struct ind_object *facts = ARENA_NEW(job->arena, struct ind_object);
  *facts = facts_object(job->arena, job->node, compile_cli_host_facts(job, job->arena, HOST_FACTS_ALL));
  job->given_facts = facts;
  return compile_cli_find(job, NULL, error);
}

/* The catalog of the run is not stored, so the manifest is compiled again. `lines` are allocated in the arena of the
 * journals. */
static bool origin(struct why_cli *w, str *lines, str *error)
{
  const struct journal_run *run = w->why.run;
  struct compile_cli job;
  struct buf wrong = BUF_HEAP;
  struct arena *a = w->journals.arena;
  *error = STR("the run used a given catalog or code, which is not stored");
  if (run->undoes.n > 0) *error = arena_printf(a, "the run restored what run %.*s had changed", STR_FMT(run->undoes));
  if (run->manifest.n == 0) return false;
  bool ok = settings_set(w->cli->settings, SETTING_manifest, run->manifest, &wrong) &&
            (run->environment.n == 0 || settings_set(w->cli->settings, SETTING_environment, run->environment, &wrong));
  if (!ok) *error = arena_str(a, buf_view(&wrong));
  buf_free(&wrong);
  if (!ok || !compile_cli_begin(&job, w->cli, run->host.n > 0 ? arena_strz(a, run->host) : NULL)) return false;
  ok = load(&job, error) && catalog_why_lines(&job, w->why.change->ref, w->full, lines, error);
  *lines = ok ? arena_str(a, *lines) : STR_EMPTY;
  if (!ok) *error = arena_str(a, *error);
  compile_cli_end(&job);
  return ok;
}

/* --- printing --- */

static void append_indented(struct buf *out, str lines)
{
  for (str rest = lines; rest.n > 0;) {
    const str line = str_cut(&rest, '\n');
    buf_printf(out, "    %.*s\n", STR_FMT(line));
  }
}

static int tell(struct why_cli *w)
{
  struct buf out = BUF_HEAP;
  struct json_writer j;
  str lines = STR_EMPTY, error = STR_EMPTY;
  const bool known = w->compiles && origin(w, &lines, &error);
  json_init(&j, &out, true);
  if (w->json) {
    json_begin_object(&j);
    why_change_json(&w->why, &j);
    if (known) json_kstr(&j, STR("origin"), lines);
    else if (w->compiles) json_kstr(&j, STR("origin_unknown"), error);
    json_end_object(&j);
    buf_char(&out, '\n');
  } else {
    why_change_text(&w->why, w->full, &out);
    if (known) {
      buf_z(&out, "  source of its values in the present code:\n");
      append_indented(&out, lines);
    } else if (w->compiles) {
      buf_printf(&out, "  source of its values unknown: %.*s\n", STR_FMT(error));
    }
  }
  cli_print(&out);
  buf_free(&out);
  return 0;
}

int cmd_why(struct cli *cli, int argc, char **argv)
{
  struct why_cli w = {.cli = cli, .compiles = true};
  const struct cli_option options[] = {
    {"last", 0, CLI_FLAG, &w.last, NULL, "the last run that changed something"},
    {"full", 0, CLI_FLAG, &w.full, NULL, "print long values completely"},
    {"json", 0, CLI_FLAG, &w.json, NULL, "print JSON"},
    {"compile", 0, CLI_FLAG, &w.compiles, NULL,
     "compile the manifest of the run again (default; --no-compile: the journals only)"},
  };
  const struct cli_usage usage = {
    "ficelle why [--last] [--full] [--json] [--no-compile] [RUN] RESOURCE",
    "Explains why a run of `ficelle apply` changed a resource, for example File[/etc/motd]: which properties\n"
    "differed, their values before and after, whether they were changed on this host (corrective) or the\n"
    "catalog changed (intentional), since which run the catalog has these values, what triggered the resource\n"
    "and what it triggered. Then compiles the manifest of the run again, to print where the values come from:\n"
    "file and line, class, default, override, key of Hiera.\n"
    "\n"
    "RUN is a number or transaction_uuid that `ficelle undo` lists; by default it is the last run that\n"
    "changed the resource.",
    options, CLI_COUNT(options), SETTINGS_USER};
  log_set_plain(true);
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  const bool named = argc == 3 && !w.last;
  if (argc != 2 && !named) return cli_error("why takes a resource, which a run may precede");
  if (!journal_cli_begin(&w.journals, cli->settings)) return 1;
  const str ref = str_of(argv[argc - 1]);
  const struct journal_run *run = named || w.last ? journal_cli_run(&w.journals, named ? argv[1] : NULL) : NULL;
  bool found = false;
  if (run != NULL) found = find_in(&w, run, ref);
  else if (!named && !w.last) found = find_last(&w, ref);
  status = found ? tell(&w) : 1;
  journal_cli_end(&w.journals);
  return cli_finish(status);
}
