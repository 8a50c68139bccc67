/* Reading the statistics: makes a consistent copy of each block while writers work, using their journal, and never
 * waits. */
#include "collectors/reader_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

void *reader_must(void *p)
{
  if (p == NULL) {
    log_problem(&log_stats_reader, LOG_LEVEL_CRIT, "OUT_OF_MEMORY", NULL, "out of memory");
    abort();
  }
  return p;
}

static struct stats_reader *new_reader(const char *path, enum stats_segment segment,
                                       const struct stats_reader_options *options)
{
  struct stats_reader *r = reader_must(calloc(1, sizeof *r));
  r->path = reader_must(strdup(path));
  r->segment = segment;
  r->options = *options;
  r->options.sources = NULL; /* the caller's */
  r->list = r->options.list != NULL ? r->options.list : &stats_list;
  r->layout = reader_must(calloc(1, offsetof(struct seg_layout, cells)));
  r->tables = reader_must(calloc(r->list->group_count + 1, sizeof *r->tables));
  r->rings = reader_must(calloc(r->list->window_count + 1, sizeof *r->rings));
  r->counted = reader_must(calloc(r->list->stat_count + 1, sizeof *r->counted));
  reader_make_sets(r);
  r->fd = -1;
  seg_guard_install();
  r->state = STATS_STATE_MISSING;
  snprintf(r->reason, sizeof r->reason, "not read yet");
  return r;
}

struct stats_reader *stats_reader_new(const char *path, const struct stats_reader_options *options)
{
  static const struct stats_reader_options defaults;
  struct stats_reader *r = new_reader(path, STATS_SEGMENT_STORE, options != NULL ? options : &defaults);
  /* A row of a source contains the time after which the source is stale. */
  const struct stats_reader_options of_sources = {
    .list = r->list, .clock_us = r->options.clock_us, .clock_ctx = r->options.clock_ctx};
  const char *folder = options != NULL ? options->sources : NULL;
  for (uint32_t s = 0; s < STATS_SEGMENTS; s++) {
    char *file = NULL;
    if (s != r->segment && folder != NULL) {
      if (asprintf(&file, "%s/%s", folder, stats_segment_files[s]) < 0) {
        file = NULL;
      }
      r->others[s] = new_reader(reader_must(file), (enum stats_segment)s, &of_sources);
      free(file);
    }
  }
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
  for (size_t s = 0; s < STATS_SEGMENTS; s++) {
    stats_reader_free(r->others[s]);
  }
  for (size_t g = 0; g < r->list->group_count; g++) {
    free(r->tables[g].rows);
    free(r->tables[g].order);
    free(r->tables[g].index);
  }
  for (size_t w = 0; w < r->list->window_count; w++) {
    free(r->rings[w].samples);
  }
  for (size_t i = 0; i < r->list->stat_count; i++) {
    free(r->counted[i]);
  }
  free(r->tables);
  free(r->rings);
  free(r->counted);
  reader_free_sets(r);
  seg_unbind(&r->bind);
  seg_unbind(&r->new_bind);
  free(r->layout);
  free(r->core);
  free(r->copy);
  free(r->journal);
  free(r->path);
  free(r);
}

void stats_reader_set_row_stale(struct stats_reader *r, uint32_t seconds) { r->options.row_stale_s = seconds; }

static uint64_t reader_now_us(const struct stats_reader *r)
{
  if (r->options.clock_us != NULL) {
    return r->options.clock_us(r->options.clock_ctx);
  }
  return (uint64_t)clock_us(CLOCK_REALTIME);
}

/* --- copying -------------------------------------------------------------------------------------------- */

#define AGAIN 0 /* in addition to STATS_STATE_*: writers were faster */

