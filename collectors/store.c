/* The writing side: opens the store for a process, executes transactions, and gives up cleanly when the file cannot be
 * used. */
#include "collectors/store_internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_MOST 4000 /* leaves room for the suffixes of new and bad files */
#define LINKS_MOST 40

static struct stats_store *all_stores;

/* --- a file truncated under the mapping ----------------------------------------------------------------- */

struct guarded_call {
  struct stats_store *store;
  enum store_result (*fn)(struct stats_store *s, void *arg);
  void *arg;
  enum store_result result;
};

static void call_guarded(void *arg)
{
  struct guarded_call *call = arg;
  call->result = call->fn(call->store, call->arg);
}

enum store_result store_guarded(struct stats_store *s, enum store_result (*fn)(struct stats_store *s, void *arg),
                                void *arg)
{
  struct guarded_call call = {s, fn, arg, STORE_OK};
  struct stat st;
  if (seg_guard(s->map, s->layout.bytes, call_guarded, &call)) {
    return call.result;
  }
  if (fstat(s->fd, &st) != 0 || (uint64_t)st.st_size < s->layout.bytes) {
    s->reason = "it was truncated while in use";
    return STORE_DAMAGED;
  }
  /* The next writer rolls the transaction back. */
  log_problem(&log_store, LOG_LEVEL_WARNING, "STORE_UNUSABLE", "Check whether the file system is full.",
              "the file system of %s has no space for a page of it; a record is not counted", s->path);
  s->attach_failed_ms = store_clock_ms();
  store_detach(s);
  return STORE_FAILED;
}

/* --- fork ----------------------------------------------------------------------------------------------- */

/* The child shares the parent's open file description and with it the slot; it gets its own when it needs
 * one. */
static void child_after_fork(void)
{
  for (struct stats_store *s = all_stores; s != NULL; s = s->next) {
    s->active = 0;
    store_detach(s);
    s->was_attached = false;
  }
}

/* --- transactions --------------------------------------------------------------------------------------- */

struct transaction {
  bool (*fn)(struct stats_store *s, void *arg);
  void *arg;
};

static enum store_result check_locked(struct stats_store *s)
{
  const struct seg_header *h = s->header;
  if (atomic_load_explicit(&h->retired, memory_order_relaxed) != 0) {
    return STORE_GONE;
  }
  if (h->magic != SEG_MAGIC || h->instance != s->instance || h->checksum != seg_header_checksum(h)) {
    s->reason = "its header was overwritten";
    return STORE_DAMAGED;
  }
  if (!seg_core_ok(s->instance, &s->layout, s->core)) {
    s->reason = "its totals are damaged";
    return STORE_DAMAGED;
  }
  return STORE_OK;
}

static enum store_result transact_once(struct stats_store *s, void *arg)
{
  const struct transaction *t = arg;
  enum store_result result = store_lock(s);
  if (result != STORE_OK) {
    return result;
  }
  result = check_locked(s);
  if (result != STORE_OK) {
    store_unlock(s);
    return result;
  }
  struct seg_header *h = s->header;
  uint64_t sequence = atomic_load_explicit(&h->sequence, memory_order_relaxed);
  s->journal_used = 0;
  atomic_store_explicit(&h->journal_words, 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&h->sequence, sequence + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  store_journal(s, s->core, s->layout.containers[0].item_words);
  s->core[SEG_CORE_COMMITS]++;
  if (t->fn(s, t->arg)) {
    seg_core_seal(s->instance, &s->layout, s->core);
  } else {
    seg_undo(&s->layout, s->journal, s->journal_used, s->map, 0, s->layout.journal);
    result = STORE_DAMAGED;
  }
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&h->sequence, sequence + 2, memory_order_release);
  store_unlock(s);
  return result;
}

/* Checks once a second whether the path still leads to the mapped file. */
static enum store_result check_path(struct stats_store *s, uint64_t now_ms)
{
  struct stat st;
  if (now_ms - s->path_checked_ms < 1000) {
    return STORE_OK;
  }
  s->path_checked_ms = now_ms;
  if (stat(s->path, &st) != 0 || st.st_dev != s->dev || st.st_ino != s->ino) {
    return STORE_GONE;
  }
  if ((uint64_t)st.st_size != s->layout.bytes) {
    s->reason = "it was truncated while in use";
    return STORE_DAMAGED;
  }
  return STORE_OK;
}

