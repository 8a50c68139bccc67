/* Collects the facts of this host with the sources that facter.conf, the settings, the environment's modules and the
 * command line define. */
#ifndef FICELLE_CLI_HOST_FACTS_H
#define FICELLE_CLI_HOST_FACTS_H

#include "agent/facts/facts.h"
#include "base/puppet_version.h"
#include "cli/cli.h"

struct host_facts_options {
  const char *config;                         /* facter.conf; NULL: Facter's default path */
  struct cli_list custom_dirs, external_dirs; /* in addition to the default ones */
  bool no_custom, no_external, no_modules, no_ruby, no_block, no_cache, show_legacy, timing, trace;
  bool announce; /* log each directory of custom facts, as Puppet does when it needs facts itself */
  char **names;  /* `count` requested facts; none: all facts */
  int count;
};

/* Collects them into a hash in the arena, sorted by name. Errors are logged. */
struct fact *host_facts(struct cli *cli, struct arena *a, const struct host_facts_options *options);

/* --- facter.conf (cli/facter_conf.c) --- */

/* Strings are in the arena. */
struct facter_conf {
  const char **blocked; /* facts, with groups replaced by their facts; ended by NULL */
  struct facts_ttl *ttls;
  size_t ttl_count;
  const char **custom_dirs, **external_dirs; /* ended by NULL; NULL: not set */
  bool no_custom, no_external, no_ruby, show_legacy, dots;
};

/* Reads the file (NULL: the default path). As in Facter, an invalid file causes a warning and counts as empty. */
void facter_conf_read(struct arena *a, const char *path, struct facter_conf *out);
/* Prints the groups with their facts, then those of facter.conf, like `facter --list-block-groups`. */
void facter_conf_print_groups(struct arena *a, const char *path, struct buf *out);

/* --- facts in Ruby (cli/custom_facts.c) --- */

struct custom_facts {
  struct cli *cli;
  const char *const *dirs, *const *blocked; /* ended by NULL */
  char **names;
  int count;
  bool trace;
  void (*timing)(void *ctx, str name, double seconds, bool cached); /* may be NULL */
};

/* For struct facts_custom: `ctx` is a struct custom_facts. The code runs in a separate process, so its output, an exit
 * or a kill do not affect this process. */
bool custom_facts_resolve(void *ctx, struct arena *a, const struct fact *core, const struct facts_found *found,
                          struct fact *out);
/* The first Ruby file in these directories; NULL: none. */
const char *custom_facts_file(struct arena *a, const char *const *dirs);

#endif
