/* Limits the time and memory of calls into Ruby, and switches signal handlers. */
#include "ruby/plugin.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <ruby/thread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* How often the monitor checks, and how long it waits before it raises its exception again in code that rescued it. */
enum { MONITOR_LOOK_MS = 50, RAISE_AGAIN_MS = 500 };

/* --- signals --- */

static struct sigaction program_handlers[NSIG], ruby_handlers[NSIG];

/* Signals for which Ruby needs its own handlers while it runs: SIGCHLD wakes it when a process ends; SIGPIPE and
 * SIGSEGV (stack overflow) become exceptions. */
static const int swapped_signals[] = {SIGCHLD, SIGPIPE, SIGSEGV};

static bool ruby_handlers_set;

static void set_handlers(const struct sigaction *from)
{
  for (size_t i = 0; i < sizeof swapped_signals / sizeof swapped_signals[0]; i++) {
    sigaction(swapped_signals[i], &from[swapped_signals[i]], NULL);
  }
}

static void get_handlers(struct sigaction *to)
{
  for (int i = 1; i < NSIG; i++) sigaction(i, NULL, &to[i]);
}

/* Signals that the program has blocked, since it reads them from a descriptor. Ruby unblocks all signals, and programs
 * that it starts must not inherit blocked ones. So these signals are unblocked while Ruby's handlers are installed;
 * those that arrive are recorded and sent again afterwards. */
static sigset_t held_signals;
static bool holds_signals;
static volatile sig_atomic_t noted_signals[NSIG];

static void note_signal(int number) { noted_signals[number] = 1; }

static void find_held(void)
{
  holds_signals = false;
  pthread_sigmask(SIG_BLOCK, NULL, &held_signals);
  sigdelset(&held_signals, SIGVTALRM);
  for (size_t i = 0; i < sizeof swapped_signals / sizeof swapped_signals[0]; i++) {
    sigdelset(&held_signals, swapped_signals[i]);
  }
  for (int i = 1; i < NSIG; i++) holds_signals |= sigismember(&held_signals, i) == 1;
}

static void note_held(void)
{
  const struct sigaction note = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  for (int i = 1; i < NSIG; i++) {
    if (sigismember(&held_signals, i) == 1) sigaction(i, &note, NULL);
  }
}

static void release_signals(void)
{
  if (holds_signals) pthread_sigmask(SIG_UNBLOCK, &held_signals, NULL);
}

static void hold_signals(void)
{
  if (!holds_signals) return;
  pthread_sigmask(SIG_BLOCK, &held_signals, NULL);
  for (int i = 1; i < NSIG; i++) {
    if (noted_signals[i] == 0) continue;
    noted_signals[i] = 0;
    kill(getpid(), i);
  }
}

void signals_save(void)
{
  get_handlers(program_handlers);
  find_held();
}

void signals_restore(void)
{
  get_handlers(ruby_handlers);
  for (int i = 1; i < NSIG; i++) {
    if (i == SIGVTALRM) continue; /* Ruby's threads send it to each other at any time */
    if (program_handlers[i].sa_handler != ruby_handlers[i].sa_handler) sigaction(i, &program_handlers[i], NULL);
  }
  note_held();
  hold_signals();
}

/* --- memory --- */

enum { MEMORY_FRESH_MS = 100 }; /* how long a measurement of the process's memory is reused */

static struct {
  int64_t bytes;      /* limit of the running call; 0: no limit, or no call */
  int64_t last_bytes; /* limit of the last limited call, for its message */
  int64_t before;     /* memory of the process at before_ms, in bytes; -1: unknown */
  int64_t before_ms;
  int64_t again_ms;            /* when the monitor may raise its exception again */
  struct rlimit process_limit; /* RLIMIT_DATA outside calls */
  rlim_t set;                  /* RLIMIT_DATA as set by memory_enter; 0: not set */
  bool exceeded;
} memory;

/* Private memory of the process in bytes, including stacks; -1: unknown. */
static int64_t data_bytes(void)
{
  char text[128];
  long long pages;
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return -1;
  text[n] = '\0';
  return sscanf(text, "%*s %*s %*s %*s %*s %lld", &pages) == 1 ? pages * sysconf(_SC_PAGESIZE) : -1;
}

/* The monitor detects memory that grows in small steps. The kernel rejects a single huge request, because RLIMIT_DATA
 * is set to twice the limit. */
