#include "collectors/reader_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

static void *must(void *p)
{
  if (p == NULL) {
    log_problem(&log_stats_reader, LOG_LEVEL_CRIT, "OUT_OF_MEMORY", NULL, "out of memory");
    abort();
  }
  return p;
}

struct stats_reader *stats_reader_new(const char *path, const struct stats_reader_options *options)
{
  struct stats_reader *r = must(calloc(1, sizeof *r));
  r->path = must(strdup(path));
  if (options != NULL) {
    r->options = *options;
  }
  r->fd = -1;
  seg_guard_install();
  r->state = STATS_STATE_MISSING;
  snprintf(r->reason, sizeof r->reason, "not read yet");
  return r;
}

static void close_file(struct stats_reader *r)
{
  if (r->map != NULL) {
    munmap((void *)(uintptr_t)r->map, r->map_bytes);
    r->map = NULL;
  }
  if (r->fd >= 0) {
    close(r->fd);
    r->fd = -1;
  }
}

void stats_reader_free(struct stats_reader *r)
{
  if (r == NULL) {
    return;
  }
  close_file(r);
  for (int t = 0; t < SEG_TABLES; t++) {
    free(r->tables[t].rows);
    free(r->tables[t].order);
    free(r->tables[t].index);
  }
  free(r->samples);
  free(r->copy);
  free(r->journal);
  free(r->path);
  free(r);
}

