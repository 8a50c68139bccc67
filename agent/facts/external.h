/* Shared by the readers of external facts only. */
#ifndef FICELLE_AGENT_FACTS_EXTERNAL_H
#define FICELLE_AGENT_FACTS_EXTERNAL_H

#include "agent/facts/facts_internal.h"

/* What a cache keeps of custom facts goes before all, so that their code does not run. */
enum { FACTS_WEIGHT_EXTERNAL = 10000, FACTS_WEIGHT_ENVIRONMENT = 1000000, FACTS_WEIGHT_CACHED = 2000000 };

/* Each parses a text into the hash `out` and returns what is wrong with it, or NULL. */
const char *facts__external_txt(struct arena *a, str text, struct fact *out);
const char *facts__external_json(struct arena *a, str text, struct fact *out);
const char *facts__external_yaml(struct arena *a, str text, struct fact *out);
/* What a program printed: YAML or JSON when that gives a hash, else NAME=VALUE lines. Never fails. */
const char *facts__external_output(struct arena *a, str text, struct fact *out);

/* YAML that holds no hash: nothing, `false`, or something else. */
#define FACTS_NOTHING "it holds nothing"
#define FACTS_FALSE "it holds false"

/* The name of a fact as Facter makes it: lower case. */
const char *facts__external_name(struct arena *a, str name);
/* Runs a program, with at most one argument, and reads its output, up to 16 MiB each; its exit status is ignored.
 * Returns the error, or NULL. */
const char *facts__external_run(struct arena *a, const char *path, const char *argument, int64_t limit_ms, str *output,
                                str *errors);
/* What the first of these programs that is there prints, its errors when that is nothing; "" when none is
 * there. Only on this host: another root has no programs. */
str facts__ask(struct facts_host *h, const char *const *paths, const char *argument);

/* What was found so far. */
struct facts_list {
  struct facts_external *item;
  size_t count, cap;
};
void facts__found(struct arena *a, struct facts_list *list, struct fact *fact, const char *file, int weight);

/* Appends the facts of one directory, of the last file first; returns the number of problems. */
unsigned facts__external(struct arena *a, const struct facts_options *o, const char *dir, struct facts_list *out);
/* Appends those of the environment. */
void facts__external_environment(struct arena *a, struct facts_list *out);

#endif
