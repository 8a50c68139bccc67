/* Counters as numbers a second: the values of the last look are kept in a file.
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
  uint64_t at_us; /* 0: there is none */
  struct rate_row *row;
  size_t count;
};

enum { RATE_FILE_MAX = 16 << 20 };

/* Rows are allocated in the arena, names are borrowed from the text. False, and the state is empty, for everything but
 * a whole file with that key. */
bool rate_parse(struct arena *a, str text, str key, struct rate_state *state);
void rate_print(const struct rate_state *state, str key, struct buf *out);
/* Units a second of a row, between the state and a value of now; false when that cannot be told: a new row, a counter
 * that went back, a clock that did. `hint`: where the row is looked for first, 0 for the first row. */
bool rate_of(const struct rate_state *state, str name, uint64_t number, uint64_t at_us, size_t *hint,
             double *per_second);

/* The file of a key, in `directory`; NULL: the directory that MP_STATE_PATH names, or one in /var/tmp that belongs to
 * this user alone. False with a line in `why`. */
bool rate_path(const char *directory, str key, struct buf *path, struct buf *why);
/* A file that is not there, or damaged, is an empty state. */
void rate_read(struct arena *a, const char *path, str key, struct rate_state *state);
bool rate_write(struct arena *a, const char *path, str key, const struct rate_state *state, struct buf *why);

#endif
