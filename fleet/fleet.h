/* The agent of a server: its certificate, its server, its runs. Shared by the files of fleet/.
 *
 *   ssl_files.c    keys, certificates, requests and lists as files
 *   machine.c      getting a certificate
 *   disabled.c     agent_disabled.lock
 *   counts.c       statistics other than those of runs
 *   plugins.c      plug-ins of the server: facts, types, functions
 *   facts.c        the facts for the server, and their limits
 *   catalog.c      the catalog: requested, cached, read from the cache
 *   configurer.c   a run
 *   daemon.c       periodic runs; signals
 *   cmd_agent.c, cmd_ssl.c   the commands
 */
#ifndef FICELLE_FLEET_FLEET_H
#define FICELLE_FLEET_FLEET_H

#include <signal.h>

#include "agent/session/session.h"
#include "base/log.h"

/* --- agent_disabled.lock: disabled.c --- */
bool disabled_is(struct settings *s);
/* Parses the reason in the text of the file, which is JSON. False: invalid JSON. Empty without a reason. */
bool disabled_read(struct arena *a, str text, str *reason);
/* "Skipping run of …" */
void disabled_say(struct settings *s);
/* Keeps an existing file. */
bool disabled_set(struct settings *s, str reason);
void disabled_clear(struct settings *s);

/* --- statistics: counts.c --- */
/* Counts a skipped run: runs are disabled, or another one is in progress. */
void counts_skipped(struct settings *s);
/* Records the state of this host: whether runs are disabled, and when its certificate expires (seconds since 1970; 0:
 * no certificate). */
void counts_host(struct settings *s, bool disabled, int64_t until);

#endif
