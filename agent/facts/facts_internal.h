/* Shared by the collectors of facts only. */
#ifndef FICELLE_AGENT_FACTS_FACTS_INTERNAL_H
#define FICELLE_AGENT_FACTS_FACTS_INTERNAL_H

#include "agent/facts/facts.h"

struct facts_host {
  struct arena *arena;
  const char *root;
  struct fact *facts;    /* the hash being filled */
  const char *cache_dir; /* may be NULL */
  str if_inet6;          /* /proc/net/if_inet6, once it was read; p NULL before */
};

typedef void facts_fn(struct facts_host *h);

facts_fn facts__os, facts__kernel, facts__networking, facts__memory, facts__processors, facts__load, facts__uptime,
  facts__filesystems, facts__mountpoints, facts__disks, facts__identity, facts__environment, facts__virtual,
  facts__fips, facts__versions, facts__dmi, facts__ssh, facts__partitions, facts__augeas;

/* The legacy facts of what stands in h->facts, into `out`. */
void facts__legacy(struct facts_host *h, struct fact *out);
/* The legacy names of a core fact (a path) or of parts of it: the next one from *at on; NULL after the last. */
const char *facts__legacy_of(const char *path, size_t *at);

/* --- a file below the root --- */

/* The most that is read of a file, be it of the system, of external facts or of the cache. */
enum { FACTS_FILE_LIMIT = 16 << 20 };
/* False when it cannot be read. The text is in the arena. */
bool facts__read(struct facts_host *h, const char *path, str *text);
/* The same without white space around it, "" when there is no such file. */
str facts__read_line(struct facts_host *h, const char *path);
/* Takes the next line off a text; false at its end. */
bool facts__next_line(str *text, str *line);
/* Takes the next word (between blanks) off a line; empty at its end. */
str facts__next_word(str *line);
int64_t facts__number(str text); /* leading digits */

/* Facter's "23.54 GiB"; "512 bytes" below 1024. */
str facts__human_bytes(struct arena *a, uint64_t bytes);
/* Facter's "2.15%". */
str facts__percent(struct arena *a, uint64_t used, uint64_t total);

/* --- what is left out --- */

/* Is this name (of a fact or of a file) or what it belongs to in the list? */
bool facts__blocked(const struct facts_options *o, const char *name);
/* Takes blocked facts out of core facts and legacy ones. */
void facts__take_blocked(const struct facts_options *o, struct fact *core, struct fact *legacy);

/* --- the cache (cache.c): one file a fact or external file --- */

/* How long it may be kept; -1: not at all. */
int64_t facts__ttl(const struct facts_options *o, const char *name);
/* The facts kept for a fact or file, or NULL. */
struct fact *facts__cached(struct arena *a, const struct facts_options *o, const char *name);
void facts__keep(struct arena *a, const struct facts_options *o, const char *name, const struct fact *facts);

/* Seconds of a clock that only goes forward. */
double facts__now(void);

#endif
