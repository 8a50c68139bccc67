/* The store: data of all nodes (facts, catalogs, reports, exported resources) in one SQLite database (setting
 * storeconfigs_database) in write-ahead mode. Its input is PuppetDB's commands, in its wire formats
 * (indirector/wire/wire.h); its output is answers to PuppetDB's queries (indirector/query/pdb.h) and the resources
 * that other nodes export.
 *
 * Many processes read and write at once: a writer waits up to ten seconds for another one; readers never wait. Each
 * command is one transaction, synced to disk when store_command returns: it is stored completely or not at all, even
 * when the disk is full.
 *
 * Functions report a failure by false with a message. Results are in the given arena. */
#ifndef FICELLE_INDIRECTOR_STORE_STORE_H
#define FICELLE_INDIRECTOR_STORE_STORE_H

#include "compiler/catalog/collector.h"
#include "indirector/wire/wire.h"

struct store;

/* How long data is kept, in seconds; 0: for ever. */
struct store_limits {
  int64_t node_ttl;       /* a node that sends nothing for so long expires: it is hidden, like a deactivated one */
  int64_t node_purge_ttl; /* a node that is hidden for so long is removed */
  int64_t report_ttl;     /* by the time of the report */
};

/* Opens the database (":memory:": private to this process). Creates it if it does not exist, and converts that of an
 * older version. NULL with a message when it is damaged, of a newer version, or cannot be used. */
struct store *store_open(struct arena *a, str path, str *error);
void store_close(struct store *s); /* NULL is fine */

enum store_result {
  STORE_DONE,
  STORE_STALE,   /* ignored, because newer data is stored */
  STORE_SAME,    /* the report is already stored */
  STORE_INVALID, /* the payload is invalid for the command: *error has the reason */
  STORE_FAILED
};

/* Executes the command. `version` is that of its payload: wire_version() of its kind, or an older one that is still
 * accepted (store_oldest_version). */
enum store_result store_command(struct store *s, struct arena *a, enum wire_kind kind, int version, value payload,
                                str *error);
int store_oldest_version(enum wire_kind kind);
/* Hides a node until it sends newer data. */
bool store_deactivate(struct store *s, struct arena *a, str certname, bool *found, str *error);
/* Removes a node with all its data. */
bool store_purge(struct store *s, struct arena *a, str certname, bool *found, str *error);
/* Removes data older than the limits, in small steps between which others can write. Works only once in `interval`
 * seconds, whichever process calls it; 0: always. */
bool store_collect(struct store *s, struct arena *a, const struct store_limits *limits, int64_t interval, str *error);

/* The values of the node's facts, "trusted" among them; *found is false without facts, or when the node is hidden. */
bool store_find_facts(struct store *s, struct arena *a, str certname, bool *found, const struct hash **values,
                      str *timestamp, str *error);

/* Resources of a type ("Apache::Vhost") that active nodes other than `except` export and the query matches (NULL: all),
 * ordered by node and by their place in the catalog. Values of the query that were references are text. */
bool store_search(struct store *s, struct arena *a, str rtype, str except, const struct query *query,
                  struct exported_resource **out, uint32_t *n, str *error);

/* Counts in the store. */
enum store_number { STORE_ACTIVE_NODES, STORE_HIDDEN_NODES, STORE_RESOURCES };
bool store_count(struct store *s, struct arena *a, enum store_number what, int64_t *out, str *error);

/* --- times --- */
/* Parses ISO 8601 into milliseconds since 1970; without a zone in UTC; a date alone means its midnight. */
bool store_time_parse(str text, int64_t *ms);
/* "2026-11-25T19:00:00.123Z"; `out` must have 32 bytes. Returns its length. */
size_t store_time_format(int64_t ms, char *out);
int64_t store_now(void);

#endif
