/* Internal to the collectors of facts. */
#ifndef FICELLE_AGENT_FACTS_FACTS_INTERNAL_H
#define FICELLE_AGENT_FACTS_FACTS_INTERNAL_H

#include "agent/facts/facts.h"

struct facts_host {
  struct arena *arena;
  const char *root;
  struct fact *facts;    /* the hash being filled */
  const char *cache_dir; /* may be NULL */
  str if_inet6;          /* text of /proc/net/if_inet6 after it was read; p is NULL before */
};

typedef void facts_fn(struct facts_host *h);

facts_fn facts__os, facts__kernel, facts__networking, facts__memory, facts__processors, facts__load, facts__uptime,
  facts__filesystems, facts__mountpoints, facts__disks, facts__identity, facts__environment, facts__virtual,
  facts__fips, facts__versions, facts__dmi, facts__ssh, facts__partitions, facts__augeas;

/* Makes the legacy facts from h->facts, into `out`. */
void facts__legacy(struct facts_host *h, struct fact *out);
/* Iterates over the legacy names of a core fact (a path) or of parts of it, starting at *at; NULL after the last. */
const char *facts__legacy_of(const char *path, size_t *at);

/* --- files below the root --- */

/* The size limit for any file that is read: of the system, of external facts, of the cache. */
enum { FACTS_FILE_LIMIT = 16 << 20 };
/* False: it cannot be read. The text is in the arena. */
bool facts__read(struct facts_host *h, const char *path, str *text);
/* The same, trimmed; "" if the file does not exist. */
str facts__read_line(struct facts_host *h, const char *path);
/* Removes the next line from a text; false at its end. */
bool facts__next_line(str *text, str *line);
/* Removes the next word (separated by blanks) from a line; empty at its end. */
str facts__next_word(str *line);
int64_t facts__number(str text); /* The number of the leading digits. */

/* Facter's "23.54 GiB"; "512 bytes" below 1024. */
str facts__human_bytes(struct arena *a, uint64_t bytes);
/* Facter's "2.15%". */
str facts__percent(struct arena *a, uint64_t used, uint64_t total);

/* Kinds of block devices, by the names that the kernel gives them. Only a disk can have hardware
 * (/sys/block/NAME/device). Facter looks for three directories of each device; most do not exist, and looking for one
 * takes several microseconds. */
enum facts_block { FACTS_BLOCK_DISK, FACTS_BLOCK_MAPPED, FACTS_BLOCK_LOOP };
enum facts_block facts__block(const char *name);

/* --- blocked facts --- */

/* Whether the list contains this name (of a fact or file), or a name that includes it. */
bool facts__blocked(const struct facts_options *o, const char *name);
/* Removes blocked facts from core facts and legacy facts. */
void facts__take_blocked(const struct facts_options *o, struct fact *core, struct fact *legacy);

/* --- the cache (cache.c): one file for each fact or external file --- */

/* How long it may be cached, in seconds; -1: not at all. */
int64_t facts__ttl(const struct facts_options *o, const char *name);
/* The cached facts of a fact or file, or NULL. */
struct fact *facts__cached(struct arena *a, const struct facts_options *o, const char *name);
void facts__keep(struct arena *a, const struct facts_options *o, const char *name, const struct fact *facts);

/* Seconds of the monotonic clock. */

#endif
