/* Queries PuppetDBs and sends them commands, with failover, broadcast, and a spool for commands that no PuppetDB
 * accepts. Errors are logged with the text of Puppet's terminus. One client per process, created at its first use,
 * after the fork. */
#ifndef FICELLE_INDIRECTOR_PUPPETDB_CLIENT_H
#define FICELLE_INDIRECTOR_PUPPETDB_CLIENT_H

#include "indirector/core/indirection.h"
#include "indirector/puppetdb/conf.h"
#include "indirector/puppetdb/spool.h"
#include "indirector/wire/wire.h"

struct puppetdb;

/* Configured by $confdir/puppetdb.conf. NULL with a message, also logged as a warning. Freed with the indirector. */
struct puppetdb *puppetdb_of(struct indirector *in, str *error);
const struct puppetdb_conf *puppetdb_conf_of(const struct puppetdb *p);
const struct spool *puppetdb_spool(const struct puppetdb *p); /* limit 0: no spool */
void puppetdb_free(struct puppetdb *p);                       /* NULL is fine */

/* True if a PuppetDB accepted it, or if soft_write_failure is set; then the failure was logged, and the command was
 * spooled if sending it again can help. *uuid: that of the answer, or empty; may be NULL. */
bool puppetdb_submit(struct puppetdb *p, struct arena *a, const struct wire_command *c, str *uuid, str *error);
/* Sends what is in the spool, for at most so many seconds (0: no limit). Returns the number sent. */
uint32_t puppetdb_send_spooled(struct puppetdb *p, double seconds);

/* Outcomes of commands since the last call. */
struct puppetdb_counts {
  uint64_t sent, sent_us; /* accepted by a PuppetDB, and the time of sending them */
  uint64_t retried;       /* no PuppetDB was reachable: spooled, or left in the spool */
  uint64_t dropped;       /* lost without an answer, or replaced by a newer one */
  uint64_t refused;
};
struct puppetdb_counts puppetdb_take_counts(struct puppetdb *p);

/* The answer to GET `path` ("/pdb/query/v4/nodes/x"), or to POST with a JSON `body`, which is empty otherwise.
 * IND_NOTHING: the object in the path is unknown. *from: the URL that was used last. */
enum ind_result puppetdb_query(struct puppetdb *p, struct arena *a, str path, str body, value *out, str *from,
                               str *error);

#endif
