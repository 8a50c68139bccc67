/* The facts of this host as a command wants them: what facter.conf, the settings, the modules of the
 * environment and the command line say about where they come from. */
#ifndef FICELLE_CLI_HOST_FACTS_H
#define FICELLE_CLI_HOST_FACTS_H

#include "agent/facts/facts.h"
#include "base/puppet_version.h"
#include "cli/cli.h"

struct host_facts_options {
  const char *config;                         /* facter.conf; NULL: where Facter has it */
  struct cli_list custom_dirs, external_dirs; /* besides those there are */
  bool no_custom, no_external, no_modules, no_ruby, no_block, no_cache, show_legacy, timing, trace;
  char **names; /* what was asked for, `count` of them; none: everything */
  int count;
};

/* Collects them into a hash in the arena, sorted by name. Problems are logged. */
struct fact *host_facts(struct cli *cli, struct arena *a, const struct host_facts_options *options);

/* --- facter.conf (cli/facter_conf.c) --- */

/* Strings are in the arena. */
struct facter_conf {
  const char **blocked; /* facts, groups taken apart; ended by NULL */
  struct facts_ttl *ttls;
  size_t ttl_count;
  const char **custom_dirs, **external_dirs; /* ended by NULL; NULL: not said */
  bool no_custom, no_external, no_ruby, show_legacy, dots;
};

/* Reads it (NULL: the usual place). What is wrong with it is a warning, as in Facter, and it is then empty. */
void facter_conf_read(struct arena *a, const char *path, struct facter_conf *out);
/* Prints the groups with their facts, those of facter.conf behind, as `facter --list-block-groups`. */
void facter_conf_print_groups(struct arena *a, const char *path, struct buf *out);

/* --- facts in Ruby (cli/custom_facts.c) --- */

struct custom_facts {
  struct cli *cli;
  const char *const *dirs, *const *blocked; /* ended by NULL */
  char **names;
  int count;
  bool trace;
  void (*timing)(void *ctx, str name, double seconds, bool cached); /* or NULL */
};

/* For struct facts_custom: `ctx` is a struct custom_facts. The code runs in a separate process, so its output, an exit
 * or a kill do not affect this process. */
bool custom_facts_resolve(void *ctx, struct arena *a, const struct fact *core, const struct facts_found *found,
                          struct fact *out);
/* The first file in Ruby of these directories; NULL when there is none. */
const char *custom_facts_file(struct arena *a, const char *const *dirs);

#endif