static void memory_enter(int64_t bytes, int64_t now)
{
  memory.bytes = bytes < INT64_MAX / 4 ? bytes : 0;
  if (memory.bytes == 0) return;
  memory.last_bytes = memory.bytes;
  if (memory.before_ms == 0 || now - memory.before_ms > MEMORY_FRESH_MS) {
    memory.before = data_bytes();
    memory.before_ms = now;
    if (memory.set == 0) getrlimit(RLIMIT_DATA, &memory.process_limit);
  }
  const rlim_t most = (rlim_t)(memory.before + 2 * bytes);
  if (memory.before < 0 || memory.process_limit.rlim_cur < most || memory.set == most) return;
  setrlimit(RLIMIT_DATA, &(struct rlimit){most, memory.process_limit.rlim_max});
  memory.set = most;
}

static void memory_release(void)
{
  if (memory.set != 0) setrlimit(RLIMIT_DATA, &memory.process_limit);
  memory.set = 0;
}

static void memory_leave(void)
{
  memory.bytes = 0;
  if (!memory.exceeded) return;
  memory.before_ms = 0;
  rb_gc_start();
}

/* --- time --- */

static struct {
  int depth;          /* how many calls are nested */
  int64_t limit_ms;   /* of the outermost call; 0: none */
  int64_t expires_ms; /* when the monitor raises its exception; 0: never */
  int64_t end_ms;     /* when the watchdog ends the process; 0: never */
  int64_t paused_ms;  /* when the clock was paused; 0: it runs */
  bool exceeded;
} limit;

static VALUE main_thread, time_limit_class, memory_limit_class;

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the watchdog --- */

/* Ruby code can rescue the exception that should stop it, or be in a place where nothing interrupts it. If such a call
 * has used twice its time limit (or the limit plus two seconds, if that is longer), the watchdog ends the process. It
 * is a thread unknown to Ruby, so no Ruby code can stop it. It reads one number: when to end the process, or 0 while
 * the main thread is not in Ruby. Both threads change that number with one atomic operation. If the main thread is
 * first, it has left Ruby in time; if the watchdog is first, the main thread waits until the process ends. */
enum { GRACE_MS = 2000, WATCHDOG_LOOK_MS = 200 };
static const int64_t WATCHDOG_FIRED = -1;
static _Atomic int64_t watchdog_at_ms;

static void watchdog_disarm(void)
{
  if (atomic_load_explicit(&watchdog_at_ms, memory_order_relaxed) == 0) return; /* only this thread sets it from 0 */
  if (atomic_exchange(&watchdog_at_ms, 0) != WATCHDOG_FIRED) return;
  atomic_store(&watchdog_at_ms, WATCHDOG_FIRED);
  for (;;) pause();
}

static void watchdog_arm(void)
{
  if (limit.end_ms > 0) atomic_store(&watchdog_at_ms, limit.end_ms);
}

static void *watchdog(void *unused)
{
  for (;;) {
    nanosleep(&(struct timespec){.tv_nsec = WATCHDOG_LOOK_MS * 1000 * 1000}, NULL);
    int64_t at = atomic_load(&watchdog_at_ms);
    if (at <= 0 || now_ms() < at || !atomic_compare_exchange_strong(&watchdog_at_ms, &at, WATCHDOG_FIRED)) continue;
    plugin_host->overrun(limit.limit_ms);
  }
  return unused;
}

/* It blocks all signals, which the main thread must handle. */
static void start_watchdog(void)
{
  pthread_t thread;
  pthread_attr_t attr;
  sigset_t all, before;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, 256 * 1024);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, &attr, watchdog, NULL) != 0) rb_raise(rb_eThreadError, "can't create Thread");
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attr);
}

int limit_enter(const struct ruby_limits *limits)
{
  assert(limits->ms >= 0 && limits->bytes >= 0);
  const int outer = limit.depth++;
  if (outer > 0) {
    limit_resume();
    return outer;
  }
  if (!ruby_handlers_set) {
    set_handlers(ruby_handlers);
    release_signals();
  }
  ruby_handlers_set = true;
  const int64_t now = now_ms();
  limit.limit_ms = limits->ms;
  limit.paused_ms = 0;
  limit.expires_ms = limits->ms > 0 ? now + limits->ms : 0;
  limit.end_ms = limits->ms > 0 ? limit.expires_ms + (limits->ms > GRACE_MS ? limits->ms : GRACE_MS) : 0;
  limit.exceeded = memory.exceeded = false;
  memory_enter(limits->bytes, now);
  watchdog_arm();
  return outer;
}

static VALUE check_ints(VALUE unused)
{
  rb_thread_check_ints();
  return unused;
}

/* Discards exceptions that the monitor or other threads have sent too late to this call: the next call must not receive
 * them. */
