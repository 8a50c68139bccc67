/* Commands that no PuppetDB accepted: kept on disk, and sent later in their order.
 *
 * A command is a file of its directory, named TIME-PID-NUMBER+COMMAND+CERTNAME: a line of JSON (command, version,
 * certname, producer_timestamp), and the payload. It is written beside its name, synced and renamed, so a file is
 * whole, and it is there when spool_put has returned. Any number of processes put and send; one sends at a time.
 *
 * The spool is bounded. Newer facts and catalogs of a node take the place of older ones. When there is no room, the
 * oldest command of the same node goes, then the oldest of all. */
#ifndef FICELLE_INDIRECTOR_PUPPETDB_SPOOL_H
#define FICELLE_INDIRECTOR_PUPPETDB_SPOOL_H

#include "indirector/wire/wire.h"

struct spool {
  str directory;
  int64_t limit; /* bytes of all its commands */
};

struct spool_depth {
  uint32_t commands;
  int64_t bytes;
  int64_t oldest; /* seconds since 1970; 0: there is none */
};

/* A command ready to be sent. */
struct spool_command {
  enum wire_kind kind;
  int version;
  str certname, timestamp, payload;
};

/* What became of a command that was handed to `send`. */
enum spool_sent {
  SPOOL_SENT,
  SPOOL_REFUSED, /* it never will be: it is dropped */
  SPOOL_AWAY     /* no PuppetDB is reachable: it is kept, and sending ends */
};

/* Others that had to go. */
struct spool_gone {
  uint32_t for_room, outdated; /* for want of room; because the new one makes them old */
};

/* False with a message: it is not kept. */
bool spool_put(const struct spool *s, struct arena *a, const struct spool_command *c, struct spool_gone *gone,
               str *error);
/* One was sent without the spool: what it makes old goes. How many. */
uint32_t spool_forget_old(const struct spool *s, const struct spool_command *c);
/* Sends the oldest first until none is left, `send` reports that no PuppetDB is reachable, or `seconds` (0: any) have
 * passed. Does nothing while another process is sending. broken(ctx, file, why) is called for files that cannot be
 * read, which are renamed to NAME.broken. The number sent. `send` gets an arena of its own. */
uint32_t spool_send(const struct spool *s,
                    enum spool_sent (*send)(void *ctx, struct arena *a, const struct spool_command *c),
                    void (*broken)(void *ctx, str file, str why), void *ctx, double seconds);
/* Its contents; an empty or missing spool is not an error. */
struct spool_depth spool_depth(const struct spool *s);
/* Records that no PuppetDB was reachable, and returns whether that was the case within the last `seconds`, with
 * commands waiting. */
void spool_note_away(const struct spool *s);
bool spool_was_away(const struct spool *s, int64_t seconds);
/* A spool file's text. False with a reason. */
bool spool_read(struct arena *a, str text, struct spool_command *out, str *error);

#endif
