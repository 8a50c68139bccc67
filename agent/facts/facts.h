/* The facts of this host, under Facter's names and in its forms.
 *
 * There are three kinds; for each name the value with the highest weight is used. Core facts are collected here. Custom
 * facts, which are written in Ruby, are added by the caller through `struct facts_custom`. External facts come from
 * files and programs in facts.d directories (weight 10,000), and from environment variables FACTER_NAME (weight
 * 1,000,000).
 *
 * Core facts: aio_agent_version, augeas, disks, dmi, facterversion, ficelleversion, filesystems, fips_enabled,
 * hypervisors, identity, is_virtual, kernel, kernelmajversion, kernelrelease, kernelversion, load_averages, memory,
 * mountpoints, networking, os, partitions, path, processors, ssh, system_uptime, timezone, virtual, and the legacy ones
 * (legacy.c). As in Facter, a fact is omitted if its source is missing (no /proc/meminfo in a container). */
#ifndef FICELLE_AGENT_FACTS_FACTS_H
#define FICELLE_AGENT_FACTS_FACTS_H

#include "agent/facts/fact.h"

/* The version of Facter that our facts correspond to. */
#define FACTS_FACTER_VERSION "4.3.0"

/* A value from an external source. */
struct facts_external {
  struct fact *fact; /* its key is the fact's name, in lower case */
  const char *file;  /* NULL: an environment variable */
  int weight;
};

/* All external values: the first directory first, and in it the last file first. */
struct facts_found {
  const struct facts_external *item;
  size_t count;
};

/* Provides custom facts. Puts name => value into `out` for each external and custom fact that has a value and overrides
 * the core fact of its name. False: it failed, and external facts are used unchanged. */
struct facts_custom {
  bool (*resolve)(void *ctx, struct arena *a, const struct fact *core, const struct facts_found *found,
                  struct fact *out);
  void *ctx;
};

/* How long the values of a fact, of a group of facts or of an external file may be cached. */
struct facts_ttl {
  const char *name;
  int64_t seconds;
};

struct facts_options {
  const char *root;                 /* prefix of /proc, /sys, /etc; "" or NULL: this host; a directory in tests */
  const char *const *external_dirs; /* ended by NULL; NULL for none */
  bool environment;                 /* FACTER_NAME=value defines facts */
  bool legacy;                      /* include legacy facts */
  bool dots;                        /* a dotted name of a custom or external fact is a path into a structured fact */
  const char *const *blocked;       /* names of facts, external files and "legacy"; ended by NULL; may be NULL */
  const struct facts_ttl *ttls;
  size_t ttl_count;
  const char *cache_dir;  /* required for ttls; without it the versions of programs are not cached */
  int64_t limit_ms;       /* time limit for each program; 0: the default */
  const struct fact *own; /* a hash: additional facts of the caller, treated like core facts; NULL: none */
  const struct facts_custom *custom;
  /* Called for each fact whose time was measured; NULL: times are not measured. */
  void (*timing)(void *ctx, str name, double seconds, bool cached);
  void *timing_ctx;
};

enum { FACTS_LIMIT_MS = 300 * 1000 };

/* Collects all facts into a hash sorted by name. Errors of external facts are logged (category facts.external) and
 * counted in *problems (may be NULL); the other facts are returned nevertheless. */
struct fact *facts_collect(struct arena *a, const struct facts_options *options, unsigned *problems);

/* The core facts of this host as JSON on one line; collected once per process. */
str facts_core_json(struct arena *a);

/* A hash with only the fact networking. */
struct fact *facts_networking(struct arena *a);

/* The facts of a group ("file system", "id"), separated by blanks; NULL: unknown group. */
const char *facts_group(const char *name);
/* Iterates over all groups: false after the last. */
bool facts_group_at(size_t i, const char **name, const char **facts);

#endif
