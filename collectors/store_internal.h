/* Internal to the store's writer: shared by store.c (opening, guarded transactions), store_file.c (creating and
 * replacing files), store_aside.c (damaged files), store_lock.c (slots and the lock word), store_convert.c (other
 * sizes and versions) and record.c (contents of a transaction). */
#ifndef COLLECTORS_STORE_INTERNAL_H
#define COLLECTORS_STORE_INTERNAL_H

#include <string.h>
#include <sys/types.h>

#include "base/log.h"
#include "collectors/segment.h"
#include "collectors/stats.h"

/* Outcome of an operation on the file. */
enum store_result {
  STORE_OK,
  STORE_GONE,    /* this file is no longer the store (replaced, removed): open the path again */
  STORE_DAMAGED, /* to be renamed; store->reason has the reason */
  STORE_FAILED,  /* nothing can be done now; already logged */
};

struct stats_store {
  struct stats_config config; /* with the defaults filled in */
  char *path;
  const struct stats_list *list;
  struct stats_record *record;

  int fd;      /* -1: not attached */
  int lock_fd; /* of <path>.lock; -1: not open */
  char *map;
  struct seg_bind bind; /* of the list to it */
  struct seg_header *header;
  uint64_t *core;
  uint64_t *journal;
  uint64_t instance;
  uint64_t journal_used;
  uint32_t slot;
  dev_t dev;
  ino_t ino;

  uint32_t active;           /* compilations of this process in progress */
  uint64_t path_checked_ms;  /* when the path was last compared with the file */
  uint64_t attach_failed_ms; /* when attaching last failed, 0: it did not */
  bool was_attached;
  bool opened;              /* from then on a file of other sizes is accepted: two writers must not convert each other's
                             * file for ever */
  const char *reason;       /* of STORE_DAMAGED, static text */
  int problem;              /* of STORE_FAILED while attaching: an errno, 0: another */
  struct stats_store *next; /* all stores of the process, for fork */

  /* These are large, and only the used part of each is ever touched. */
  struct seg_layout wanted; /* the layout of a new file */
  struct seg_layout layout; /* of the file */
};

/* store_aside.c */
/* Call with the maintenance lock held, when the file is known to be the one at the path. Renames it to
 * <path>.bad-<time>, and removes all but the newest STATS_BAD_KEPT of those. */
bool store_rename_bad(struct stats_store *s, const char *reason);

/* store_file.c */
enum store_result store_attach(struct stats_store *s, char *error, size_t size);
void store_detach(struct stats_store *s);
/* Renames the file if it still is the open one of this store, or if checking it again finds it damaged. */
void store_set_aside(struct stats_store *s);

/* store_lock.c */
/* Opens <path>.lock for the file `s->fd`; without it the locks are on that file only. */
void store_open_locks(struct stats_store *s);
/* Keeps other writers from creating, converting and renaming the file. Waits at most two seconds, because a stopped
 * process must not block all others; then returns false with errno EBUSY. */
bool store_maintain(struct stats_store *s);
void store_maintained(struct stats_store *s);
bool store_claim_slot(struct stats_store *s);
/* Takes the lock word; first undoes a dead owner's transaction. */
enum store_result store_lock(struct stats_store *s);
void store_unlock(struct stats_store *s);
uint64_t store_clock_ms(void);

/* store.c */
/* The configured length of a window. */
uint64_t store_window_s(const struct stats_store *s, size_t window);
/* All code that touches the mapping runs inside: if the file is truncated, the call returns STORE_DAMAGED, and SIGBUS
 * does not end the process. */
enum store_result store_guarded(struct stats_store *s, enum store_result (*fn)(struct stats_store *s, void *arg),
                                void *arg);
/* Runs `fn` as one transaction; attaches, renames a damaged file and tries again as needed. When `fn` runs, the core
 * is already in the journal; it returns false when it finds damage, and all changes are undone. */
bool store_transact(struct stats_store *s, bool (*fn)(struct stats_store *s, void *arg), void *arg);
/* Copies `words` words at `p` (in the mapping, never its last word) to the journal; afterwards they may be changed. */
static inline void store_journal(struct stats_store *s, const void *p, size_t words)
{
  uint64_t *to = s->journal + s->journal_used;
  const uint64_t *from = p;
  for (size_t i = 0; i < words; i += 2) {
    memcpy(to + i, from + i, 16); /* most blocks are short; an extra word is overwritten below */
  }
  to[words] = (uint64_t)((const char *)p - s->map) / sizeof(uint64_t) << 16 | words;
  s->journal_used += words + 1;
  atomic_store_explicit(&s->header->journal_words, s->journal_used, memory_order_release);
  atomic_thread_fence(memory_order_release);
}

/* One table in some segment, either the mapping or a new one in memory. */
struct store_table {
  const struct seg_container *c;
  char *base;
  uint64_t mask;
  uint64_t *uses;  /* commits at the last use of each row */
  uint64_t *heads; /* of the hash chains: row number + 1, 0 for none */
  uint64_t *nexts;
};

static inline struct store_table store_table(char *segment, const struct seg_container *c)
{
  return (struct store_table){
    .c = c,
    .base = segment + c->at,
    .mask = c->head_count - 1,
    .uses = (uint64_t *)(void *)(segment + c->uses),
    .heads = (uint64_t *)(void *)(segment + c->heads),
    .nexts = (uint64_t *)(void *)(segment + c->nexts),
  };
}

static inline struct seg_row *store_row(const struct store_table *t, uint64_t index)
{
  return (struct seg_row *)(void *)(t->base + index * t->c->item_words * 8);
}

static inline char *store_row_name(const struct store_table *t, struct seg_row *row)
{
  return (char *)row + t->c->number_words * 8;
}

/* record.c: the store's record. False when out of memory. */
bool store_new_record(struct stats_store *s);
void store_free_record(struct stats_store *s);

/* Of store_file.c: marks the mapped file as no longer the store. */
enum store_result store_mark_retired(struct stats_store *s, void *how);

/* store_convert.c */
/* Copies every cell, row and sample of `from` that fits to `to`, a new segment in memory. */
void store_convert(const char *from, const struct seg_layout *from_layout, char *to,
                   const struct seg_layout *to_layout);

#endif
