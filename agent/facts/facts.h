/* The facts of this host, under Facter's names and in its forms.
 *
 * Core facts: os, kernel, kernelrelease, kernelversion, kernelmajversion, networking, memory, processors,
 * load_averages, system_uptime, filesystems, mountpoints, disks, identity, path, timezone, virtual,
 * is_virtual, fips_enabled, facterversion (the Facter whose facts these follow) and ficelleversion. External
 * facts (*.txt, *.json, *.yaml and programs in facts.d directories) replace core facts of the same name.
 * Custom facts need Ruby and are not read.
 *
 * A core fact whose source is missing (no /proc/meminfo in a container) is left out, as Facter does. */
#ifndef FICELLE_AGENT_FACTS_FACTS_H
#define FICELLE_AGENT_FACTS_FACTS_H

#include "agent/facts/fact.h"

/* What the published facts agree with. */
#define FACTS_FACTER_VERSION "4.3.0"

struct facts_options {
  const char *root; /* put before /proc, /sys, /etc; "" or NULL for this host, a directory in tests */
  const char *const *external_dirs; /* ended by NULL; NULL for none */
};

/* Collects everything into a hash sorted by name. Problems with external facts are logged (category
 * facts.external) and counted in *problems when it is not NULL; the facts that could be read are there all
 * the same. */
struct fact *facts_collect(struct arena *a, const struct facts_options *options, unsigned *problems);

/* The fact networking alone, in such a hash. */
struct fact *facts_networking(struct arena *a);

#endif