struct outcome {
  int state; /* STATS_STATE_*, or AGAIN */
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

/* Undoes, in a copy of from..to, the changes of the transaction that was running during the copy. False when the
 * journal is invalid, or changed meanwhile, which the caller detects. */
static bool undo_running(struct stats_reader *r, const struct seg_layout *layout, void *p, uint64_t from, uint64_t to)
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

/* Makes a consistent copy of from..to, as it was before or after some transaction, never during one. */
static struct outcome copy_block(struct stats_reader *r, const struct seg_layout *layout, void *p, uint64_t from,
                                 uint64_t to, unsigned attempts, uint64_t *sequence)
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

/* Copies large blocks in pieces, which are smaller when writers are fast; each row is in one piece. */
static struct outcome copy_items(struct stats_reader *r, const struct seg_layout *layout, char *p, uint64_t from,
                                 uint64_t count, uint64_t item_bytes)
{
  uint64_t piece = 65536 / item_bytes;
  uint64_t sequence;
  for (uint64_t done = 0; done < count;) {
    uint64_t n = count - done < piece ? count - done : piece;
    uint64_t at = from + done * item_bytes;
    struct outcome result = copy_block(r, layout, p + done * item_bytes, at, at + n * item_bytes, n > 1 ? 8 : 100000,
                                       &sequence);
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

/* The container if the list knows it, of a file with that layout. */
static const struct seg_container *known(const struct seg_layout *layout, uint16_t container)
{
  return container == SEG_NOWHERE ? NULL : &layout->containers[container];
}

/* Items in use: rows, or samples. */
static uint64_t items_of(const struct seg_container *c, const uint64_t *core)
{
  const uint64_t n = core[c->state[0]];
  return n < c->items ? n : c->items;
}

static struct outcome copy_container(struct stats_reader *r, const struct seg_container *c, const uint64_t *core)
{
  if (c == NULL) {
    return good;
  }
  return copy_items(r, r->new_layout, r->copy + c->at, c->at, items_of(c, core), c->item_words * 8ull);
}

/* Copies all containers that the list knows to r->copy, at the offsets of the file. */
static struct outcome copy_all(struct stats_reader *r, const struct seg_header *header, uint64_t *sequence)
{
  const struct seg_layout *layout = r->new_layout;
  const struct seg_container *c = &layout->containers[0];
  struct outcome result = copy_block(r, layout, r->copy + c->at, c->at, c->at + c->item_words * 8ull, 100000, sequence);
  if (result.state != STATS_STATE_OK) {
    return result;
  }
  const uint64_t *core = (const uint64_t *)(const void *)(r->copy + c->at);
  if (!seg_core_ok(header->instance, layout, core)) {
    return (struct outcome){STATS_STATE_CORRUPT, "its totals are damaged"};
  }
  for (size_t w = 0; w < r->list->window_count && result.state == STATS_STATE_OK; w++) {
    result = copy_container(r, known(layout, r->new_bind.windows[w]), core);
  }
  for (size_t g = 0; g < r->list->group_count && result.state == STATS_STATE_OK; g++) {
    result = copy_container(r, known(layout, r->new_bind.groups[g]), core);
  }
  return result;
}

static struct outcome check_copy(const struct stats_reader *r, const struct seg_header *header)
{
  const struct seg_layout *layout = r->new_layout;
  const uint64_t *core = (const uint64_t *)(const void *)(r->copy + layout->containers[0].at);
  for (size_t w = 0; w < r->list->window_count; w++) {
    const struct seg_container *c = known(layout, r->new_bind.windows[w]);
    for (uint64_t i = 0; c != NULL && i < items_of(c, core); i++) {
      if (!seg_sample_ok(header->instance, c,
                         (const uint64_t *)(const void *)(r->copy + c->at + i * c->item_words * 8))) {
        return (struct outcome){STATS_STATE_CORRUPT, "a sample is damaged"};
      }
    }
  }
  for (size_t g = 0; g < r->list->group_count; g++) {
    const struct seg_container *c = known(layout, r->new_bind.groups[g]);
    for (uint64_t i = 0; c != NULL && i < items_of(c, core); i++) {
      const char *row = r->copy + c->at + i * c->item_words * 8;
      if (!seg_row_ok(header->instance, c, (const struct seg_row *)(const void *)row, true)) {
        return (struct outcome){STATS_STATE_CORRUPT, "a row of a table is damaged"};
      }
    }
  }
  return good;
}

/* --- taking a copy over --------------------------------------------------------------------------------- */

static void derive_rows(struct stats_reader *r)
{
  r->table_change_us = r->header.created_us;
  for (uint32_t g = 0; g < r->list->group_count; g++) {
    for (size_t i = 0; reader_table_of(r, g) != NULL && i < r->tables[g].count; i++) {
      uint64_t created_us = reader_row(r, g, i)->created_us;
      if (created_us > r->table_change_us) {
        r->table_change_us = created_us;
      }
    }
  }
  reader_count_rows(r);
}

static void take_ring(struct stats_reader *r, uint32_t window)
{
  const struct seg_container *c = reader_window_of(r, window);
  struct reader_ring *ring = &r->rings[window];
  ring->count = c == NULL ? 0 : items_of(c, r->core);
  const size_t words = c == NULL ? 0 : ring->count * c->item_words;
  if (ring->room < words) {
    free(ring->samples);
    ring->room = words + words / 4;
    ring->samples = reader_must(malloc(ring->room * sizeof *ring->samples));
  }
  if (words > 0) {
    memcpy(ring->samples, r->copy + c->at, words * sizeof *ring->samples);
  }
}

/* Makes the layout just read that of the copy. It has room for the most cells that a file can have; only those of this
 * file are kept, since a process may read a thousand files. */
static void take_layout(struct stats_reader *r)
{
  struct seg_bind bind = r->bind;
  free(r->layout);
  r->layout = reader_must(realloc(r->new_layout, offsetof(struct seg_layout, cells) +
                                                   r->new_layout->cell_count * sizeof r->new_layout->cells[0]));
  r->new_layout = NULL;
  r->bind = r->new_bind;
  r->new_bind = bind;
  free(r->core);
  r->core = reader_must(calloc(r->layout->containers[0].item_words, sizeof *r->core));
}

static void take_copy(struct stats_reader *r, const struct seg_header *header, uint64_t sequence, bool whole)
{
  const uint64_t *core = (const uint64_t *)(const void *)(r->copy + r->new_layout->containers[0].at);
  const bool same_rows = whole && r->loaded && r->header.instance == header->instance &&
                         r->core[SEG_CORE_ROWS_CHANGED] == core[SEG_CORE_ROWS_CHANGED];
  take_layout(r);
  memcpy(r->core, core, r->layout->containers[0].item_words * sizeof *core);
  r->header = *header;
  atomic_store_explicit(&r->header.sequence, sequence, memory_order_relaxed);
  for (uint32_t g = 0; g < r->list->group_count; g++) {
    const struct seg_container *c = reader_table_of(r, g);
    if (c != NULL) {
      reader_take_table(r, g, r->copy + c->at, items_of(c, core), same_rows);
    }
  }
  for (uint32_t w = 0; w < r->list->window_count; w++) {
    take_ring(r, w);
  }
  r->generation++;
  r->rows_generation += !same_rows;
  r->loaded = true;
  derive_rows(r);
}

/* --- refresh -------------------------------------------------------------------------------------------- */

/* Opens and maps the present file at the path. */
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
    const char *reason = S_ISREG(st->st_mode) ? "it is too short to have a header" : "it is not a regular file";
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

/* Compilations in progress: the sum over the slots, without those of dead processes. */
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
    r->copy = reader_must(malloc(layout->journal));
    r->copy_room = layout->journal;
  }
  if (r->journal_room < layout->journal_words) {
    free(r->journal);
    r->journal = reader_must(malloc(layout->journal_words * sizeof *r->journal));
    r->journal_room = layout->journal_words;
  }
}

/* The part that touches the mapping, in two steps: if the file is truncated meanwhile, no allocation and no change of
 * the copy may be left half done. */
struct visit {
  struct stats_reader *r;
  struct seg_header header;
  struct outcome outcome;
  uint64_t sequence; /* of the copied core */
  bool whole;        /* the whole copy is of one moment */
};

static void visit_header(void *arg)
{
  struct visit *v = arg;
  memcpy(&v->header, v->r->map, sizeof v->header);
  v->outcome = good;
  if (!seg_check_header(v->r->map, v->r->map_bytes, v->r->map_bytes, v->r->new_layout, &v->outcome.reason)) {
    v->outcome.state = STATS_STATE_CORRUPT;
  } else if (v->r->new_layout->version != SEG_VERSION) {
    v->outcome.state = STATS_STATE_CORRUPT;
    v->outcome.reason = "it has an older layout; the next compilation converts it";
  } else {
    read_active(v->r, v->r->new_layout);
  }
}

static void visit_data(void *arg)
{
  struct visit *v = arg;
  for (int attempt = 0; attempt < 3 && !v->whole; attempt++) {
    v->outcome = copy_all(v->r, &v->header, &v->sequence);
    if (v->outcome.state != STATS_STATE_OK) {
      return;
    }
    v->whole = load(v->r, offsetof(struct seg_header, sequence)) == v->sequence;
  }
}

#define GIVE_BACK_BYTES (256u << 10) /* for smaller files it is not worth the effort */

/* Frees memory that only reading needs: the buffer for the copy, and the pages of the file. Otherwise a daemon that
 * checks a large file each second would hold it in memory three times. */
static void give_back(struct stats_reader *r)
{
  if (r->map_bytes < GIVE_BACK_BYTES) {
    return;
  }
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)r->copy;
  const uintptr_t from = (at + page - 1) / page * page, to = (at + r->copy_room) / page * page;
  if (to > from) {
    madvise((void *)from, to - from, MADV_DONTNEED);
  }
  madvise((void *)(uintptr_t)r->map, r->map_bytes, MADV_DONTNEED);
}