static uint64_t clock_us(const struct stats_reader *r)
{
  if (r->options.clock_us != NULL) {
    return r->options.clock_us(r->options.clock_ctx);
  }
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* --- copying -------------------------------------------------------------------------------------------- */

#define AGAIN 0           /* beside STATS_STATE_*: writers were quicker */

struct outcome {
  int state;              /* STATS_STATE_*, or AGAIN */
  const char *reason;
};

static const struct outcome good = {STATS_STATE_OK, ""};
static const struct outcome too_fast = {AGAIN, "it changes too fast"};
static const struct outcome bad_journal = {STATS_STATE_CORRUPT, "its journal is damaged"};

static uint64_t load(const struct stats_reader *r, size_t offset)
{
  const _Atomic uint64_t *word = (const _Atomic uint64_t *)(const void *)(r->map + offset);
  return atomic_load_explicit(word, memory_order_acquire);
}

/* Undoes, in a copy of from..to, what the transaction has changed that was running when it was copied. False
 * when the journal makes no sense (or changed meanwhile, which the caller finds out). */
static bool undo_running(struct stats_reader *r, const struct seg_layout *layout, void *p, uint64_t from,
                         uint64_t to)
{
  uint64_t words = load(r, offsetof(struct seg_header, journal_words));
  if (words > layout->journal_words) {
    return false;
  }
  if (words > 0) {
    memcpy(r->journal, r->map + layout->journal, words * sizeof *r->journal);
  }
  return seg_undo(layout, r->journal, words, p, from, to);
}

/* One consistent copy of from..to, as it was before or after some transaction, never in the middle. */
static struct outcome copy_block(struct stats_reader *r, const struct seg_layout *layout, void *p,
                                 uint64_t from, uint64_t to, unsigned attempts, uint64_t *sequence)
{
  while (attempts-- > 0) {
    uint64_t before = load(r, offsetof(struct seg_header, sequence));
    memcpy(p, r->map + from, to - from);
    atomic_thread_fence(memory_order_acquire);
    bool undone = (before & 1) == 0 || undo_running(r, layout, p, from, to);
    atomic_thread_fence(memory_order_acquire);
    if (load(r, offsetof(struct seg_header, sequence)) == before) {
      *sequence = before;
      return undone ? good : bad_journal;
    }
  }
  return too_fast;
}

/* Large blocks are copied in pieces, smaller ones when writers are quick; rows never straddle two pieces. */
static struct outcome copy_items(struct stats_reader *r, const struct seg_layout *layout, char *p,
                                 uint64_t from, uint64_t count, uint64_t item_bytes)
{
  uint64_t piece = 65536 / item_bytes;
  uint64_t sequence;
  for (uint64_t done = 0; done < count;) {
    uint64_t n = count - done < piece ? count - done : piece;
    uint64_t at = from + done * item_bytes;
    struct outcome result =
        copy_block(r, layout, p + done * item_bytes, at, at + n * item_bytes, n > 1 ? 8 : 100000, &sequence);
    if (result.state == AGAIN && n > 1) {
      piece = (n + 7) / 8;
      continue;
    }
    if (result.state != STATS_STATE_OK) {
      return result;
    }
    done += n;
  }
  return good;
}

/* A new copy of the whole, in r->copy at the offsets of the file. */
static struct outcome copy_all(struct stats_reader *r, const struct seg_header *header,
                               const struct seg_layout *layout, uint64_t *sequence)
{
  char *copy = r->copy;
  struct outcome result = copy_block(r, layout, copy + layout->core, layout->core,
                                     layout->core + sizeof(struct seg_core), 100000, sequence);
  if (result.state != STATS_STATE_OK) {
    return result;
  }
  const struct seg_core *core = (const struct seg_core *)(const void *)(copy + layout->core);
  if (!seg_core_ok(header->instance, SEG_VERSION, core, &header->sizes)) {
    return (struct outcome){STATS_STATE_CORRUPT, "its totals are damaged"};
  }
  uint64_t samples = core->samples < header->sizes.samples ? core->samples : header->sizes.samples;
  result = copy_items(r, layout, copy + layout->samples, layout->samples, samples, sizeof(struct seg_sample));
  for (int t = 0; t < SEG_TABLES && result.state == STATS_STATE_OK; t++) {
    result = copy_items(r, layout, copy + layout->rows[t], layout->rows[t], core->used[t],
                        seg_tables[t].row_words * 8ull);
  }
  return result;
}

static struct outcome check_copy(const struct stats_reader *r, const struct seg_header *header,
                                 const struct seg_layout *layout)
{
  const struct seg_core *core = (const struct seg_core *)(const void *)(r->copy + layout->core);
  const struct seg_sample *sample = (const struct seg_sample *)(const void *)(r->copy + layout->samples);
  uint64_t samples = core->samples < header->sizes.samples ? core->samples : header->sizes.samples;
  for (uint64_t i = 0; i < samples; i++) {
    if (!seg_sample_ok(header->instance, &sample[i])) {
      return (struct outcome){STATS_STATE_CORRUPT, "a sample is damaged"};
    }
  }
  for (int t = 0; t < SEG_TABLES; t++) {
    for (uint64_t i = 0; i < core->used[t]; i++) {
      const char *row = r->copy + layout->rows[t] + i * seg_tables[t].row_words * 8;
      if (!seg_row_ok(header->instance, (enum seg_table)t, (const struct seg_row *)(const void *)row, true)) {
        return (struct outcome){STATS_STATE_CORRUPT, "a row of a table is damaged"};
      }
    }
  }
  return good;
}

/* --- taking a copy over --------------------------------------------------------------------------------- */

struct sort_entry {
  const struct seg_row *row;
  uint32_t slot;
  uint16_t length;
  char index[READER_INDEX_MAX];
};

static int compare_entries(const void *a, const void *b)
{
  const struct sort_entry *x = a;
  const struct sort_entry *y = b;
  int order = reader_compare_index(x->index, x->length, y->index, y->length);
  if (order != 0) {
    return order;
  }
  return x->row->changed < y->row->changed ? 1 : x->row->changed > y->row->changed ? -1 : 0;
}

/* Sorts the rows of a table. A row that moved while pieces were copied can be there twice: the newer one
 * stays. */
static void sort_table(struct reader_table *table, enum seg_table id, size_t used)
{
  struct sort_entry *entries = must(malloc(used * sizeof *entries + 1));
  for (size_t i = 0; i < used; i++) {
    const struct seg_row *row =
        (const struct seg_row *)(const void *)(table->rows + i * seg_tables[id].row_words * 8);
    entries[i].row = row;
    entries[i].slot = (uint32_t)i;
    entries[i].length =
        (uint16_t)reader_index_of(reader_row_name(id, row), row->name_length, entries[i].index);
  }
  if (used > 0) {
    qsort(entries, used, sizeof *entries, compare_entries);
  }
  table->count = 0;
  for (size_t i = 0; i < used; i++) {
    if (i > 0 && reader_compare_index(entries[i - 1].index, entries[i - 1].length, entries[i].index,
                                      entries[i].length) == 0) {
      continue;
    }
    table->order[table->count] = entries[i].slot;
    if (id == SEG_NODE) {
      memcpy(table->index[table->count], entries[i].index, entries[i].length);
    }
    table->count++;
  }
  free(entries);
}

static void take_table(struct stats_reader *r, enum seg_table id, const char *rows, size_t used,
                       bool same_rows)
{
  struct reader_table *table = &r->tables[id];
  size_t row_bytes = seg_tables[id].row_words * 8;
  if (table->room < used) {
    free(table->rows);
    free(table->order);
    free(table->index);
    table->room = used + used / 4 + 16;
    table->rows = must(malloc(table->room * row_bytes));
    table->order = must(malloc(table->room * sizeof *table->order));
    table->index = id == SEG_NODE ? must(malloc(table->room * sizeof *table->index)) : NULL;
    same_rows = false;
  }
  if (used > 0) {
    memcpy(table->rows, rows, used * row_bytes);
  }
  if (!same_rows) {
    sort_table(table, id, used);
  }
}

static void derive_rows(struct stats_reader *r)
{
  r->table_change_us = r->header.created_us;
  for (int t = 0; t < SEG_TABLES; t++) {
    for (size_t i = 0; i < r->tables[t].count; i++) {
      uint64_t created_us = reader_row(r, (enum seg_table)t, i)->created_us;
      if (created_us > r->table_change_us) {
        r->table_change_us = created_us;
      }
    }
  }
  memset(r->env_nodes, 0, sizeof r->env_nodes);
  for (size_t i = 0; i < r->tables[SEG_NODE].count; i++) {
    const struct seg_node *node = (const struct seg_node *)(const void *)reader_row(r, SEG_NODE, i);
    long env = reader_find(r, SEG_ENV, node->env, node->env_length);
    if (env >= 0) {
      r->env_nodes[env]++;
    }
  }
}

static void take_copy(struct stats_reader *r, const struct seg_header *header,
                      const struct seg_layout *layout, uint64_t sequence, bool whole)
{
  struct seg_core core;
  memcpy(&core, r->copy + layout->core, sizeof core);
  bool same_rows = whole && r->loaded && r->header.instance == header->instance &&
                   r->core.rows_changed == core.rows_changed;
  r->core = core;
  r->header = *header;
  atomic_store_explicit(&r->header.sequence, sequence, memory_order_relaxed);
  r->layout = *layout;
  for (int t = 0; t < SEG_TABLES; t++) {
    take_table(r, (enum seg_table)t, r->copy + layout->rows[t], core.used[t], same_rows);
  }
  r->sample_count = core.samples < header->sizes.samples ? core.samples : header->sizes.samples;
  if (r->sample_room < r->sample_count) {
    free(r->samples);
    r->samples = must(malloc(header->sizes.samples * sizeof *r->samples));
    r->sample_room = header->sizes.samples;
  }
  if (r->sample_count > 0) {
    memcpy(r->samples, r->copy + layout->samples, r->sample_count * sizeof *r->samples);
  }
  r->generation++;
  r->rows_generation += !same_rows;
  r->loaded = true;
  derive_rows(r);
}

/* --- refresh -------------------------------------------------------------------------------------------- */

/* Opens and maps what is at the path now. */
static struct outcome follow_path(struct stats_reader *r, struct stat *st)
{
  if (stat(r->path, st) != 0) {
    int problem = errno;
    close_file(r);
    return (struct outcome){STATS_STATE_MISSING, strerror(problem)};
  }
  if (r->fd >= 0 && (st->st_dev != r->dev || st->st_ino != r->ino || (uint64_t)st->st_size != r->map_bytes)) {
    close_file(r);
  }
  if (r->fd >= 0) {
    return good;
  }
  r->fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (r->fd < 0 || fstat(r->fd, st) != 0) {
    int problem = errno;
    close_file(r);
    return (struct outcome){STATS_STATE_MISSING, strerror(problem)};
  }
  r->dev = st->st_dev;
  r->ino = st->st_ino;
  r->map_bytes = (uint64_t)st->st_size;
  if (!S_ISREG(st->st_mode) || r->map_bytes < SEG_PAGE) {
    const char *reason =
        S_ISREG(st->st_mode) ? "it is too short to have a header" : "it is not a regular file";
    close_file(r);
    return (struct outcome){STATS_STATE_CORRUPT, reason};
  }
  void *map = mmap(NULL, r->map_bytes, PROT_READ, MAP_SHARED, r->fd, 0);
  if (map == MAP_FAILED) {
    int problem = errno;
    close_file(r);
    return (struct outcome){STATS_STATE_MISSING, strerror(problem)};
  }
  r->map = map;
  return good;
}

/* Compilations in progress: the sum over the slots, without those whose process is gone. */
static void read_active(struct stats_reader *r, const struct seg_layout *layout)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < SEG_SLOTS; i++) {
    uint64_t active = load(r, layout->slots + i * sizeof(uint64_t));
    if (active != 0 && active < UINT32_MAX) {
      struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = SEG_LOCK_SLOT + i, .l_len = 1};
      if (fcntl(r->fd, F_OFD_GETLK, &l) == 0 && l.l_type != F_UNLCK) {
        sum += active;
      }
    }
  }
  sum = sum > UINT32_MAX ? UINT32_MAX : sum;
  if (sum != r->active) {
    r->active = (uint32_t)sum;
    r->generation++;
  }
}

