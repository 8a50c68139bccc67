/* Lanes: stacks on which resources are evaluated while others wait for programs. When a lane has to wait, it switches
 * to the main stack; it continues when its program has ended. */
#include "agent/system/lanes.h"

#include <assert.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "base/clock.h"

enum { STACK_BYTES = 1 << 20 }; /* only pages that are used take memory */

struct line {
  enum log_level level;
  str source, message;
  const struct ral_resource *speaking;
  const char *speaking_tag;
  struct line *next;
};

/* The part of `struct ral` that belongs to the current resource. */
struct view {
  str error, error_file, error_wrapped;
  int64_t error_line;
  bool error_of_system, error_logged;
  const struct ral_resource *speaking;
  const char *speaking_tag;
  void (*log)(struct ral *ral, enum log_level level, str source, str message);
};

struct lane {
  struct lanes *all;
  struct lane *next; /* lanes that are not finished, oldest first */
  void (*work)(void *ctx);
  void *ctx;
  bool ended;
  ucontext_t context;
  char *stack;
  struct view view; /* saved while the lane waits */
  struct line *first, *last;
  /* The descriptors that it waits for. */
  struct pollfd *fds;
  nfds_t nfds;
  int64_t until; /* on the monotonic clock, in ms; INT64_MAX: no limit */
  int ready;     /* how many of `fds` are ready */
};

struct lanes {
  struct ral *ral;
  uint32_t most, n;
  struct lane *first, *current; /* current: NULL if no lane is running */
  ucontext_t outside;
  struct view view;       /* the view of the main stack, while a lane runs */
  struct pollfd *waiting; /* the descriptors of all lanes, reused for each poll */
  nfds_t cap;
  size_t page;
  const void *outside_stack; /* for AddressSanitizer */
  size_t outside_bytes;
};

struct lanes *lanes_new(struct ral *ral, uint32_t most)
{
  assert(most > 0 && ral->lanes == NULL);
  struct lanes *l = ARENA_NEW(ral->arena, struct lanes);
  l->ral = ral;
  l->most = most;
  l->page = (size_t)sysconf(_SC_PAGESIZE);
  return ral->lanes = l;
}

bool lanes_have_room(const struct lanes *l) { return l->n < l->most; }

/* --- switching stacks --- */

static void save(const struct ral *ral, struct view *v)
{
  *v = (struct view){ral->error,        ral->error_file, ral->error_wrapped, ral->error_line, ral->error_of_system,
                     ral->error_logged, ral->speaking,   ral->speaking_tag,  ral->log};
}

static void restore(struct ral *ral, const struct view *v)
{
  ral->error = v->error;
  ral->error_file = v->error_file;
  ral->error_wrapped = v->error_wrapped;
  ral->error_line = v->error_line;
  ral->error_of_system = v->error_of_system;
  ral->error_logged = v->error_logged;
  ral->speaking = v->speaking;
  ral->speaking_tag = v->speaking_tag;
  ral->log = v->log;
}

/* AddressSanitizer must know which stack is in use. */
static void leaving(void **fake, const void *bottom, size_t bytes)
{
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(fake, bottom, bytes);
#else
  (void)fake, (void)bottom, (void)bytes;
#endif
}

static void arrived(void *fake, const void **bottom, size_t *bytes)
{
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(fake, bottom, bytes);
#else
  (void)fake, (void)bottom, (void)bytes;
#endif
}

/* Switches to the lane until it waits or ends. */
static void enter(struct lane *lane)
{
  struct lanes *l = lane->all;
  void *fake = NULL;
  assert(l->current == NULL && !lane->ended);
  save(l->ral, &l->view);
  restore(l->ral, &lane->view);
  l->current = lane;
  leaving(&fake, lane->stack + l->page, STACK_BYTES);
  swapcontext(&l->outside, &lane->context);
  arrived(fake, NULL, NULL);
  l->current = NULL;
  save(l->ral, &lane->view);
  restore(l->ral, &l->view);
}

/* Switches from the running lane to the main stack; returns when the lane is entered again. */
static void leave(struct lane *lane)
{
  struct lanes *l = lane->all;
  void *fake = NULL;
  leaving(lane->ended ? NULL : &fake, l->outside_stack, l->outside_bytes);
  swapcontext(&lane->context, &l->outside);
  arrived(fake, &l->outside_stack, &l->outside_bytes);
}

static void keep_line(struct ral *ral, enum log_level level, str source, str message)
{
  struct lane *lane = ral->lanes->current;
  struct line *line = ARENA_NEW(ral->arena, struct line);
  *line = (struct line){
    level, arena_str(ral->arena, source), arena_str(ral->arena, message), ral->speaking, ral->speaking_tag, NULL};
  if (lane->last != NULL) lane->last->next = line;
  else lane->first = line;
  lane->last = line;
}

/* makecontext passes ints, so the pointer is passed in two halves. */
static void begin(unsigned high, unsigned low)
{
  struct lane *lane = (struct lane *)((uintptr_t)high << 32 | low);
  arrived(NULL, &lane->all->outside_stack, &lane->all->outside_bytes);
  lane->work(lane->ctx);
  lane->ended = true;
  leave(lane);
}

