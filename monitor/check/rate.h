/* Counters as rates per second: the values of the last call are stored in a file.
 *
 *   ficelle-rate 1
 *   key HOST 1.3.6… ficCmpTotal
 *   at 1700000000000000
 *   row 1234 web1.example.org
 *   end
 */
#ifndef FICELLE_MONITOR_RATE_H
#define FICELLE_MONITOR_RATE_H

#include "base/arena.h"
#include "base/buf.h"

struct rate_row {
  uint64_t number;
  str name; /* "" for a scalar */
};

struct rate_state {
  uint64_t at_us; /* 0: no state */
  struct rate_row *row;
  size_t count;
};

enum { RATE_FILE_MAX = 16 << 20 };

/* Parses a state. Rows are allocated in the arena; names are borrowed from the text. False, with an empty state, for
 * anything but a complete file with that key. */
bool rate_parse(struct arena *a, str text, str key, struct rate_state *state);
void rate_print(const struct rate_state *state, str key, struct buf *out);
/* The rate per second of a row, from the state to a present value. False when it is unknown: a new row, or a counter
 * or clock that went back. `hint`: where to look for the row first; 0 for the first row. */
bool rate_of(const struct rate_state *state, str name, uint64_t number, uint64_t at_us, size_t *hint,
             double *per_second);

/* The file of a key, in `directory`; NULL: in the directory of MP_STATE_PATH, or one in /var/tmp that only this user
 * can access. False with a line in `why`. */
bool rate_path(const char *directory, str key, struct buf *path, struct buf *why);
/* Reads a state; a missing or damaged file is an empty state. */
void rate_read(struct arena *a, const char *path, str key, struct rate_state *state);
bool rate_write(struct arena *a, const char *path, str key, const struct rate_state *state, struct buf *why);

#endif
