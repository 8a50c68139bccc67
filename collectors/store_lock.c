/* The writers' lock and slots: one writer at a time, and recovery from a dead writer. */
#include "collectors/store_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define SLOT_BITS 16
#define SLOT_MASK 0xffffull

static int file_lock(int fd, int command, short type, int64_t offset, struct flock *l)
{
  *l = (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  int r;
  do {
    r = fcntl(fd, command, l);
  } while (r != 0 && errno == EINTR);
  return r;
}

uint64_t store_clock_ms(void) { return clock_ms(CLOCK_MONOTONIC_COARSE) + 1; }

/* --- bytes of the two files ------------------------------------------------------------------------------ */

/* Only users with write access to the store may open the lock file. */
void store_open_locks(struct stats_store *s)
{
  char path[PATH_MAX];
  struct stat st, own;
  if (snprintf(path, sizeof path, "%s.lock", s->path) >= (int)sizeof path || fstat(s->fd, &st) != 0) {
    return;
  }
  const mode_t mode = (st.st_mode & 0222) | (st.st_mode & 0222) << 1 | 0600;
  s->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, mode);
  if (s->lock_fd < 0 || fstat(s->lock_fd, &own) != 0) {
    log_debug(&log_store, "%s cannot be opened: %s", path, strerror(errno));
    return;
  }
  if (!S_ISREG(own.st_mode)) {
    close(s->lock_fd);
    s->lock_fd = -1;
    log_debug(&log_store, "%s is not a regular file", path);
    return;
  }
  if ((own.st_uid != st.st_uid || own.st_gid != st.st_gid) && fchown(s->lock_fd, st.st_uid, st.st_gid) != 0) {
    log_debug(&log_store, "%s keeps its owner: %s", path, strerror(errno));
  }
  if ((own.st_mode & 0777) != mode && fchmod(s->lock_fd, mode) != 0) {
    log_debug(&log_store, "%s keeps its mode: %s", path, strerror(errno));
  }
}

/* The kind of lock that somebody else has on a byte: F_UNLCK, F_RDLCK, F_WRLCK. An error counts as a write lock: never
 * take over from the living. */
static short foreign_lock(int fd, int64_t offset)
{
  struct flock l;
  return file_lock(fd, F_OFD_GETLK, F_WRLCK, offset, &l) != 0 ? F_WRLCK : l.l_type;
}

static bool set_lock(int fd, short type, int64_t offset)
{
  struct flock l;
  return file_lock(fd, F_OFD_SETLK, type, offset, &l) == 0;
}

/* `offset` is that of the segment's file. */
static bool try_lock(struct stats_store *s, int64_t offset, int64_t in_lock_file)
{
  const bool sure = s->lock_fd >= 0;
  if (sure && !set_lock(s->lock_fd, F_WRLCK, in_lock_file)) {
    return false;
  }
  if (set_lock(s->fd, F_WRLCK, offset)) {
    return true;
  }
  const int problem = errno;
  /* Either a writer without the second file has it, or readers do, which does not matter. */
  if (sure && foreign_lock(s->fd, offset) != F_WRLCK) {
    return true;
  }
  if (sure) {
    set_lock(s->lock_fd, F_UNLCK, in_lock_file);
  }
  errno = problem;
  return false;
}

