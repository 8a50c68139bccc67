/* Writes the result of each poll into the row of its source and, if the kind has objects of its own, into a second
 * file. recorder_forget() removes values that have become stale, so that a manager sees no old numbers. */
#include "collectors/daemon/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "collectors/stats_reader.h"

/* --- files ----------------------------------------------------------------------------------------------- */

void recorder_init(struct recorder *r, const char *folder, size_t rows)
{
  *r = (struct recorder){.folder = xstrdup(folder), .rows = rows};
}

static void close_own(struct recorder *r)
{
  stats_close(r->own);
  free(r->own_name);
  r->own = NULL;
  r->own_name = NULL;
}

void recorder_fini(struct recorder *r)
{
  close_own(r);
  stats_close(r->sources);
  free(r->folder);
  *r = (struct recorder){0};
}

/* Gives files that root creates to the owner of the folder; otherwise the collector's user could not write them later.
 * */
static void give_to_owner(const char *folder, int at, const char *name)
{
  struct stat st;
  if (geteuid() != 0 || stat(folder, &st) != 0 || st.st_uid == 0) return;
  if (fchownat(at, name, st.st_uid, st.st_gid, AT_SYMLINK_NOFOLLOW) != 0 && errno != ENOENT)
    log_debug(&log_collector, "%s of %s keeps its owner: %s", name, folder, strerror(errno));
}

static struct stats_store *open_store(const struct recorder *r, const struct stats_config *config, char *error,
                                      size_t size)
{
  struct stats_store *store = stats_open(config, error, size);
  if (store == NULL || geteuid() != 0) return store;
  struct buf lock = BUF_HEAP;
  buf_printf(&lock, "%s.lock", config->path);
  give_to_owner(r->folder, AT_FDCWD, config->path);
  give_to_owner(r->folder, AT_FDCWD, lock.p);
  buf_free(&lock);
  return store;
}

int recorder_lock(const char *folder, struct buf *why)
{
  struct buf path = BUF_HEAP;
  buf_printf(&path, "%s/collector.lock", folder);
  const int fd = file_make_parents(path.p) ? open(path.p, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0640) : -1;
  const bool locked = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
  if (fd < 0) buf_printf(why, "%s: %s", path.p, strerror(errno));
  else if (!locked) buf_printf(why, "%s is used by another ficelle-collector", folder);
  if (locked) give_to_owner(folder, AT_FDCWD, path.p);
  if (fd >= 0 && !locked) close(fd);
  buf_free(&path);
  return locked ? fd : -1;
}

static void sources_path(const struct recorder *r, struct buf *path)
{
  buf_printf(path, "%s/%s", r->folder, stats_segment_files[STATS_SEGMENT_SOURCES]);
}

static void own_path(const struct recorder *r, const char *name, struct buf *path)
{
  buf_printf(path, "%s/%s.stats", r->folder, name);
}

/* Opens the file of all sources; false with a reason. */
static bool open_sources(struct recorder *r, char *error, size_t size)
{
  struct buf path = BUF_HEAP;
  struct stats_config config = {.segment = STATS_SEGMENT_SOURCES};
  if (r->sources != NULL) return true;
  sources_path(r, &path);
  config.path = path.p;
  for (size_t g = 0; g < STATS_GROUPS; g++) {
    const struct stats_group_info *info = &stats_groups[g];
    if (info->segment != STATS_SEGMENT_SOURCES || info->rows != STATS_ROWS_NAMED) continue;
    config.rows[g] = r->rows <= info->usual ? 0 : r->rows < info->most ? (uint32_t)r->rows : info->most;
  }
  r->sources = open_store(r, &config, error, size);
  buf_free(&path);
  return r->sources != NULL;
}

static struct stats_store *open_own(const struct recorder *r, const struct source_entry *e, char *error, size_t size)
{
  struct buf path = BUF_HEAP;
  own_path(r, e->config.name, &path);
  const struct stats_config config = {.path = path.p, .list = e->config.kind->list};
  struct stats_store *store = open_store(r, &config, error, size);
  buf_free(&path);
  return store;
}

void recorder_quiet(struct recorder *r, const struct source_set *set, bool quiet)
{
  char error[64];
  struct buf categories = BUF_HEAP;
  const char *configured = set->collector[COLLECTOR_log_categories];
  if (quiet == r->quiet) return;
  r->quiet = quiet;
  buf_z(&categories, quiet ? "collectors.store=crit," : ",");
  buf_z(&categories, configured);
  log_set_categories(categories.p, error, sizeof error);
  buf_free(&categories);
}