bool store_transact(struct stats_store *s, bool (*fn)(struct stats_store *s, void *arg), void *arg)
{
  struct transaction t = {fn, arg};
  for (int attempt = 0; attempt < 4; attempt++) {
    uint64_t now_ms = store_clock_ms();
    if (s->map == NULL) {
      if (s->attach_failed_ms != 0 && now_ms - s->attach_failed_ms < 1000) {
        return false; /* failed a moment ago, and was logged */
      }
      char error[256];
      if (store_attach(s, error, sizeof error) != STORE_OK) {
        return false;
      }
    }
    enum store_result result = check_path(s, now_ms);
    if (result == STORE_OK) {
      result = store_guarded(s, transact_once, &t);
    }
    switch (result) {
    case STORE_OK: return true;
    case STORE_FAILED: return false;
    case STORE_GONE: store_detach(s); break;
    case STORE_DAMAGED: store_set_aside(s); break;
    }
  }
  log_error(&log_store, "STORE_UNSTABLE", "See which program writes to the statistics file and stop it.",
            "%s keeps being damaged or replaced; a record is not counted", s->path);
  return false;
}

/* --- opening and closing
 * ----------------------------------------------------------------------------------------------- */

static uint32_t or_default(uint32_t value, uint32_t fallback) { return value != 0 ? value : fallback; }

/* Resolves symbolic links at the end of the path, which may lead to a missing file: new files are created there, and
 * old ones renamed. The caller frees the result; NULL with errno. */
static char *follow_links(const char *path)
{
  char to[PATH_MAX];
  char *at = strdup(path);
  for (int links = 0; at != NULL && links < LINKS_MOST; links++) {
    ssize_t n = readlink(at, to, sizeof to - 1);
    if (n < 0) {
      return at; /* not a link, or missing: opening it reports the error */
    }
    to[n] = '\0';
    const char *slash = to[0] == '/' ? NULL : strrchr(at, '/');
    char *next = NULL;
    int made = asprintf(&next, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - at), at, to);
    free(at);
    at = made < 0 ? NULL : next;
  }
  free(at);
  errno = at == NULL ? ENOMEM : ELOOP;
  return NULL;
}

static struct stats_store *new_store(const struct stats_config *config)
{
  struct stats_store *s = malloc(sizeof *s);
  char *path = follow_links(config->path);
  if (s == NULL || path == NULL) {
    free(s);
    free(path);
    return NULL;
  }
  memset(s, 0, offsetof(struct stats_store, wanted));
  memset(&s->wanted, 0, offsetof(struct seg_layout, containers));
  memset(&s->layout, 0, offsetof(struct seg_layout, containers));
  s->config = *config;
  s->path = path;
  s->config.path = path;
  s->fd = s->lock_fd = -1;
  s->config.mode = or_default(config->mode, 0640) & 0666;
  s->list = config->list != NULL ? config->list : &stats_list;
  if (!store_new_record(s)) {
    stats_close(s);
    return NULL;
  }
  return s;
}

/* The word with the length of a window; NULL when the file lacks the window. */
static uint64_t *window_length(struct stats_store *s, size_t window)
{
  const uint16_t container = s->bind.windows[window];
  return container == SEG_NOWHERE ? NULL : &s->core[s->layout.containers[container].state[1]];
}

static enum store_result compare_windows(struct stats_store *s, void *arg)
{
  bool *same = arg;
  *same = true;
  for (size_t w = 0; w < s->list->window_count; w++) {
    const uint64_t *length = window_length(s, w);
    *same &= length == NULL || *length == store_window_s(s, w);
  }
  return STORE_OK;
}

static bool set_windows(struct stats_store *s, void *arg)
{
  (void)arg;
  for (size_t w = 0; w < s->list->window_count; w++) {
    uint64_t *length = window_length(s, w);
    if (length != NULL) {
      *length = store_window_s(s, w);
    }
  }
  return true;
}

uint64_t store_window_s(const struct stats_store *s, size_t window)
{
  return or_default(window < STATS_WINDOWS ? s->config.window_s[window] : 0, s->list->windows[window].seconds);
}

