/* Shared by the readers of external facts only. */
#ifndef FICELLE_AGENT_FACTS_EXTERNAL_H
#define FICELLE_AGENT_FACTS_EXTERNAL_H

#include "agent/facts/fact.h"

/* Each parses a text into the hash `out` and returns what is wrong with it, or NULL. */
const char *facts__external_txt(struct arena *a, str text, struct fact *out);
const char *facts__external_json(struct arena *a, str text, struct fact *out);
const char *facts__external_yaml(struct arena *a, str text, struct fact *out);

/* The name of a fact as Facter makes it: lower case. */
const char *facts__external_name(struct arena *a, str name);

/* Runs a program and takes its standard output; returns what went wrong, or NULL. It gets 30 seconds. */
const char *facts__external_run(struct arena *a, const char *path, str *output);

#endif