/* --- records --------------------------------------------------------------------------------------------- */

/* Forgets the objects first .. first + count - 1. */
static void forget(struct stats_record *record, const struct stats_list *list, size_t first, size_t count)
{
  for (size_t i = first; i < first + count; i++)
    if (stats_is_stored(&list->stats[i])) stats_forget(record, (uint32_t)i);
}

static void forget_row(struct stats_record *record, const struct source_config *c)
{
  const struct stats_group_info *g = &stats_groups[c->kind->group];
  if (stats_row(record, c->kind->group, str_of(c->name))) forget(record, &stats_list, g->first, g->count);
}

/* The source's row of ficSourceTable. */
static void put_row(struct stats_record *record, const struct source_entry *e, const struct source_result *result,
                    bool polled)
{
  if (!stats_row(record, STATS_SOURCE, str_of(e->config.name))) return;
  stats_set_text(record, STAT_ficSrcKind, str_of(e->kind_name));
  stats_set_text(record, STAT_ficSrcRoot, str_of(e->config.root));
  stats_set_text(record, STAT_ficSrcReason, str_of(result->reason));
  stats_set(record, STAT_ficSrcState, result->state);
  if (e->config.interval_s > 0) stats_set(record, STAT_ficSrcInterval, e->config.interval_s);
  if (!polled) return;
  stats_add(record, STAT_ficSrcPolls, 1);
  stats_add(record, STAT_ficSrcFailed, result->good ? 0 : 1);
  stats_add(record, STAT_ficSrcTimeSum, (uint64_t)result->took_us);
  stats_set(record, STAT_ficSrcTime, (uint64_t)result->took_us);
  if (result->good) stats_set(record, STAT_ficSrcGoodAt, stats_moment(record));
}

static void put_reason(char to[RESULT_REASON], const char *text)
{
  size_t n = 0;
  for (; *text != '\0' && n < RESULT_REASON - 1; text++) to[n++] = (unsigned char)*text < ' ' ? ' ' : *text;
  while (n > 0 && to[n - 1] == ' ') n--;
  to[n] = '\0';
}

/* Polls the source. result->good tells whether the record is valid. */
static void ask(const struct source_entry *e, struct stats_record *record, struct source_result *result)
{
  const struct source_kind *kind = e->config.kind;
  struct buf reason = BUF_HEAP;
  struct source_outcome outcome = {.state = STATS_SOURCESTATE_OK, .reason = &reason};
  const int64_t began_us = clock_us(CLOCK_BOOTTIME);
  void *source = kind->open(&e->config, &outcome);
  if (source != NULL) {
    kind->poll(source, &e->config, record, stats_moment(record), &outcome);
    kind->close(source);
  } else if (outcome.state == STATS_SOURCESTATE_OK) {
    outcome.state = STATS_SOURCESTATE_REFUSED;
  }
  result->took_us = clock_us(CLOCK_BOOTTIME) - began_us;
  result->state = outcome.state;
  result->good = source_state_good(outcome.state);
  if (reason.n > 0) put_reason(result->reason, reason.p);
  buf_free(&reason);
}

/* Makes it the outcome of the poll that the values could not be written. */
static void not_written(struct source_result *result, const char *why)
{
  struct buf text = BUF_HEAP;
  buf_printf(&text, "its values cannot be recorded: %s", why);
  put_reason(result->reason, text.p);
  result->state = STATS_SOURCESTATE_REFUSED;
  result->good = false;
  result->unrecorded = true;
  buf_free(&text);
}

/* The source's own file stays open, because with a single source it is needed again. */
static struct stats_store *keep_own(struct recorder *r, const struct source_entry *e, char *error, size_t size)
{
  if (r->own != NULL && r->own_kind == e->config.kind && strcmp(r->own_name, e->config.name) == 0) return r->own;
  close_own(r);
  r->own = open_own(r, e, error, size);
  if (r->own != NULL) r->own_name = xstrdup(e->config.name);
  r->own_kind = e->config.kind;
  return r->own;
}

static void poll_own(struct recorder *r, const struct source_entry *e, struct source_result *result)
{
  char error[RESULT_REASON] = "";
  struct stats_store *store = keep_own(r, e, error, sizeof error);
  if (store == NULL) {
    not_written(result, error);
    return;
  }
  struct stats_record *record = stats_begin(store, 0);
  forget(record, e->config.kind->list, 0, e->config.kind->list->stat_count);
  ask(e, record, result);
  if (result->good && !stats_commit(record)) not_written(result, "the file cannot be written");
}