static void need_room(struct stats_reader *r, const struct seg_layout *layout)
{
  if (r->copy_room < layout->journal) {
    free(r->copy);
    r->copy = must(malloc(layout->journal));
    r->copy_room = layout->journal;
  }
  if (r->journal_room < layout->journal_words) {
    free(r->journal);
    r->journal = must(malloc(layout->journal_words * sizeof *r->journal));
    r->journal_room = layout->journal_words;
  }
}

/* What touches the mapping, in two steps: nothing that is allocated or changed in the copy may be left half
 * done when the file is truncated meanwhile. */
struct visit {
  struct stats_reader *r;
  struct seg_header header;
  struct seg_layout layout;
  struct outcome outcome;
  uint64_t sequence;      /* of the copied core */
  bool whole;             /* all of the copy is of one moment */
};

static void visit_header(void *arg)
{
  struct visit *v = arg;
  memcpy(&v->header, v->r->map, sizeof v->header);
  v->outcome = good;
  if (!seg_check_header(&v->header, sizeof v->header, v->r->map_bytes, &v->layout, &v->outcome.reason)) {
    v->outcome.state = STATS_STATE_CORRUPT;
  } else if (v->layout.version != SEG_VERSION) {
    v->outcome.state = STATS_STATE_CORRUPT;
    v->outcome.reason = "it has an older layout, the next compilation converts it";
  } else {
    read_active(v->r, &v->layout);
  }
}

