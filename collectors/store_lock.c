#include "collectors/store_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

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

uint64_t store_clock_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000 + 1;
}

/* Waits at most two seconds: a stopped process must not stop all others. */
bool store_file_lock(int fd, int64_t offset, bool wait)
{
  struct flock l;
  uint64_t until = store_clock_ms() + 2000;
  for (;;) {
    if (file_lock(fd, F_OFD_SETLK, F_WRLCK, offset, &l) == 0) {
      return true;
    }
    if (!wait || (errno != EAGAIN && errno != EACCES)) {
      return false;
    }
    if (store_clock_ms() > until) {
      errno = EBUSY;
      return false;
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

void store_file_unlock(int fd, int64_t offset)
{
  struct flock l;
  file_lock(fd, F_OFD_SETLK, F_UNLCK, offset, &l);
}

/* Whether somebody else holds it. An error counts as held: never take over from the living. */
bool store_file_locked(int fd, int64_t offset)
{
  struct flock l;
  return file_lock(fd, F_OFD_GETLK, F_WRLCK, offset, &l) != 0 || l.l_type != F_UNLCK;
}

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
    if (store_file_lock(s->fd, SEG_LOCK_SLOT + s->slot, false)) {
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

/* Puts back what a transaction that never reached its commit point had changed. Dying in here is harmless:
 * the next owner does the same again. */
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
      if (owner >= SEG_SLOTS ||
          (owner != s->slot && !store_file_locked(s->fd, SEG_LOCK_SLOT + (int64_t)owner))) {
        if (take(s, seen)) {
          return recover(s);
        }
        continue;
      }
      uint64_t now = store_clock_ms();
      if (since_ms == 0) {
        since_ms = now;
      } else if (now - since_ms > 1000) {
        log_error(&log_store, "STORE_BUSY",
                  "Look for a stopped or traced ficelle process that has the file open.",
                  "%s has been locked by another process for a second, a record is not counted", s->path);
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