static bool make_stack(struct lane *lane)
{
  const size_t page = lane->all->page;
  lane->stack = mmap(NULL, page + STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (lane->stack == MAP_FAILED) return false;
  mprotect(lane->stack, page, PROT_NONE);
  return true;
}

struct lane *lane_start(struct lanes *l, void (*work)(void *ctx), void *ctx)
{
  struct lane *lane = ARENA_NEW(l->ral->arena, struct lane), **end = &l->first;
  assert(l->current == NULL && lanes_have_room(l));
  lane->all = l;
  lane->work = work;
  lane->ctx = ctx;
  if (!make_stack(lane)) return NULL;
  save(l->ral, &lane->view);
  lane->view.log = keep_line;
  getcontext(&lane->context);
  lane->context.uc_stack.ss_sp = lane->stack + l->page;
  lane->context.uc_stack.ss_size = STACK_BYTES;
  const uintptr_t at = (uintptr_t)lane;
  makecontext(&lane->context, (void (*)(void))(uintptr_t)begin, 2, (unsigned)((uint64_t)at >> 32), (unsigned)at);
  while (*end != NULL) end = &(*end)->next;
  *end = lane;
  l->n++;
  enter(lane);
  return lane;
}

/* --- waiting --- */

static int ready_of(const struct pollfd *fds, nfds_t n)
{
  int ready = 0;
  for (nfds_t i = 0; i < n; i++) ready += fds[i].revents != 0;
  return ready;
}

static nfds_t add(struct pollfd *to, nfds_t at, const struct pollfd *fds, nfds_t n)
{
  for (nfds_t i = 0; i < n; i++) to[at + i] = (struct pollfd){.fd = fds[i].fd, .events = fds[i].events};
  return at + n;
}

static nfds_t take(const struct pollfd *from, nfds_t at, struct pollfd *fds, nfds_t n)
{
  for (nfds_t i = 0; i < n; i++) fds[i].revents = from[at + i].revents;
  return at + n;
}

static int patience(int64_t until)
{
  if (until == INT64_MAX) return -1;
  const int64_t left = until - clock_ms(CLOCK_MONOTONIC);
  return left <= 0 ? 0 : left < INT32_MAX ? (int)left : INT32_MAX;
}

/* Polls once, for `own` too, and continues the lanes that are ready. */
static void step(struct lanes *l, struct pollfd *own, nfds_t n, int64_t until)
{
  nfds_t count = n, at = 0;
  for (const struct lane *lane = l->first; lane != NULL; lane = lane->next) {
    if (lane->ended) continue;
    count += lane->nfds;
    if (lane->until < until) until = lane->until;
  }
  if (count > l->cap) {
    l->cap = count * 2;
    l->waiting = arena_array(l->ral->arena, l->cap, sizeof *l->waiting);
  }
  struct pollfd *all = l->waiting;
  at = add(all, 0, own, n);
  for (const struct lane *lane = l->first; lane != NULL; lane = lane->next) {
    if (!lane->ended) at = add(all, at, lane->fds, lane->nfds);
  }
  if (poll(all, count, patience(until)) < 0) return;
  at = take(all, 0, own, n);
  for (struct lane *lane = l->first; lane != NULL; lane = lane->next) {
    if (lane->ended) continue;
    at = take(all, at, lane->fds, lane->nfds);
    lane->ready = ready_of(lane->fds, lane->nfds);
  }
  for (struct lane *lane = l->first; lane != NULL; lane = lane->next) {
    if (!lane->ended && (lane->ready > 0 || patience(lane->until) == 0)) enter(lane);
  }
}

int lanes_poll(struct ral *ral, struct pollfd *fds, nfds_t n, int ms)
{
  struct lanes *l = ral->lanes;
  if (l == NULL || (l->current == NULL && l->n == 0)) return poll(fds, n, ms);
  const int64_t until = ms < 0 ? INT64_MAX : clock_ms(CLOCK_MONOTONIC) + ms;
  for (nfds_t i = 0; i < n; i++) fds[i].revents = 0;
  struct lane *lane = l->current;
  if (lane != NULL) {
    lane->fds = fds;
    lane->nfds = n;
    lane->until = until;
    lane->ready = 0;
    leave(lane);
    return lane->ready;
  }
  while (true) {
    step(l, fds, n, until);
    const int ready = ready_of(fds, n);
    if (ready > 0 || patience(until) == 0) return ready;
  }
}

void lanes_sleep(struct ral *ral, double seconds)
{
  const int64_t until = clock_ms(CLOCK_MONOTONIC) + (int64_t)(seconds * 1000);
  for (int left; (left = patience(until)) > 0;) lanes_poll(ral, NULL, 0, left);
}

void lane_finish(struct lane *lane)
{
  struct lanes *l = lane->all;
  struct ral *ral = l->ral;
  struct lane **link = &l->first;
  assert(l->current == NULL);
  while (!lane->ended) step(l, NULL, 0, INT64_MAX);
  while (*link != lane) link = &(*link)->next;
  *link = lane->next;
  l->n--;
  munmap(lane->stack, l->page + STACK_BYTES);
  for (const struct line *line = lane->first; line != NULL; line = line->next) {
    ral->speaking = line->speaking;
    ral->speaking_tag = line->speaking_tag;
    ral->log(ral, line->level, line->source, line->message);
  }
  ral->speaking = NULL;
  ral->speaking_tag = NULL;
}