static void visit_data(void *arg)
{
  struct visit *v = arg;
  for (int attempt = 0; attempt < 3 && !v->whole; attempt++) {
    v->outcome = copy_all(v->r, &v->header, &v->layout, &v->sequence);
    if (v->outcome.state != STATS_STATE_OK) {
      return;
    }
    v->whole = load(v->r, offsetof(struct seg_header, sequence)) == v->sequence;
  }
}

static struct outcome read_file(struct stats_reader *r, bool *changed)
{
  static const struct outcome truncated = {STATS_STATE_CORRUPT, "it was truncated while in use"};
  struct stat st;
  struct visit v = {.r = r};
  struct outcome result = follow_path(r, &st);
  if (result.state != STATS_STATE_OK) {
    return result;
  }
  if (!seg_guard(r->map, r->map_bytes, visit_header, &v)) {
    return truncated;
  }
  uint64_t sequence = atomic_load_explicit(&v.header.sequence, memory_order_relaxed);
  if (v.outcome.state != STATS_STATE_OK ||
      (r->loaded && r->state != STATS_STATE_CORRUPT && r->header.instance == v.header.instance &&
       atomic_load_explicit(&r->header.sequence, memory_order_relaxed) == sequence)) {
    return v.outcome;
  }
  need_room(r, &v.layout);
  if (!seg_guard(r->map, r->map_bytes, visit_data, &v)) {
    return truncated;
  }
  if (v.outcome.state == STATS_STATE_OK) {
    v.outcome = check_copy(r, &v.header, &v.layout);
  }
  if (v.outcome.state == STATS_STATE_OK) {
    take_copy(r, &v.header, &v.layout, v.sequence, v.whole);
    *changed = true;
  } else if (v.outcome.state == AGAIN) {
    v.outcome.state = STATS_STATE_STALE;
  }
  return v.outcome;
}

bool stats_reader_refresh(struct stats_reader *r)
{
  bool copied = false;
  uint64_t generation = r->generation;
  unsigned before = r->state;
  r->now_us = clock_us(r);
  struct outcome result = read_file(r, &copied);
  if (result.state == STATS_STATE_OK && r->options.stale_s != 0 &&
      r->now_us > r->core.last_at_us + r->options.stale_s * 1000000ull) {
    result = (struct outcome){STATS_STATE_STALE, "nothing was recorded lately"};
  }
  r->state = result.state;
  snprintf(r->reason, sizeof r->reason, "%s", result.reason);
  if (r->state != STATS_STATE_OK && r->state != STATS_STATE_STALE) {
    r->active = 0;
  }
  if (r->state != before) {
    r->generation++;
    if (r->state == STATS_STATE_CORRUPT) {
      log_warning(&log_stats_reader, "statistics file %s cannot be used: %s", r->path, r->reason);
    } else {
      log_debug(&log_stats_reader, "statistics file %s: state %d %s", r->path, (int)r->state, r->reason);
    }
  }
  if (r->loaded && (copied || r->now_us >= r->window.expires_us)) {
    reader_compute_window(r);
  }
  return r->generation != generation;
}
