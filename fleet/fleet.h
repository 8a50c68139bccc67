/* The agent of a fleet: its certificate, its server, its runs. What the files of fleet/ share.
 *
 *   ssl_files.c    keys, certificates, requests and lists as files
 *   machine.c      the way to a certificate
 *   disabled.c     agent_disabled.lock
 *   counts.c       what the statistics are told beside runs
 *   plugins.c      plug-ins of the server: facts, types, functions
 *   facts.c        the facts that are sent, and their limits
 *   catalog.c      the catalog: asked for, kept, taken from what was kept
 *   configurer.c   one run
 *   daemon.c       runs again and again; signals
 *   cmd_agent.c, cmd_ssl.c   the commands
 */
#ifndef FICELLE_FLEET_FLEET_H
#define FICELLE_FLEET_FLEET_H

#include <signal.h>

#include "agent/session/session.h"
#include "base/log.h"

/* --- agent_disabled.lock: disabled.c --- */
bool disabled_is(struct settings *s);
/* The reason of a text as the file has it: JSON. False: it is no JSON. No reason: empty. */
bool disabled_read(struct arena *a, str text, str *reason);
/* "Skipping run of …" */
void disabled_say(struct settings *s);
/* A file that is there stays. */
bool disabled_set(struct settings *s, str reason);
void disabled_clear(struct settings *s);

/* --- statistics: counts.c --- */
/* A run that was not made, for it is disabled or another one is at work. */
void counts_skipped(struct settings *s);
/* How this host stands: whether runs are disabled, and until when its certificate is valid (seconds since 1970; 0:
 * there is none). */
void counts_host(struct settings *s, bool disabled, int64_t until);

#endif