static struct outcome read_mapped(struct stats_reader *r, bool *changed)
{
  static const struct outcome truncated = {STATS_STATE_CORRUPT, "it was truncated while in use"};
  struct visit v = {.r = r};
  if (!seg_guard(r->map, r->map_bytes, visit_header, &v)) {
    return truncated;
  }
  uint64_t sequence = atomic_load_explicit(&v.header.sequence, memory_order_relaxed);
  if (v.outcome.state != STATS_STATE_OK ||
      (r->loaded && r->state != STATS_STATE_CORRUPT && r->header.instance == v.header.instance &&
       atomic_load_explicit(&r->header.sequence, memory_order_relaxed) == sequence)) {
    return v.outcome;
  }
  need_room(r, r->new_layout);
  reader_must(seg_bind(&r->new_bind, r->list, r->new_layout) ? r : NULL);
  if (!seg_guard(r->map, r->map_bytes, visit_data, &v)) {
    return truncated;
  }
  if (v.outcome.state == STATS_STATE_OK) {
    v.outcome = check_copy(r, &v.header);
  }
  if (v.outcome.state == STATS_STATE_OK) {
    take_copy(r, &v.header, v.sequence, v.whole);
    *changed = true;
  } else if (v.outcome.state == AGAIN) {
    v.outcome.state = STATS_STATE_STALE;
  }
  give_back(r);
  return v.outcome;
}

