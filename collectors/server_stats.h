/* The server collector: what the processes of the server count. Each has one of these:
 *
 *   struct server_stats *s = server_stats_new(store);     after fork, never before
 *   server_stats_request(s, &request);                    a worker, for each answer
 *   server_stats_add(s, STAT_ficSrvConns, 1);             any counter of ficServer, ficReport, ficCa, ficSpool
 *   server_stats_set(s, STAT_ficCaPending, n);            and any gauge of these
 *   server_stats_flush(s);                                when idle
 *   server_stats_free(s);
 *
 * Counting changes numbers in memory. They are written to the store as one record: a tenth of a second after the first
 * count, after each catalog, and by the functions whose comment names it. Counting a request therefore takes less than
 * two microseconds (tests/tools/stats-bench). A process that ends with server_stats_free loses nothing; one that is
 * killed loses the counts of at most a tenth of a second. No function fails: if the store rejects a record, this is
 * logged and the record is dropped.
 *
 * Who counts what:
 *   workers      server_stats_request, connections, handshakes, refusals
 *   supervisor   workers started and died, generations; the gauges of ficServer every few seconds (server_stats_alive),
 *                and server_stats_gone at its end
 *   authority    ficCa...: counters as they happen, gauges when they change and once an hour: certificates expire
 *                by themselves
 *   generation, workers   server_stats_environment: what each of them reads (server/environments/environments.h)
 *   workers, commands     ficSpl... (cli/cli_stats.h): what each of them sends; the gauges one of the workers each few
 *                         seconds, and a command that has sent something */
#ifndef COLLECTORS_SERVER_STATS_H
#define COLLECTORS_SERVER_STATS_H

#include "collectors/run.h"

#define SERVER_STATS_DELAY_US 100000u /* longest time that counts stay in memory while something is counted */

struct server_stats;

/* Borrows `store`, which may be NULL: then nothing is counted. Never returns NULL. */
struct server_stats *server_stats_new(struct stats_store *store);
/* Writes pending counts. `s` may be NULL. */
void server_stats_free(struct server_stats *s);
/* Writes pending numbers to the store. False: they are not counted; the store has logged why. Costs nothing without
 * pending numbers. */
bool server_stats_flush(struct server_stats *s);

/* One request that was answered, whatever the status. Times are microseconds. */
struct server_request {
  uint32_t route;               /* STATS_ROUTE_..., server_route.def */
  int status;                   /* of HTTP */
  uint64_t us;                  /* from the last byte of the request to the answer */
  uint64_t wait_us;             /* the part of it before a worker took it */
  uint64_t bytes_in, bytes_out; /* with headers */
  bool file;                    /* the body of the answer is a file's content (200) ... */
  uint64_t file_bytes;          /* ... of so many bytes */
};
void server_stats_request(struct server_stats *s, const struct server_request *request);

/* Adds to a counter, or sets a gauge, that is a scalar in the list. A time is microseconds since 1970. */
void server_stats_add(struct server_stats *s, uint32_t id, uint64_t n);
void server_stats_set(struct server_stats *s, uint32_t id, uint64_t n);
/* Makes a gauge or time unknown from now on. */
void server_stats_forget(struct server_stats *s, uint32_t id);

/* Records that the server is alive, with its state. Written at once. */
struct server_gauges {
  uint32_t workers, busy, queue, connections;
  uint64_t memory_bytes;
  uint64_t started_us; /* since 1970 */
};
void server_stats_alive(struct server_stats *s, const struct server_gauges *gauges);
/* Records that the server was stopped on purpose, so its absence raises no alarm. Written at once. */
void server_stats_gone(struct server_stats *s);

/* Counts that an environment was read, or could not be read. Written at once. */
struct server_environment {
  str name;
  bool failed; /* then the rest is ignored */
  uint64_t load_us;
  uint64_t memory_bytes; /* 0: unknown */
  str code_version;      /* of code-id-command; empty: none */
};
void server_stats_environment(struct server_stats *s, const struct server_environment *environment);

/* Counts a valid report: fills the rows of its node, environment and types, and the totals of all runs, like
 * run_record for a run of this host. Written at once. */
struct server_report {
  struct run_summary run; /* ended_us: 0, because the clocks of nodes differ */
  bool own_host;          /* of this host's own agent, which counts its runs itself, so only ficReport counts it */
  bool noop_pending, corrective;
  uint64_t process_us; /* time of all processors */
};
void server_stats_report(struct server_stats *s, const struct server_report *report);

#endif