static void commit_row(struct stats_record *record, struct source_result *result)
{
  result->row_written = stats_commit(record);
  if (!result->row_written) put_reason(result->trouble, "the file cannot be written");
}

void recorder_poll(struct recorder *r, const struct source_entry *e, struct source_result *result)
{
  *result = (struct source_result){.state = STATS_SOURCESTATE_REFUSED};
  if (!open_sources(r, result->trouble, sizeof result->trouble)) {
    not_written(result, result->trouble);
    return;
  }
  if (e->config.kind->list != NULL) poll_own(r, e, result);
  struct stats_record *record = stats_begin(r->sources, 0);
  if (e->config.kind->list == NULL) {
    forget_row(record, &e->config);
    ask(e, record, result);
    if (!source_records(e->config.kind, result->state)) record = stats_begin(r->sources, 0);
  }
  put_row(record, e, result, true);
  commit_row(record, result);
}

void recorder_note(struct recorder *r, const struct source_entry *e, struct source_result *result, bool polled)
{
  result->row_written = false;
  if (!open_sources(r, result->trouble, sizeof result->trouble)) return;
  struct stats_record *record = stats_begin(r->sources, 0);
  put_row(record, e, result, polled);
  commit_row(record, result);
}

void recorder_forget(struct recorder *r, const struct source_entry *e, struct source_result *result)
{
  const struct source_kind *kind = e->config.kind;
  result->row_written = false;
  if (!open_sources(r, result->trouble, sizeof result->trouble)) return;
  struct stats_record *record = stats_begin(r->sources, 0);
  if (kind != NULL && kind->list == NULL) stats_remove_row(record, kind->group, str_of(e->config.name));
  put_row(record, e, result, false);
  commit_row(record, result);
  if (kind == NULL || kind->list == NULL) return;
  struct stats_store *store = open_own(r, e, result->trouble, sizeof result->trouble);
  if (store == NULL) return;
  record = stats_begin(store, 0);
  forget(record, kind->list, 0, kind->list->stat_count);
  stats_commit(record);
  stats_close(store);
}

void recorder_remove(struct recorder *r, const char *name, const struct source_kind *kind)
{
  char error[RESULT_REASON];
  struct buf path = BUF_HEAP;
  if (!open_sources(r, error, sizeof error)) return;
  struct stats_record *record = stats_begin(r->sources, 0);
  stats_remove_row(record, STATS_SOURCE, str_of(name));
  if (kind != NULL && kind->list == NULL) stats_remove_row(record, kind->group, str_of(name));
  stats_commit(record);
  if (kind == NULL || kind->list == NULL) return;
  own_path(r, name, &path);
  unlink(path.p);
  buf_z(&path, ".lock");
  unlink(path.p);
  buf_free(&path);
}

/* --- what is in the file --------------------------------------------------------------------------------- */

/* The text of a cell, "" without one, in `to`. */
static const char *text_of(struct stats_reader *reader, uint32_t column, size_t row, struct buf *to)
{
  struct stats_value v = {0};
  buf_clear(to);
  buf_z(to, "");
  if (stats_reader_cell(reader, column, row, &v)) buf_append(to, v.text, v.length);
  return to->p;
}

void recorder_each(struct recorder *r, void (*fn)(void *ctx, const struct recorded_row *row), void *ctx)
{
  struct buf name = BUF_HEAP, kind = BUF_HEAP, reason = BUF_HEAP;
  struct stats_reader *reader = stats_reader_new("", &(struct stats_reader_options){.sources = r->folder});
  stats_reader_refresh(reader);
  for (size_t i = 0, n = stats_reader_rows(reader, STATS_SOURCE); i < n; i++) {
    struct stats_row_key key;
    struct stats_value state = {0}, good = {0};
    if (!stats_reader_key(reader, STATS_SOURCE, i, &key)) continue;
    buf_clear(&name);
    buf_append(&name, key.name, key.length);
    stats_reader_cell(reader, STAT_ficSrcState, i, &state);
    stats_reader_cell(reader, STAT_ficSrcGoodAt, i, &good);
    const struct recorded_row row = {.name = name.p,
                                     .kind = text_of(reader, STAT_ficSrcKind, i, &kind),
                                     .reason = text_of(reader, STAT_ficSrcReason, i, &reason),
                                     .state = (uint32_t)state.number,
                                     .good_us = good.number};
    fn(ctx, &row);
  }
  stats_reader_free(reader);
  buf_free(&name);
  buf_free(&kind);
  buf_free(&reason);
}