bool store_maintain(struct stats_store *s)
{
  uint64_t until = store_clock_ms() + 2000;
  while (!try_lock(s, SEG_LOCK_MAINTENANCE, SEG_LOCK_MAINTENANCE)) {
    if (errno != EAGAIN && errno != EACCES) {
      return false;
    }
    if (store_clock_ms() > until) {
      errno = EBUSY;
      return false;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
  return true;
}

void store_maintained(struct stats_store *s)
{
  set_lock(s->fd, F_UNLCK, SEG_LOCK_MAINTENANCE);
  if (s->lock_fd >= 0) {
    set_lock(s->lock_fd, F_UNLCK, SEG_LOCK_MAINTENANCE);
  }
}

/* The second file outlives replaced segments: a process may have slot 5 of the old segment but not of the new one. */
static int64_t slot_in_lock_file(const struct stats_store *s, uint64_t slot)
{
  return SEG_LOCK_SLOT + (int64_t)((s->instance & 0xffffffff) * SEG_SLOTS + slot);
}

/* Whether another writer has that slot. */
static bool is_alive(const struct stats_store *s, uint64_t slot)
{
  return foreign_lock(s->fd, SEG_LOCK_SLOT + (int64_t)slot) == F_WRLCK ||
         (s->lock_fd >= 0 && foreign_lock(s->lock_fd, slot_in_lock_file(s, slot)) == F_WRLCK);
}

/* --- slots ----------------------------------------------------------------------------------------------- */

static _Atomic uint64_t *slot_word(struct stats_store *s)
{
  return (_Atomic uint64_t *)(void *)(s->map + s->layout.slots) + s->slot;
}

static bool take(struct stats_store *s, uint64_t seen)
{
  uint64_t mine = ((seen >> SLOT_BITS) + 1) << SLOT_BITS | (s->slot + 1);
  return atomic_compare_exchange_strong_explicit(&s->header->lock, &seen, mine, memory_order_acquire,
                                                 memory_order_relaxed);
}

bool store_claim_slot(struct stats_store *s)
{
  uint32_t start = (uint32_t)getpid() % SEG_SLOTS;
  for (uint32_t i = 0; i < SEG_SLOTS; i++) {
    s->slot = (start + i) % SEG_SLOTS;
    if (try_lock(s, SEG_LOCK_SLOT + s->slot, slot_in_lock_file(s, s->slot))) {
      atomic_store_explicit(slot_word(s), s->active, memory_order_relaxed);
      /* The lock word may still name this slot: its last owner died with it. From now on that slot looks
       * alive, so nobody but us can know. The ticket makes sure that it is not taken twice. */
      uint64_t seen = atomic_load_explicit(&s->header->lock, memory_order_relaxed);
      if ((seen & SLOT_MASK) == s->slot + 1) {
        atomic_compare_exchange_strong(&s->header->lock, &seen, ((seen >> SLOT_BITS) + 1) << SLOT_BITS);
      }
      return true;
    }
  }
  return false;
}

/* Restores the data that a transaction changed without reaching its commit point. If this process dies here, the next
 * owner does the same again. */
static enum store_result recover(struct stats_store *s)
{
  uint64_t sequence = atomic_load_explicit(&s->header->sequence, memory_order_acquire);
  if ((sequence & 1) == 0) {
    return STORE_OK;
  }
  uint64_t words = atomic_load_explicit(&s->header->journal_words, memory_order_acquire);
  if (!seg_undo(&s->layout, s->journal, words, s->map, 0, s->layout.journal)) {
    s->reason = "its journal is damaged";
    return STORE_DAMAGED;
  }
  atomic_store_explicit(&s->header->sequence, sequence + 1, memory_order_release);
  log_debug(&log_store, "undid an unfinished record of a process that died: sequence=%llu",
            (unsigned long long)sequence);
  return STORE_OK;
}

static void pause_briefly(unsigned turn)
{
  if (turn < 64) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  } else if (turn < 96) {
    sched_yield();
  } else {
    nanosleep(&(struct timespec){.tv_nsec = turn < 200 ? 20000 : 500000}, NULL);
  }
}

/* --- the lock word --------------------------------------------------------------------------------------- */

enum store_result store_lock(struct stats_store *s)
{
  uint64_t waiting_for = 0;
  uint64_t since_ms = 0;
  for (unsigned turn = 0;; turn++) {
    uint64_t seen = atomic_load_explicit(&s->header->lock, memory_order_relaxed);
    if ((seen & SLOT_MASK) == 0) {
      if (take(s, seen)) {
        return recover(s);
      }
      continue;
    }
    if (seen != waiting_for) {
      waiting_for = seen;
      since_ms = 0;
      turn = 0;
    } else if (turn >= 100 && turn % 4 == 0) {
      uint64_t owner = (seen & SLOT_MASK) - 1;
      if (owner >= SEG_SLOTS || (owner != s->slot && !is_alive(s, owner))) {
        if (take(s, seen)) {
          return recover(s);
        }
        continue;
      }
      uint64_t now = store_clock_ms();
      if (since_ms == 0) {
        since_ms = now;
      } else if (now - since_ms > 1000) {
        log_error(&log_store, "STORE_BUSY", "Look for a stopped or traced ficelle process that has the file open.",
                  "%s has been locked by another process for a second; a record is not counted", s->path);
        return STORE_FAILED;
      }
    }
    pause_briefly(turn);
  }
}

void store_unlock(struct stats_store *s)
{
  uint64_t word = atomic_load_explicit(&s->header->lock, memory_order_relaxed);
  atomic_store_explicit(&s->header->lock, word & ~SLOT_MASK, memory_order_release);
}
