/* Layout of the statistics segment, shared by its writers (store.c, record.c) and its reader (reader.c).
 *
 *   header   one page: immutable description with a checksum, then the words the protocol lives on
 *   slots    one word a writer process: its compilations in progress
 *   core     all scalars, phases and histogram: one block, one checksum
 *   samples  ring of the newest compilations, for percentiles
 *   tables   environments, nodes, types: rows, last use of each row, hash chains over the names
 *   journal  old contents of everything the running transaction has changed
 *
 * All words are 64 bits wide, in the byte order of the machine; a file of the other order is foreign.
 *
 * Transactions. A writer takes the lock word, empties the journal, makes `sequence` odd, and then for each
 * block: copies its old contents to the journal, then changes it in place. Making `sequence` even again is
 * the commit point. If the writer dies before it, the next owner of the lock finds `sequence` odd and puts
 * the old contents back: a transaction has happened as a whole or not at all.
 *
 * Reading. A reader notes `sequence`, copies a block, and if `sequence` was odd copies the journal too and
 * undoes, in its copy, what the running (or dead) transaction has changed. If `sequence` is still the same,
 * the copy is the state before that transaction; if not, it starts over. So a reader waits for nobody: this
 * is a sequence lock whose odd state can be read through.
 *
 * Locking. The lock word holds the slot number of its owner. Every writer holds a file lock (open file
 * description lock) on the byte SEG_LOCK_SLOT + its slot as long as it lives. The kernel drops that when the
 * process ends, however it ends; so who waits too long for the lock word asks the kernel about the owner's
 * byte, and takes the lock over from the dead. Taking and leaving the lock costs no system call. The word
 * carries a ticket that grows with each owner, so that a take-over cannot hit a new owner of the same slot.
 *
 * Who may read a file may take read locks on it, which keep write locks away. So the locks that count are on
 * a second file, `<path>.lock`, which only writers can open: there slots are counted from
 * SEG_LOCK_SLOT + SEG_SLOTS * (low half of the instance), so that each segment has its own. The byte of the
 * segment's own file, far behind the data, is locked too when no reader is in the way: readers see by it who
 * lives, and so do writers that cannot make the second file.
 *
 * Trust. Nothing in the file is trusted: sizes are computed from the checked header and compared with the
 * file's, indices are bounded where they are used, every block carries a checksum (of its numbers, and of its
 * names).
 */
#ifndef COLLECTORS_SEGMENT_H
#define COLLECTORS_SEGMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectors/stats.h"

#define SEG_MAGIC 0x31544154534c4346ull   /* "FCLSTAT1" */
#define SEG_VERSION 2u
#define SEG_VERSION_FIRST 1u              /* without what is marked "since version 2"; is converted */
#define SEG_BYTE_ORDER 0x01020304u
#define SEG_PAGE 4096u
#define SEG_SLOTS 1024u
#define SEG_BUCKETS (uint32_t)STATS_BUCKETS
#define SEG_FAILURES 12u
#define SEG_NAME 64u                      /* bytes of an environment's or type's name */
#define SEG_LABEL 256u                    /* bytes of a node's name */

/* Bytes that are locked, behind any data. */
#define SEG_LOCK_MAINTENANCE ((int64_t)1 << 40)
#define SEG_LOCK_SLOT ((int64_t)1 << 41)

#define SEG_RETIRED_REPLACED 1u           /* converted to another size: counts live on in the new file */
#define SEG_RETIRED_BAD 2u                /* set aside */

enum seg_table { SEG_ENV, SEG_NODE, SEG_TYPE, SEG_TABLES };

struct seg_sizes {
  uint32_t rows[SEG_TABLES];
  uint32_t samples;
};

struct seg_header {
  uint64_t magic;
  uint32_t version;
  uint32_t byte_order;
  uint64_t instance;        /* random: tells files apart, and salts the checksums */
  uint64_t created_us;      /* when counting began from zero */
  uint64_t file_bytes;
  struct seg_sizes sizes;
  uint64_t checksum;        /* of all words above */
  /* The words below change; each on a cache line of its own. */
  _Alignas(64) _Atomic uint64_t lock;       /* ticket << 16 | slot + 1, 0 in the low bits: free */
  _Alignas(64) _Atomic uint64_t sequence;   /* odd: a transaction is running */
  _Atomic uint64_t journal_words;           /* used words of the journal */
  _Alignas(64) _Atomic uint64_t retired;    /* SEG_RETIRED_*: this file is no longer the store */
};

struct seg_core {
  uint64_t checksum;        /* of the words below */
  uint64_t commits;         /* transactions; numbers the changes of rows */
  uint64_t total, failed, time_us, resources, edges, warnings, deprecated;
  uint64_t last_at_us, last_time_us, last_resources, last_state, last_mem_kib;
  uint64_t parse_files, parse_errors, parse_bytes, cache_hits, cache_misses;
  uint64_t window_s;
  uint64_t samples;         /* written; the ring's newest is at (samples - 1) % capacity */
  uint64_t row_ids;         /* ever given */
  uint64_t rows_changed;    /* value of commits when a row was last added or removed */
  uint64_t used[SEG_TABLES];
  uint64_t evicted[SEG_TABLES];
  uint64_t failures[SEG_FAILURES];
  uint64_t histogram[SEG_BUCKETS];   /* not cumulative */
  /* No phase has the number 0: phase_count[0] counts catalogs answered from the cache, phase_us[0] is spare. */
  uint64_t phase_count[STATS_PHASES];
  uint64_t phase_us[STATS_PHASES];
  /* Since version 2. */
  struct stats_work work;
  uint64_t ruby_compiles;   /* compilations that called Ruby */
  uint64_t ruby_mem_kib;    /* of Ruby, at the end of the last compilation of a process where it runs */
  uint64_t native_calls;
};

