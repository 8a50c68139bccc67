/* Commands that no PuppetDB accepted: stored on disk, and sent later in order.
 *
 * A command is a file in the directory, named TIME-PID-NUMBER+COMMAND+CERTNAME: a line of JSON (command, version,
 * certname, producer_timestamp), and the payload. It is written under another name, synced and renamed, so a file is
 * always complete, and it exists when spool_put has returned. Any number of processes add and send; one sends at a
 * time.
 *
 * The size is limited. Newer facts and catalogs of a node replace older ones. Without room, the oldest command of the
 * same node is dropped, then the oldest of all. */
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
  int64_t oldest; /* seconds since 1970; 0: the spool is empty */
};

/* A command ready to be sent. */
struct spool_command {
  enum wire_kind kind;
  int version;
  str certname, timestamp, payload;
};

/* The outcome of `send` for a command. */
enum spool_sent {
  SPOOL_SENT,
  SPOOL_REFUSED, /* it will never be accepted: drop it */
  SPOOL_AWAY     /* no PuppetDB is reachable: keep it, and stop sending */
};

/* Numbers of commands that were removed. */
struct spool_gone {
  uint32_t for_room, outdated; /* to make room; because the new one replaces them */
};

/* Adds a command. False with a message: it was not stored. */
bool spool_put(const struct spool *s, struct arena *a, const struct spool_command *c, struct spool_gone *gone,
               str *error);
/* Removes the commands that one sent without the spool replaces. Returns their number. */
uint32_t spool_forget_old(const struct spool *s, const struct spool_command *c);
/* Sends the oldest first until the spool is empty, `send` reports that no PuppetDB is reachable, or `seconds` (0: no
 * limit) have passed. Does nothing while another process is sending. Calls broken(ctx, file, why) for files that
 * cannot be read, which are renamed to NAME.broken. Returns the number sent. `send` gets an arena of its own. */
uint32_t spool_send(const struct spool *s,
                    enum spool_sent (*send)(void *ctx, struct arena *a, const struct spool_command *c),
                    void (*broken)(void *ctx, str file, str why), void *ctx, double seconds);
/* Its contents; an empty or missing spool is not an error. */
struct spool_depth spool_depth(const struct spool *s);
/* Records that no PuppetDB was reachable, and returns whether that was the case within the last `seconds`, with
 * commands waiting. */
void spool_note_away(const struct spool *s);
bool spool_was_away(const struct spool *s, int64_t seconds);
/* Parses a spool file's text. False with a reason. */
bool spool_read(struct arena *a, str text, struct spool_command *out, str *error);

#endif
