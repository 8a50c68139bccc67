/* Layout of the statistics segment, shared by its writers (store.c, record.c) and its reader (reader.c).
 *
 *   header      one page: immutable description with a checksum, then the words of the protocol
 *   slots       one word per writer process: its compilations in progress
 *   directory   what is in the file, see below
 *   core        all scalars, fixed rows and histograms: one block, one checksum
 *   windows     rings of the newest samples, for percentiles
 *   tables      named rows: the rows, last use of each, hash chains over the names
 *   journal     old contents of all that the running transaction has changed
 *
 * All words are 64 bits wide, in the byte order of the machine; a file of the other order is foreign.
 *
 * Transactions. A writer takes the lock word, empties the journal, makes `sequence` odd, and then for each
 * block: copies its old contents to the journal, then changes it in place. Making `sequence` even again is
 * the commit point. If the writer dies before it, the next owner of the lock finds `sequence` odd and puts
 * the old contents back: a transaction has happened as a whole or not at all.
 *
 * Reading. A reader notes `sequence`, copies a block, and if `sequence` was odd copies the journal too and undoes, in
 * its copy, the changes of the running (or dead) transaction. If `sequence` is still the same, the copy is the state
 * before that transaction; if not, it starts over. So a reader never waits: this is a sequence lock whose odd state
 * can be read through.
 *
 * Locking. The lock word holds the slot number of its owner. Every writer holds a file lock (open file
 * description lock) on the byte SEG_LOCK_SLOT + its slot as long as it lives. The kernel drops that when the
 * process ends, however it ends; so who waits too long for the lock word asks the kernel about the owner's
 * byte, and takes the lock over from the dead. Taking and leaving the lock costs no system call. The word
 * carries a ticket that grows with each owner, so that a take-over cannot hit a new owner of the same slot.
 *
 * Anyone who may read a file may take read locks on it, which block write locks. So the locks that count are on a
 * second file, `<path>.lock`, which only writers can open: there slots are counted from SEG_LOCK_SLOT + SEG_SLOTS *
 * (low half of the instance), so that each segment has its own. The byte in the segment's own file, far beyond the
 * data, is locked too when no reader blocks it: it shows which writers are alive to readers, and to writers that
 * cannot create the second file.
 *
 * The directory makes the file describe itself. It lists containers (the core, windows, tables) and in each the cells:
 * identifier, kind, count. An identifier never changes its meaning: group << 16 | number for an object of stats.def,
 * the number for a value of a window's samples, SEG_HISTOGRAM | number for a histogram. There are no offsets in it:
 * they follow from the order, so none can overlap or lie outside. A program finds the cells it knows (seg_bind) and
 * leaves the others alone. When the file lacks some of them, or another size is asked for, the program makes a new file
 * with all that both know (seg_merge) and copies cell by cell. So programs with different lists can share a file, none
 * loses the numbers of another, and they do not convert each other's file for ever. The version of the layout only
 * changes when this scheme does. Files of versions 1 and 2 had fixed contents, which segment_old.c describes.
 *
 * Contents of a cell: a counter is its number; a gauge is its number plus one, or 0 if it was never set; text is padded
 * with zeros.
 *
 * Trust. Nothing in the file is trusted: sizes are computed from the checked directory and compared with the
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
#include "collectors/stats_table.h"

#define SEG_MAGIC 0x31544154534c4346ull /* "FCLSTAT1" */
#define SEG_VERSION 3u
#define SEG_VERSION_FIRST 1u /* this and later ones are converted */
#define SEG_BYTE_ORDER 0x01020304u
#define SEG_PAGE 4096u
#define SEG_SLOTS 1024u
#define SEG_CONTAINERS 64u /* at most, and cells in all of them together */
#define SEG_CELLS 4096u
#define SEG_ITEM_WORDS 0xffffu /* at most, of the core, a sample, a row */
#define SEG_ITEMS (1u << 20)   /* at most, samples of a window or rows of a table */
#define SEG_ROWS_AT_ONCE 512u  /* rows of one table that a transaction can change */
#define SEG_HISTOGRAM 0x80000000u
/* Bytes from the beginning that always contain header and directory. */
#define SEG_HEAD_BYTES (SEG_PAGE + (SEG_SLOTS + 2 * SEG_CONTAINERS + SEG_CELLS) * 8)

/* Bytes for locks, beyond any data. */
#define SEG_LOCK_MAINTENANCE ((int64_t)1 << 40)
#define SEG_LOCK_SLOT ((int64_t)1 << 41)

