#include "cli/journal_cli.h"

#include <stdio.h>

#include "base/json_write.h"

bool journal_cli_begin(struct journal_cli *j, struct settings *s)
{
  str error;
  *j = (struct journal_cli){.arena = arena_new()};
  if (journal_list(j->arena, s, &j->runs, &j->n, &error)) return true;
  cli_error("Could not read the journals: %.*s", STR_FMT(error));
  journal_cli_end(j);
  return false;
}

void journal_cli_end(struct journal_cli *j)
{
  arena_free(j->arena);
  j->arena = NULL;
}

const struct journal_run *journal_cli_run(const struct journal_cli *j, const char *name)
{
  str error = STR("No journal of a run was found");
  const struct journal_run *found = NULL;
  if (name != NULL) found = journal_find(j->arena, j->runs, j->n, str_of(name), &error);
  for (uint32_t i = j->n; name == NULL && found == NULL && i > 0; i--) {
    const struct journal_run *run = &j->runs[i - 1];
    if (run->nchanges > 0 || run->error.n > 0 || run->running) found = run;
  }
  if (found == NULL) cli_error("%.*s", STR_FMT(error));
  return found;
}

static const char *state_of(const struct journal_run *run)
{
  return run->error.n > 0 ? "damaged" : run->running ? "running" : !run->ended ? "did not complete" : NULL;
}

static uint32_t resources_of(const struct journal_run *run)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < run->nchanges; i++) n += run->changes[i]->nevents > 0 || !run->changes[i]->finished;
  return n;
}

static void append_run(const struct journal_cli *j, const struct journal_run *run, struct buf *out)
{
  const char *state = state_of(run);
  buf_printf(out, "%6lld  %-19.19s  %9u  %-8.*s  ", (long long)run->number, run->time.n >= 19 ? run->time.p : "",
             resources_of(run), 8, run->transaction.p);
  if (state != NULL) buf_z(out, state);
  else buf_str(out, run->status);
  for (uint32_t i = 0; run->undoes.n > 0 && i < j->n; i++) {
    if (str_eq(j->runs[i].transaction, run->undoes)) buf_printf(out, ", undid run %lld", (long long)j->runs[i].number);
  }
  if (run->error.n > 0) buf_printf(out, ": %.*s", STR_FMT(run->error));
  buf_char(out, '\n');
}

static void write_run(const struct journal_run *run, struct json_writer *w)
{
  const char *state = state_of(run);
  json_begin_object(w);
  json_kint(w, STR("number"), run->number);
  json_kstr(w, STR("transaction_uuid"), run->transaction);
  json_kstr(w, STR("time"), run->time);
  json_kstr(w, STR("host"), run->host);
  json_kstr(w, STR("environment"), run->environment);
  json_kstr(w, STR("configuration_version"), run->version);
  json_kstr(w, STR("status"), state != NULL ? str_of(state) : run->status);
  if (run->undoes.n > 0) json_kstr(w, STR("undoes"), run->undoes);
  if (run->error.n > 0) json_kstr(w, STR("error"), run->error);
  json_key(w, STR("resources"));
  json_begin_array(w);
  for (uint32_t i = 0; i < run->nchanges; i++) json_str(w, run->changes[i]->ref);
  json_end_array(w);
  json_end_object(w);
}

int journal_cli_print(const struct journal_cli *j, bool json)
{
  struct buf out = BUF_HEAP;
  struct json_writer w;
  json_init(&w, &out, true);
  if (json) json_begin_array(&w);
  else if (j->n > 0) buf_z(&out, "   run  began                resources  uuid      result\n");
  else buf_z(&out, "No run has changed anything, or no journals are kept (setting journal_runs).\n");
  for (uint32_t i = j->n; i > 0; i--) {
    if (json) write_run(&j->runs[i - 1], &w);
    else append_run(j, &j->runs[i - 1], &out);
  }
  if (json) {
    json_end_array(&w);
    buf_char(&out, '\n');
  }
  cli_print(&out);
  buf_free(&out);
  return 0;
}
