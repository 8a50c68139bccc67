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

/* A file that is not there is empty; a damaged one is set aside as FILE.bad and an error is logged. */
bool state_load(struct agent_state *s, struct ral *ral);
/* The text of such a file in place of what the state had; it must last as long as the state, whose names are parts of
 * it. *is_state: it is a hash. False with a message if it is not YAML. */
bool state_parse(struct agent_state *s, str text, str name, bool *is_state, str *error);
/* The text of the file, without what was not checked for `ttl` seconds (0: any time) before `now`. False: it is nested
 * too deep. */
bool state_text(struct agent_state *s, int64_t ttl, int64_t now, struct buf *out);
/* Forgets what was not checked for `statettl` seconds, and replaces the file; with a batch, when that ends. */
bool state_save(struct agent_state *s, struct ral *ral, struct file_batch *files);
/* NULL: nothing is known of it. */
const struct hash *state_of(const struct agent_state *s, str ref);
/* Makes it known, with nothing about it: a resource that its schedule keeps from being checked. */
void state_touch(struct agent_state *s, str ref);
void state_checked(struct agent_state *s, str ref, struct timespec now);
void state_synced(struct agent_state *s, str ref, struct timespec now);
void state_remember(struct agent_state *s, str ref, str attribute, value v);
/* Seconds since 1970; 0: never. */
int64_t state_last_checked(const struct agent_state *s, str ref);

#endif