static struct outcome read_file(struct stats_reader *r, bool *changed)
{
  struct stat st;
  struct outcome result = follow_path(r, &st);
  if (result.state != STATS_STATE_OK) {
    return result;
  }
  r->new_layout = reader_must(malloc(sizeof *r->new_layout));
  memset(r->new_layout, 0, offsetof(struct seg_layout, containers));
  result = read_mapped(r, changed);
  free(r->new_layout);
  r->new_layout = NULL;
  return result;
}

static bool refresh_file(struct stats_reader *r)
{
  bool copied = false;
  uint64_t generation = r->generation;
  unsigned before = r->state;
  r->now_us = reader_now_us(r);
  struct outcome result = read_file(r, &copied);
  if (result.state == STATS_STATE_OK && r->options.stale_s != 0 &&
      r->now_us > r->core[SEG_CORE_RECORDED] + r->options.stale_s * 1000000ull) {
    result = (struct outcome){STATS_STATE_STALE, "nothing was recorded recently"};
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
  if (r->loaded && (copied || r->now_us >= r->expires_us)) {
    reader_compute_windows(r);
  }
  if (r->loaded) {
    reader_count_older(r);
  }
  return r->generation != generation;
}

bool stats_reader_refresh(struct stats_reader *r)
{
  bool changed = refresh_file(r);
  for (size_t s = 0; s < STATS_SEGMENTS; s++) {
    changed |= r->others[s] != NULL && refresh_file(r->others[s]);
  }
  return changed;
}
