/* Shared by the collectors of facts only. */
#ifndef FICELLE_AGENT_FACTS_FACTS_INTERNAL_H
#define FICELLE_AGENT_FACTS_FACTS_INTERNAL_H

#include "agent/facts/facts.h"

struct facts_host {
  struct arena *arena;
  const char *root;
  struct fact *facts; /* the hash being filled */
};

typedef void facts_fn(struct facts_host *h);

facts_fn facts__os, facts__kernel, facts__networking, facts__memory, facts__processors, facts__load,
    facts__uptime, facts__filesystems, facts__mountpoints, facts__disks, facts__identity, facts__environment,
    facts__virtual, facts__fips, facts__versions;

/* Reads the external facts of one directory over what is there; returns the number of problems. */
unsigned facts__external(struct facts_host *h, const char *dir);

/* A file below the root, up to 1 MiB of it; false when it cannot be read. The text is in the arena. */
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

#endif
