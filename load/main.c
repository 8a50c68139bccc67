/* ficelle-load: simulates the load of many agents on a server. */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "load/driver.h"

struct shown_results {
  json_t *stages;
  uint64_t failed, good;
};

static void stage_over(struct load *l, const struct tally *t, void *ctx)
{
  struct shown_results *r = ctx;
  struct buf text = BUF_HEAP;
  json_array_append_new(r->stages, results_stage(l, t));
  r->good += t->good;
  r->failed += t->failed;
  if (!l->o.quiet) {
    show_stage(l, t, &text);
    fwrite(text.p, 1, text.n, stdout);
    fflush(stdout);
  }
  buf_free(&text);
}

static int write_json(json_t *run, const char *path)
{
  FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
  if (f == NULL) {
    return cli_error("%s: %s", path, strerror(errno));
  }
  const bool written = json_dumpf(run, f, JSON_INDENT(1) | JSON_REAL_PRECISION(10)) == 0 && fputc('\n', f) != EOF;
  const bool closed = f == stdout ? fflush(f) == 0 : fclose(f) == 0;
  return written && closed ? CLI_GO : cli_error("cannot write %s: %s", path, strerror(errno));
}

static int draw(json_t *runs, const char *folder)
{
  struct buf why = BUF_HEAP;
  const bool drawn = draw_results(runs, folder, &why);
  const int status = drawn ? CLI_GO : cli_error("%.*s", (int)why.n, why.p);
  buf_free(&why);
  return status;
}

/* Draws what earlier runs have written. */
static int draw_files(const char *folder, int count, char **files)
{
  json_t *runs = json_array();
  int status = CLI_GO;
  for (int i = 0; i < count && status == CLI_GO; i++) {
    json_error_t error;
    json_t *run = json_load_file(files[i], 0, &error);
    if (run == NULL) {
      status = cli_error("%s:%d:%d: %s", files[i], error.line, error.column, error.text);
    } else if (!json_is_array(json_object_get(run, "stages"))) {
      status = cli_error("%s: not a result file of ficelle load: it has no stages", files[i]);
      json_decref(run);
    } else {
      json_array_append_new(runs, run);
    }
  }
  status = status == CLI_GO ? draw(runs, folder) : status;
  json_decref(runs);
  return status == CLI_GO ? 0 : status;
}

static int finish(struct load *l, struct shown_results *r)
{
  struct buf text = BUF_HEAP;
  if (!l->o.quiet && json_array_size(r->stages) > 1) {
    buf_char(&text, '\n');
    show_table(l, r->stages, &text);
    cli_print(&text);
  }
  buf_free(&text);
  json_t *run = results_all(l, r->stages);
  int status = l->o.json == NULL ? CLI_GO : write_json(run, l->o.json);
  if (status == CLI_GO && l->o.draw != NULL) {
    json_t *runs = json_pack("[O]", run);
    status = draw(runs, l->o.draw);
    json_decref(runs);
  }
  json_decref(run);
  if (status == CLI_GO && r->good + r->failed == 0) {
    status = cli_error("no transaction was complete");
  }
  return cli_finish(status == CLI_GO ? r->failed > 0 : status);
}

static int load_main(struct cli *cli, int argc, char **argv)
{
  static struct load l; /* large */
  struct shown_results r = {0};
  struct buf why = BUF_HEAP;
  int status = load_options_read(&l.o, cli, &argc, argv);
  if (status != CLI_GO) {
    return status;
  }
  if (argc > 1) {
    return draw_files(l.o.draw, argc - 1, argv + 1);
  }
  l.settings = cli->settings;
  l.arena = arena_new();
  r.stages = json_array();
  if (load_nodes_read(&l.nodes, l.arena, &l.o, l.settings, &why) && driver_run(&l, stage_over, &r, &why)) {
    status = finish(&l, &r);
  } else {
    json_decref(r.stages);
    status = cli_error("%.*s", (int)why.n, why.p);
  }
  load_nodes_release(&l.nodes);
  arena_free(l.arena);
  buf_free(&why);
  return status;
}

int main(int argc, char **argv)
{
  struct cli cli = {.program = "ficelle", .command = "load"};
  signal(SIGPIPE, SIG_IGN);
  const int status = load_main(&cli, argc, argv);
  settings_free(cli.settings);
  log_close();
  return status;
}
