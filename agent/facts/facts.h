/* The facts of this host, under Facter's names and in its forms.
 *
 * Three kinds, of which the heavier one wins: core facts, which are collected here; custom facts, which
 * whoever asks may add through `struct facts_custom` (they are written in Ruby); external facts: files and
 * programs of facts.d directories (weight 10,000), and variables of the environment FACTER_NAME (1,000,000).
 *
 * Core facts: aio_agent_version, augeas, disks, dmi, facterversion, ficelleversion, filesystems,
 * fips_enabled, hypervisors, identity, is_virtual, kernel, kernelmajversion, kernelrelease, kernelversion,
 * load_averages, memory, mountpoints, networking, os, partitions, path, processors, ssh, system_uptime,
 * timezone, virtual, and the legacy ones (legacy.c). One whose source is missing (no /proc/meminfo in a
 * container) is left out, as Facter does. */
#ifndef FICELLE_AGENT_FACTS_FACTS_H
#define FICELLE_AGENT_FACTS_FACTS_H

#include "agent/facts/fact.h"

/* What the published facts agree with. */
#define FACTS_FACTER_VERSION "4.3.0"

/* A value that an external source gives. */
struct facts_external {
  struct fact *fact; /* its key is the name, in lower case */
  const char *file;  /* NULL: a variable of the environment */
  int weight;
};

/* All of them, the directory that is named first and the file that is last in it first. */
struct facts_found {
  const struct facts_external *item;
  size_t count;
};

/* A provider of further facts. Puts name => value into `out` for each external and custom fact that has a value and
 * overrides the core fact of its name. False on failure; external facts are then used unchanged. */
struct facts_custom {
  bool (*resolve)(void *ctx, struct arena *a, const struct fact *core, const struct facts_found *found,
                  struct fact *out);
  void *ctx;
};

/* How long the values of a fact, of a group of facts or of an external file may be taken from the cache. */
struct facts_ttl {
  const char *name;
  int64_t seconds;
};

struct facts_options {
  const char *root;                 /* put before /proc, /sys, /etc; "" or NULL for this host, a directory in tests */
  const char *const *external_dirs; /* ended by NULL; NULL for none */
  bool environment;                 /* FACTER_NAME=value makes facts */
  bool legacy;                      /* legacy facts too */
  bool dots;                        /* a dotted name of a custom or external fact leads into a structured fact */
  const char *const *blocked;       /* names of facts, of external files and "legacy"; ended by NULL; or NULL */
  const struct facts_ttl *ttls;
  size_t ttl_count;
  const char *cache_dir;  /* needed when there are ttls; without it programs are asked for their versions each time */
  int64_t limit_ms;       /* for each program; 0: DEFAULT */
  const struct fact *own; /* a hash: additional facts of the caller, treated as core facts; NULL for none */
  const struct facts_custom *custom;
  /* Called with each fact whose time was measured; NULL: times are not measured. */
  void (*timing)(void *ctx, str name, double seconds, bool cached);
  void *timing_ctx;
};

enum { FACTS_LIMIT_MS = 300 * 1000 };

/* Collects everything into a hash sorted by name. Problems with external facts are logged (category
 * facts.external) and counted in *problems when it is not NULL; the facts that could be read are there all
 * the same. */
struct fact *facts_collect(struct arena *a, const struct facts_options *options, unsigned *problems);

/* The core facts of this host as JSON on one line; collected once in the life of the process. */
str facts_core_json(struct arena *a);

/* The fact networking alone, in such a hash. */
struct fact *facts_networking(struct arena *a);

/* The names of a group of facts ("file system", "id"), each but the last followed by a blank; NULL when no
 * group has that name. */
const char *facts_group(const char *name);
/* All groups, for lists: false after the last. */
bool facts_group_at(size_t i, const char **name, const char **facts);

#endif
