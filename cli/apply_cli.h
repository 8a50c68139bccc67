/* Shared by commands that apply a catalog to this host: they differ in how they get the catalog. */
#ifndef FICELLE_CLI_APPLY_CLI_H
#define FICELLE_CLI_APPLY_CLI_H

#include "agent/journal/journal.h"
#include "agent/report/report.h"
#include "cli/cli_stats.h"
#include "cli/compile_cli.h"

struct applying {
  struct compile_cli job; /* from compile_cli_begin */
  /* Gets a catalog that need not be compiled; called when facts are known. False: nothing is applied, and the exit
   * status is `status`. NULL: the catalog is compiled as the settings require. */
  bool (*given)(struct applying *x, str *json);
  void *ctx; /* context of `given` */
  int status;
  bool as_listed;   /* see agent/run/run.h */
  str undoes;       /* for the journal */
  double began;     /* the value of clock_seconds(CLOCK_MONOTONIC) at the start */
  bool loadclasses; /* --loadclasses */
  bool detailed;    /* --detailed-exitcodes */
  /* Private. */
  struct cli_stats stats;
  double retrieval_seconds;        /* duration of the compilation, without collecting facts; 0: the catalog was given */
  struct environment *environment; /* lives as long as the run: its modules contain types and providers */
};

/* The options of all these commands, in addition to settings: --detailed-exitcodes and --test. */
#define APPLY_OPTIONS(detailed, test)                                                                                 \
  {"detailed-exitcodes", 0, CLI_FLAG, (detailed), NULL, "exit status 2: changes, 4: failures, 6: both; 0 otherwise"}, \
  {                                                                                                                   \
    "test", 't', CLI_FLAG, (test), NULL, "as --verbose --detailed-exitcodes --show_diff"                              \
  }
/* Applies the option --test. */
void apply_test(struct applying *x, struct cli *cli);
/* Adds a run to the statistics; opens and closes them unless `stats` is open. `began`: from
 * clock_seconds(CLOCK_MONOTONIC). `report` NULL: there was no catalog to apply. */
void apply_count(struct compile_cli *job, struct cli_stats *stats, double began, const struct report *report);
/* Runs, reports and counts; returns the exit status. */
int apply_run(struct applying *x);

#endif