#define SEG_RETIRED_REPLACED 1u /* converted to another size: counts live on in the new file */
#define SEG_RETIRED_BAD 2u      /* set aside */

struct seg_header {
  uint64_t magic;
  uint32_t version;
  uint32_t byte_order;
  uint64_t instance;   /* random: distinguishes files, and salts the checksums */
  uint64_t created_us; /* when counting started at zero */
  uint64_t file_bytes;
  uint64_t directory_words;
  uint64_t directory_sum; /* checksum of the directory */
  uint64_t checksum;      /* of all words above */
  /* The words below change; each on its own cache line. */
  _Alignas(64) _Atomic uint64_t lock;     /* ticket << 16 | slot + 1, 0 in the low bits: free */
  _Alignas(64) _Atomic uint64_t sequence; /* odd: a transaction is running */
  _Atomic uint64_t journal_words;         /* used words of the journal */
  _Alignas(64) _Atomic uint64_t retired;  /* SEG_RETIRED_*: this file is no longer the store */
};

/* The first words of every core. Two for each other container follow, in order: used and evicted rows of a table,
 * samples ever written and seconds of a window. */
enum { SEG_CORE_SUM, SEG_CORE_COMMITS, SEG_CORE_ROW_IDS, SEG_CORE_ROWS_CHANGED, SEG_CORE_RECORDED, SEG_CORE_STATES };
/* The first words of every sample. */
enum { SEG_SAMPLE_SUM, SEG_SAMPLE_END_US, SEG_SAMPLE_CELLS };

/* The beginning of every row: numbers with a checksum. The name and other texts follow, with another checksum, which
 * is one of the numbers. */
struct seg_row {
  uint64_t checksum; /* of the numbers of the row after this one */
  uint64_t name_sum; /* checksum of the text words */
  uint64_t id;       /* of this use of the row, never 0 in a used row */
  uint64_t created_us;
  uint64_t changed; /* number of commits at the last change */
  uint64_t hash;
  uint64_t name_length; /* bytes of the name */
};

enum seg_kind {
  SEG_COUNTER = 1,
  SEG_GAUGE,
  SEG_COUNTERS, /* `count` of them: one for each bucket, or number of a fixed row (0 is unused) */
  SEG_GAUGES,
  SEG_TEXT,   /* `count` bytes */
  SEG_HALVES, /* `count` gauges of 32 bits */
  SEG_KINDS,
  /* Only in old files. */
  SEG_RAW,         /* a gauge without the added one: never set if the first counter is 0 */
  SEG_RAW_NONZERO, /* never set if it is 0 */
  SEG_RAW_HALVES,  /* 0 is never set */
};

struct seg_cell {
  uint32_t id;
  uint16_t count;
  uint8_t kind;
  uint8_t step; /* words from one counter to the next; always 1 but in old files */
  uint32_t at;  /* word of the core, sample or row */
};

enum seg_container_kind { SEG_CORE = 1, SEG_WINDOW, SEG_TABLE };

struct seg_container {
  uint32_t kind;
  uint32_t number; /* of the group or window */
  uint32_t items;  /* maximum number of samples or rows; 1 */
  uint32_t item_words;
  uint32_t number_words;    /* of a row; the rest are the texts, the name first */
  uint32_t name_bytes;      /* longest name of a row */
  uint32_t state[2];        /* words of the core that belong to it */
  uint64_t salt, name_salt; /* of its checksums */
  uint32_t first, count;    /* its cells are cells[first] .. cells[first + count - 1] */
  uint64_t at;              /* offset of the items in the file, in bytes */
  uint64_t uses, nexts, heads;
  uint32_t head_count; /* hash chains, a power of two */
};

struct seg_layout {
  uint32_t version;
  uint32_t count;
  uint32_t cell_count;
  uint32_t system[SEG_CORE_STATES]; /* words of the core */
  uint64_t slots, directory, directory_words;
  uint64_t journal, journal_words;
  uint64_t bytes;
  struct seg_container containers[SEG_CONTAINERS]; /* `count` of them; the first is the core */
  struct seg_cell cells[SEG_CELLS];                /* `cell_count` of them */
};

extern const uint64_t seg_bounds_us[STATS_BUCKETS]; /* the last is UINT64_MAX */

/* Computes all offsets from the containers' kinds, items and cells. False when it is too large. */
bool seg_place(struct seg_layout *layout);
/* The same for an old version, where the offsets of cells in an item are given. */
bool seg_place_containers(struct seg_layout *layout, uint64_t journal_words);

