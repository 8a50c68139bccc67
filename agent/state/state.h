/* state.yaml: when each resource was checked and changed last, and the values that are audited. */
#ifndef FICELLE_AGENT_STATE_STATE_H
#define FICELLE_AGENT_STATE_STATE_H

#include <time.h>

#include "agent/ral/ral.h"

struct file_batch;

struct agent_state {
  struct arena *arena;
  struct hash *resources; /* reference -> hash of "checked", "synced" and names of attributes */
};

/* Reads the file. A missing file is empty; a damaged one is renamed to FILE.bad and an error is logged. */
bool state_load(struct agent_state *s, struct ral *ral);
/* Replaces the state by that in the text, which must live as long as the state, since names point into it. *is_state:
 * it is a hash. False with a message: it is not YAML. */
bool state_parse(struct agent_state *s, str text, str name, bool *is_state, str *error);
/* Writes the text of the file, without resources that were last checked more than `ttl` seconds (0: no limit) before
 * `now`. False: a value is nested too deeply. */
bool state_text(struct agent_state *s, int64_t ttl, int64_t now, struct buf *out);
/* Removes resources that were not checked for `statettl` seconds, and replaces the file: at once, or at the end of the
 * batch. */
bool state_save(struct agent_state *s, struct ral *ral, struct file_batch *files);
/* What is stored about a resource; NULL: nothing. */
const struct hash *state_of(const struct agent_state *s, str ref);
/* Adds an empty entry: for a resource that its schedule keeps from being checked. */
void state_touch(struct agent_state *s, str ref);
void state_checked(struct agent_state *s, str ref, struct timespec now);
void state_synced(struct agent_state *s, str ref, struct timespec now);
void state_remember(struct agent_state *s, str ref, str attribute, value v);
/* In seconds since 1970; 0: never. */
int64_t state_last_checked(const struct agent_state *s, str ref);

#endif
