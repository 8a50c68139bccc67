/* Internal to the readers of external facts. */
#ifndef FICELLE_AGENT_FACTS_EXTERNAL_H
#define FICELLE_AGENT_FACTS_EXTERNAL_H

#include "agent/facts/facts_internal.h"

/* Cached custom facts have the highest weight, so that their code does not run. */
enum { FACTS_WEIGHT_EXTERNAL = 10000, FACTS_WEIGHT_ENVIRONMENT = 1000000, FACTS_WEIGHT_CACHED = 2000000 };

/* Each parses a text into the hash `out` and returns an error, or NULL. */
const char *facts__external_txt(struct arena *a, str text, struct fact *out);
const char *facts__external_json(struct arena *a, str text, struct fact *out);
const char *facts__external_yaml(struct arena *a, str text, struct fact *out);
/* Parses the output of a program: YAML or JSON if that gives a hash, else NAME=VALUE lines. Never fails. */
const char *facts__external_output(struct arena *a, str text, struct fact *out);

/* YAML that contains no hash: nothing, `false`, or another value. */
#define FACTS_NOTHING "it holds nothing"
#define FACTS_FALSE "it holds false"

/* Converts the name of a fact as Facter does: to lower case. */
const char *facts__external_name(struct arena *a, str name);
/* Runs a program with at most one argument and reads its output and errors, up to 16 MiB each; its exit status is
 * ignored. Returns the error, or NULL. */
const char *facts__external_run(struct arena *a, const char *path, const char *argument, int64_t limit_ms, str *output,
                                str *errors);
/* The output of the first of these programs that exists, or its errors if there is no output; "" if none exists. Only
 * on this host: programs of another root are not run. */
str facts__ask(struct facts_host *h, const char *const *paths, const char *argument);

/* The facts found so far. */
struct facts_list {
  struct facts_external *item;
  size_t count, cap;
};
void facts__found(struct arena *a, struct facts_list *list, struct fact *fact, const char *file, int weight);

/* Appends the facts of a directory, those of the last file first; returns the number of errors. */
unsigned facts__external(struct arena *a, const struct facts_options *o, const char *dir, struct facts_list *out);
/* Appends the facts from environment variables. */
void facts__external_environment(struct arena *a, struct facts_list *out);

#endif