/* Reports what makes the store unusable, as a warning and in `error`. */
static struct stats_store *refuse(struct stats_store *s, char *error, size_t size, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(error, size, fmt, ap);
  va_end(ap);
  log_problem(&log_store, LOG_LEVEL_WARNING, "STORE_UNUSABLE", "Set statsfile, or its sizes, to something else.", "%s",
              error);
  stats_close(s);
  return NULL;
}

/* Reports the size that is too large. */
static struct stats_store *refuse_sizes(struct stats_store *s, char *error, size_t size)
{
  for (size_t g = 0; g < s->list->group_count && g < STATS_GROUPS; g++) {
    if (s->list->groups[g].rows == STATS_ROWS_NAMED && s->config.rows[g] > s->list->groups[g].most) {
      return refuse(s, error, size, "statistics store: %s can have at most %u rows", s->list->groups[g].name,
                    s->list->groups[g].most);
    }
  }
  for (size_t w = 0; w < s->list->window_count && w < STATS_WINDOWS; w++) {
    if (s->config.samples[w] > s->list->windows[w].most) {
      return refuse(s, error, size, "statistics store: a window can hold at most %u samples", s->list->windows[w].most);
    }
  }
  return refuse(s, error, size, "statistics store: it would be too large");
}

struct stats_store *stats_open(const struct stats_config *config, char *error, size_t size)
{
  static bool fork_hook;
  if (strlen(config->path) > PATH_MOST) {
    return refuse(NULL, error, size, "the name of the statistics file is longer than %d bytes: %.60s...", PATH_MOST,
                  config->path);
  }
  struct stats_store *s = new_store(config);
  if (s == NULL) {
    return refuse(NULL, error, size, "statistics file %s cannot be opened: %s", config->path, strerror(errno));
  }
  if (strlen(s->path) > PATH_MOST) {
    return refuse(s, error, size, "the target of %s has a name longer than %d bytes", config->path, PATH_MOST);
  }
  if (!seg_design(s->list, &s->config, &s->wanted)) {
    return refuse_sizes(s, error, size);
  }
  seg_guard_install();
  if (!fork_hook) {
    fork_hook = pthread_atfork(NULL, NULL, child_after_fork) == 0;
  }
  s->next = all_stores;
  all_stores = s;
  if (store_attach(s, error, size) != STORE_OK) {
    stats_close(s);
    return NULL;
  }
  s->opened = true;
  bool same_window = false;
  store_guarded(s, compare_windows, &same_window);
  if (!same_window && !store_transact(s, set_windows, NULL)) {
    snprintf(error, size, "%s cannot be written", s->path);
    stats_close(s);
    return NULL;
  }
  /* Checking the file has read many pages of it. Records need few of them, so release the others. */
  madvise(s->map, s->layout.bytes, MADV_DONTNEED);
  return s;
}

void stats_close(struct stats_store *s)
{
  if (s == NULL) {
    return;
  }
  for (struct stats_store **at = &all_stores; *at != NULL; at = &(*at)->next) {
    if (*at == s) {
      *at = s->next;
      break;
    }
  }
  s->active = 0;
  store_detach(s);
  seg_unbind(&s->bind);
  store_free_record(s);
  free(s->path);
  free(s);
}

static enum store_result publish_active(struct stats_store *s, void *arg)
{
  (void)arg;
  _Atomic uint64_t *slots = (_Atomic uint64_t *)(void *)(s->map + s->layout.slots);
  atomic_store_explicit(&slots[s->slot], s->active, memory_order_relaxed);
  return STORE_OK;
}

/* The next record handles a file that is missing or damaged. */
static void show_active(struct stats_store *s)
{
  if (s->map != NULL) {
    store_guarded(s, publish_active, NULL);
  }
}

void stats_compile_started(struct stats_store *s)
{
  s->active++;
  if (s->map == NULL && s->attach_failed_ms == 0) {
    char error[256];
    if (store_attach(s, error, sizeof error) != STORE_OK) {
      return; /* logged */
    }
  }
  show_active(s);
}

void stats_compile_stopped(struct stats_store *s)
{
  if (s->active > 0) {
    s->active--;
    show_active(s);
  }
}