static void take_late_exceptions(void)
{
  while (rb_thread_interrupted(main_thread)) {
    int state = 0;
    rb_protect(check_ints, Qnil, &state);
    if (state != 0) rb_set_errinfo(Qnil);
    else break;
  }
}

static const char *time_text(void)
{
  static char text[128];
  snprintf(text, sizeof text, "Code in Ruby takes longer than %ld.%03ld s; see the setting ruby_time_limit",
           (long)(limit.limit_ms / 1000), (long)(limit.limit_ms % 1000));
  return text;
}

static const char *memory_text(void)
{
  static char text[128];
  snprintf(text, sizeof text, "Code in Ruby takes more than %ld MiB of memory; see the setting ruby_memory_limit",
           (long)(memory.last_bytes >> 20));
  return text;
}

const char *limit_leave(int outer)
{
  assert(outer >= 0 && outer < limit.depth); /* less than depth - 1 if a jump has left several calls at once */
  limit.depth = outer;
  if (outer > 0) {
    limit_pause();
    return NULL;
  }
  limit.expires_ms = 0;
  memory_leave();
  take_late_exceptions();
  watchdog_disarm();
  return limit.exceeded ? time_text() : memory.exceeded ? memory_text() : NULL;
}

void limit_end(void)
{
  memory_release();
  if (ruby_handlers_set) {
    set_handlers(program_handlers);
    hold_signals();
  }
  ruby_handlers_set = false;
}

int limit_depth(void) { return limit.depth; }

void limit_pause(void)
{
  watchdog_disarm();
  limit.paused_ms = limit.expires_ms > 0 ? now_ms() : 0;
}

void limit_resume(void)
{
  if (limit.expires_ms > 0 && limit.paused_ms > 0) {
    const int64_t paused = now_ms() - limit.paused_ms;
    limit.expires_ms += paused;
    limit.end_ms += paused;
  }
  limit.paused_ms = 0;
  watchdog_arm();
}

static void check_time(int64_t now)
{
  if (limit.expires_ms == 0 || limit.paused_ms > 0 || now < limit.expires_ms) return;
  limit.expires_ms = now + RAISE_AGAIN_MS;
  limit.exceeded = true;
  rb_funcall(main_thread, rb_intern("raise"), 2, time_limit_class, rb_str_new_cstr(time_text()));
}

static void check_memory(int64_t now)
{
  if (memory.bytes == 0 || limit.paused_ms > 0 || now < memory.again_ms) return;
  const int64_t has = data_bytes();
  if (has < 0 || memory.before < 0 || has - memory.before <= memory.bytes) return;
  memory.again_ms = now + RAISE_AGAIN_MS;
  memory.exceeded = true;
  rb_funcall(main_thread, rb_intern("raise"), 2, memory_limit_class, rb_str_new_cstr(memory_text()));
}

/* A thread of Ruby: it runs while Ruby code runs, and otherwise waits for the interpreter's lock. */
static VALUE monitor(VALUE unused)
{
  for (;;) {
    rb_thread_wait_for((struct timeval){.tv_usec = MONITOR_LOOK_MS * 1000});
    const int64_t now = now_ms();
    check_memory(now);
    check_time(now);
  }
  return unused;
}

static VALUE start_monitor(VALUE self);

/* Ruby code can kill the monitor; then a new one is started. */
static VALUE restart_monitor(VALUE unused)
{
  start_monitor(plugin_module);
  return unused;
}

static VALUE run_monitor(void *unused)
{
  (void)unused;
  return rb_ensure(monitor, Qnil, restart_monitor, Qnil);
}

static VALUE resume(VALUE inner)
{
  if (!inner) limit_resume();
  return Qnil;
}

/* Ficelle.without_limit { … }: the time in the block does not count. Used by our own library. */
static VALUE without_limit(VALUE self)
{
  (void)self;
  const bool inner = limit.paused_ms > 0;
  if (!inner) limit_pause();
  return rb_ensure(rb_yield, Qnil, resume, (VALUE)inner);
}

static VALUE start_monitor(VALUE self)
{
  return rb_ivar_set(self, rb_intern("@monitor"), rb_thread_create(run_monitor, NULL));
}

void limit_init(void)
{
  rb_define_module_function(plugin_module, "without_limit", without_limit, 0);
  main_thread = rb_thread_current();
  rb_global_variable(&main_thread);
  time_limit_class = rb_define_class_under(plugin_module, "TimeLimit", rb_eException);
  memory_limit_class = rb_define_class_under(plugin_module, "MemoryLimit", rb_eException);
  start_monitor(plugin_module);
  start_watchdog();
}
