/* Sends facts of this host to a Puppet server. */
#ifndef FICELLE_CLI_SERVER_FACTS_H
#define FICELLE_CLI_SERVER_FACTS_H

#include "agent/session/session.h"

/* The facts as they are sent: JSON {name, values, timestamp, expiration}. They expire after `runinterval`. */
str server_facts_json(struct arena *a, struct settings *settings, str node, const struct hash *facts);
/* PUT /puppet/v3/facts/NODE. False if there was no answer, with the reason in *error. An answer may have any status. */
bool server_facts_put(struct session *session, struct arena *a, str node, str environment, const struct hash *facts,
                      struct http_answer *answer, struct session_error *error);

#endif
