/* What commands that apply a catalog to this host share: the catalog comes from somewhere, the rest is the same. */
#ifndef FICELLE_CLI_APPLY_CLI_H
#define FICELLE_CLI_APPLY_CLI_H

#include "agent/journal/journal.h"
#include "agent/report/report.h"
#include "cli/cli_stats.h"
#include "cli/compile_cli.h"

struct applying {
  struct compile_cli job; /* of compile_cli_begin */
  /* A catalog that nothing is compiled for, once facts are there. False: there is nothing to apply, the exit status is
   * `status`. NULL: what the settings say is compiled. */
  bool (*given)(struct applying *x, str *json);
  void *ctx; /* for it */
  int status;
  bool as_listed;   /* see agent/run/run.h */
  str undoes;       /* for the journal */
  double began;     /* apply_seconds() at the start */
  bool loadclasses; /* --loadclasses */
  bool detailed;    /* --detailed-exitcodes */
  /* Its own. */
  struct cli_stats stats;
  double retrieval_seconds;        /* of compiling, without collecting facts; 0: the catalog was given */
  struct environment *environment; /* lasts as long as the run: its modules have types and providers */
};

double apply_seconds(void);
/* The options that all of them have, beside settings: --detailed-exitcodes and --test. */
#define APPLY_OPTIONS(detailed, test)                                                                                 \
  {"detailed-exitcodes", 0, CLI_FLAG, (detailed), NULL, "exit status 2: changes, 4: failures, 6: both; 0 otherwise"}, \
  {                                                                                                                   \
    "test", 't', CLI_FLAG, (test), NULL, "as --verbose --detailed-exitcodes --show_diff"                              \
  }
/* --test was given. */
void apply_test(struct applying *x, struct cli *cli);
/* Adds a run to the statistics, which it opens unless `stats` has them open, and closes; `began` by apply_seconds().
 * `report` NULL: there was no catalog to apply. */
void apply_count(struct compile_cli *job, struct cli_stats *stats, double began, const struct report *report);
/* The exit status. The run is reported and counted. */
int apply_run(struct applying *x);

#endif
