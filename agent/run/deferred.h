/* Calls the functions of Deferred values, each in a separate small compilation in the environment of the run. */
#ifndef FICELLE_AGENT_RUN_DEFERRED_H
#define FICELLE_AGENT_RUN_DEFERRED_H

#include "agent/ral/ral.h"
#include "compiler/compile.h"

/* Where functions are found, and which data they can read. All is borrowed for the run. */
struct deferred_source {
  const struct environment_options *environment; /* its manifests are not read */
  const struct node_data *node;
  const struct compile_settings *settings;
  const struct host *host;
};

struct deferred {
  const struct deferred_source *source;
  struct environment_options options;
  struct environment *environment; /* NULL before the first value */
};

/* Lets the run resolve Deferred values; `d` must live as long as the run. */
void deferred_begin(struct deferred *d, struct ral *ral, const struct deferred_source *source);
void deferred_end(struct deferred *d);

#endif