/* Adds a container, or a cell to the last one; only counts and kinds are set. False when there are too many. */
bool seg_add_container(struct seg_layout *layout, enum seg_container_kind kind, uint32_t number, uint32_t items,
                       uint32_t name_bytes);
bool seg_add_cell(struct seg_layout *layout, uint32_t id, enum seg_kind kind, uint32_t count);

/* The layout of a file for the list, in the configured sizes. False when one is out of its limits. */
bool seg_design(const struct stats_list *list, const struct stats_config *config, struct seg_layout *layout);
/* Whether a file with the layout `file` has all of `wanted`; when it is opened `first`, also in the same sizes and
 * kinds. Later these do not matter: two writers that differ in them must not convert each other's file for ever. */
bool seg_suffices(const struct seg_layout *file, const struct seg_layout *wanted, bool first);
/* The union of both; sizes are those of `wanted` if it has the container, and `sizes` is set or the file lacks the
 * container. */
bool seg_merge(const struct seg_layout *file, const struct seg_layout *wanted, bool sizes, struct seg_layout *out);
const struct seg_container *seg_find(const struct seg_layout *layout, uint32_t kind, uint32_t number);
const struct seg_cell *seg_find_cell(const struct seg_layout *layout, const struct seg_container *c, uint32_t id);

/* The places of a list's cells, if the file has them in the kind of the list. */
struct seg_spot {
  uint32_t at;
  uint16_t container; /* SEG_NOWHERE: the file does not have it */
  uint16_t count;
  uint8_t kind;
};
#define SEG_NOWHERE 0xffffu
struct seg_bind {
  const struct stats_list *list;
  struct seg_spot *stats, *samples, *histograms;
  uint16_t *groups, *windows; /* their containers */
};
/* False when out of memory. `bind` must be zero or bound before. */
bool seg_bind(struct seg_bind *bind, const struct stats_list *list, const struct seg_layout *layout);
void seg_unbind(struct seg_bind *bind);

/* The directory as words; room for layout->directory_words. */
void seg_write_directory(const struct seg_layout *layout, uint64_t *words);

/* Layouts of the versions before the directory; `sizes`: the words in the header where the directory is described now.
 * */
bool seg_old_layout(uint32_t version, const uint32_t sizes[4], struct seg_layout *layout);

/* Whether the first `size` bytes at `p`, of a file of `file_bytes` bytes, begin a segment that this program can use
 * or, depending on layout->version, convert; fills `layout`. `size` is that of the file or at least SEG_HEAD_BYTES. On
 * false, `reason` (static text) is set. */
bool seg_check_header(const void *p, size_t size, uint64_t file_bytes, struct seg_layout *layout, const char **reason);
uint64_t seg_header_checksum(const struct seg_header *h);

/* Checksum of `n` words, salted. Detects accidents, not attacks. */
uint64_t seg_checksum(uint64_t salt, const uint64_t *words, size_t n);
bool seg_core_ok(uint64_t instance, const struct seg_layout *layout, const uint64_t *core);
void seg_core_seal(uint64_t instance, const struct seg_layout *layout, uint64_t *core);
bool seg_sample_ok(uint64_t instance, const struct seg_container *c, const uint64_t *sample);
void seg_sample_seal(uint64_t instance, const struct seg_container *c, uint64_t *sample);
/* Checks only the numbers (for a writer that changes the row) or the whole row. */
bool seg_row_ok(uint64_t instance, const struct seg_container *c, const struct seg_row *row, bool names_too);
void seg_row_seal(uint64_t instance, const struct seg_container *c, struct seg_row *row, bool names_too);

uint64_t seg_hash(uint64_t seed, const char *p, size_t n);

/* Journal: entries of `n` old words followed by one word `word offset << 16 | n`, so it is read backwards.
 * Puts the old contents back into `p`, a copy of (or the mapping itself of) the bytes from..to of the file;
 * entries outside are skipped. False when the journal is damaged. */
#define SEG_JOURNAL_ENTRY_MAX SEG_ITEM_WORDS
bool seg_undo(const struct seg_layout *layout, const uint64_t *journal, uint64_t words, void *p, uint64_t from,
              uint64_t to);

/* Runs `fn`, which touches the mapping at `map`. False when the mapping's file turned out to be shorter; then `fn` was
 * left in the middle. Not nested. Call seg_guard_install once before the first use: it handles SIGBUS, and passes
 * signals outside a guarded mapping to the previous handler. */
void seg_guard_install(void);
bool seg_guard(const void *map, uint64_t bytes, void (*fn)(void *arg), void *arg);

#endif