/* One compilation in the window. */
struct seg_sample {
  uint64_t checksum;
  uint64_t end_us;
  uint64_t time_us;
  uint64_t env_id;          /* id of the environment's row, 0: none */
  uint64_t mem_kib;
  uint64_t failed;
  uint32_t phase_us[STATS_PHASES];   /* clamped */
};

/* Rows: numbers with a checksum, then names with another, which is one of the numbers. */
struct seg_row {
  uint64_t checksum;        /* of the numbers of the row after this one */
  uint64_t name_sum;        /* checksum of the name words */
  uint64_t id;              /* of this life of the row, never 0 in a used row */
  uint64_t created_us;
  uint64_t changed;         /* value of core.commits at the last change */
  uint64_t hash;
  uint64_t name_length;     /* bytes of the name */
  uint64_t count;           /* compilations; resources for a type */
};

struct seg_env {
  struct seg_row row;
  uint64_t failed, time_us, resources, last_at_us;
  uint64_t ruby_calls, ruby_failed, ruby_us, native_calls;   /* since version 2 */
  char name[SEG_NAME];
};

struct seg_node {
  struct seg_row row;
  uint64_t failed, last_at_us, last_time_us, last_resources, last_state;
  uint64_t env_length;
  char name[SEG_LABEL];
  char env[SEG_NAME];
};

struct seg_type {
  struct seg_row row;
  char name[SEG_NAME];
};

/* What differs between the tables, in words. */
struct seg_table_info {
  const char *name;
  uint32_t row_words;
  uint32_t number_words;    /* the numbers; the rest of the row are the name words */
  uint32_t name_bytes;      /* longest name */
};
extern const struct seg_table_info seg_tables[SEG_TABLES];
/* The same of a layout version, SEG_VERSION_FIRST .. SEG_VERSION. Numbers and names are those of the present
 * version, but the last numbers may be missing. */
const struct seg_table_info *seg_tables_of(uint32_t version);
/* Words of the core, of which the last of the present version may be missing. */
uint32_t seg_core_words(uint32_t version);
extern const uint64_t seg_bounds_us[SEG_BUCKETS];   /* the last is UINT64_MAX */

/* Where everything is, in bytes from the start of the file; a pure function of version and sizes. */
struct seg_layout {
  uint32_t version;
  uint64_t slots, core, samples;
  uint64_t rows[SEG_TABLES], uses[SEG_TABLES], heads[SEG_TABLES], nexts[SEG_TABLES];
  uint32_t head_count[SEG_TABLES];        /* hash chains, a power of two */
  uint64_t journal, journal_words;
  uint64_t bytes;
};

/* False when a size is out of its limits. */
bool seg_layout(uint32_t version, const struct seg_sizes *sizes, struct seg_layout *layout);

/* Whether the first `size` bytes of a file at `p`, the whole being `file_bytes` long, begin a segment this
 * program can use or, see layout->version, convert; fills `layout`. On false, `reason` (static text) tells why
 * not. */
bool seg_check_header(const void *p, size_t size, uint64_t file_bytes, struct seg_layout *layout,
                      const char **reason);
uint64_t seg_header_checksum(const struct seg_header *h);

/* Checksum of `n` words, salted. Against accidents, not against forgers. */
uint64_t seg_checksum(uint64_t salt, const uint64_t *words, size_t n);
bool seg_core_ok(uint64_t instance, uint32_t version, const struct seg_core *core,
                 const struct seg_sizes *sizes);
void seg_core_seal(uint64_t instance, struct seg_core *core);
bool seg_sample_ok(uint64_t instance, const struct seg_sample *sample);
void seg_sample_seal(uint64_t instance, struct seg_sample *sample);
/* Numbers only (what a writer checks of a row it changes) or the whole row. */
bool seg_row_ok(uint64_t instance, enum seg_table table, const struct seg_row *row, bool names_too);
/* The whole row, in a file of that version. */
bool seg_row_ok_in(uint64_t instance, uint32_t version, enum seg_table table, const struct seg_row *row);
void seg_row_seal(uint64_t instance, enum seg_table table, struct seg_row *row, bool names_too);

uint64_t seg_hash(uint64_t seed, const char *p, size_t n);
uint32_t seg_bucket(uint64_t time_us);

/* Journal: entries of `n` old words followed by one word `word offset << 16 | n`, so it is read backwards.
 * Puts the old contents back into `p`, a copy of (or the mapping itself of) the bytes from..to of the file;
 * entries outside are skipped. False when the journal is damaged. */
#define SEG_JOURNAL_ENTRY_MAX 512u
bool seg_undo(const struct seg_layout *layout, const uint64_t *journal, uint64_t words, void *p,
              uint64_t from, uint64_t to);

/* Runs `fn`, which touches the mapping at `map`; false when the mapping's file turned out to be shorter, then
 * `fn` was left in the middle. Not nested. seg_guard_install once before the first use (it takes SIGBUS over;
 * what is no business of a guarded mapping goes to the handler that was there). */
void seg_guard_install(void);
bool seg_guard(const void *map, uint64_t bytes, void (*fn)(void *arg), void *arg);

#endif
