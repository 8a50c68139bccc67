/* Writes the numbers of the server's processes to the statistics store. */
#ifndef FICELLE_SERVER_PROCESS_STATISTICS_H
#define FICELLE_SERVER_PROCESS_STATISTICS_H

#include "collectors/server_stats.h"
#include "server/board/board.h"

/* For a worker: counts an answer; `bytes` of its body. */
void statistics_request(struct server_stats *s, const struct request *r, const struct answer *a, uint64_t bytes,
                        uint64_t us, uint64_t wait_us);
/* Counts of connections as of the last call. */
struct statistics_seen {
  uint64_t connections, handshakes, resumed, refused, failed, malformed, timeouts, over;
};
void statistics_connections(struct server_stats *s, struct http_counts *now, struct statistics_seen *seen);

/* For the supervisor: writes the state of the server. `others`: processes other than the supervisor and the workers. */
void statistics_alive(struct server_stats *s, const struct board *b, const pid_t *others, size_t nothers);

#endif
