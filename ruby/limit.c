/* Limits of calls, of time and of memory, and the handlers of signals. */
#include "ruby/plugin.h"

#include <ruby/thread.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 50, AGAIN_MS = 500 };   /* how often the watchman looks; when it interrupts again */

/* --- signals --- */

static struct sigaction own[NSIG], rubys[NSIG];

/* Those that Ruby cannot do without: it waits for processes by SIGCHLD, a broken pipe is an exception, and so is the
 * end of the stack. */
static const int lent[] = {SIGCHLD, SIGPIPE, SIGSEGV};

static bool has_lent;

static void lend(const struct sigaction *from)
{
  for (size_t i = 0; i < sizeof lent / sizeof lent[0]; i++) sigaction(lent[i], &from[lent[i]], NULL);
}

static void get_all(struct sigaction *to)
{
  for (int i = 1; i < NSIG; i++) sigaction(i, NULL, &to[i]);
}

void signals_save(void)
{
  get_all(own);
}

void signals_restore(void)
{
  get_all(rubys);
  for (int i = 1; i < NSIG; i++) {
    if (i == SIGVTALRM) continue;        /* its threads wake each other with it at any time */
    if (own[i].sa_handler != rubys[i].sa_handler) sigaction(i, &own[i], NULL);
  }
}

/* --- memory --- */

enum { LOOK_AGAIN_MS = 100 };

static struct {
  int64_t bytes;                         /* what the call may take; 0: any, or there is none */
  int64_t limit;                         /* the same of the last call that was limited */
  int64_t before;                        /* what the process had, at before_ms */
  int64_t before_ms, again_ms;
  struct rlimit own;                     /* limit of the process */
  rlim_t set;                            /* the one that holds now, 0: its own */
  bool over;
} memory;

/* What the process has for itself, stacks too; -1: unknown. */
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

/* The watchman sees what grows. What comes at once and is too much by far, the system refuses. */
static void memory_enter(int64_t bytes, int64_t now)
{
  memory.bytes = bytes < INT64_MAX / 4 ? bytes : 0;
  if (memory.bytes == 0) return;
  memory.limit = memory.bytes;
  if (memory.before_ms == 0 || now - memory.before_ms > LOOK_AGAIN_MS) {
    memory.before = data_bytes();
    memory.before_ms = now;
    if (memory.set == 0) getrlimit(RLIMIT_DATA, &memory.own);
  }
  const rlim_t most = (rlim_t)(memory.before + 2 * bytes);
  if (memory.before < 0 || memory.own.rlim_cur < most || memory.set == most) return;
  setrlimit(RLIMIT_DATA, &(struct rlimit){most, memory.own.rlim_max});
  memory.set = most;
}

static void memory_release(void)
{
  if (memory.set != 0) setrlimit(RLIMIT_DATA, &memory.own);
  memory.set = 0;
}

static void memory_leave(void)
{
  memory.bytes = 0;
  if (!memory.over) return;
  memory.before_ms = 0;
  rb_gc_start();
}

/* --- time --- */

static struct {
  int depth;
  int64_t at_ms;                         /* when it is over; 0: never */
  int64_t paused_ms;                     /* since when the core works */
  int64_t limit_ms;
  int64_t end_ms;                        /* when the process ends; 0: never */
  bool over;
} limit;

static VALUE main_thread, over_class, memory_class;

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the end of the process --- */

/* Code in Ruby can catch the exception that is to stop it, or not be interrupted at all. When it is still there as long
 * again as it was given, two seconds at least, the process ends. This is done by a thread that Ruby knows nothing of.
 * It looks at one number: when that is to be, 0 while the main thread is not in Ruby. Who changes it has won: the main
 * thread, which is out of Ruby, or this one, and then the main thread goes nowhere any more. */
enum { GRACE_MS = 2000, END_LOOK_MS = 200 };
static const int64_t ENDING = -1;
static _Atomic int64_t end_at;

static void end_allow(void)
{
  if (atomic_load_explicit(&end_at, memory_order_relaxed) == 0) return;
  if (atomic_exchange(&end_at, 0) != ENDING) return;
  atomic_store(&end_at, ENDING);
  for (;;) pause();
}

static void end_forbid(void)
{
  if (limit.end_ms > 0) atomic_store(&end_at, limit.end_ms);
}

static void *guard(void *unused)
{
  for (;;) {
    nanosleep(&(struct timespec){.tv_nsec = END_LOOK_MS * 1000 * 1000}, NULL);
    int64_t at = atomic_load(&end_at);
    if (at <= 0 || now_ms() < at || !atomic_compare_exchange_strong(&end_at, &at, ENDING)) continue;
    plugin_host->overrun(limit.limit_ms);
  }
  return unused;
}

/* Signals are for the main thread. */
static void start_guard(void)
{
  pthread_t thread;
  pthread_attr_t attr;
  sigset_t all, before;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, 256 * 1024);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, &attr, guard, NULL) != 0) rb_raise(rb_eThreadError, "can't create Thread");
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attr);
}

int limit_enter(const struct ruby_limits *limits)
{
  const int outer = limit.depth++;
  if (outer > 0) {
    limit_resume();
    return outer;
  }
  if (!has_lent) lend(rubys);
  has_lent = true;
  const int64_t now = now_ms();
  limit.limit_ms = limits->ms;
  limit.paused_ms = 0;
  limit.at_ms = limits->ms > 0 ? now + limits->ms : 0;
  limit.end_ms = limits->ms > 0 ? limit.at_ms + (limits->ms > GRACE_MS ? limits->ms : GRACE_MS) : 0;
  limit.over = memory.over = false;
  memory_enter(limits->bytes, now);
  end_forbid();
  return outer;
}

static VALUE check_ints(VALUE unused)
{
  rb_thread_check_ints();
  return unused;
}

/* Exceptions that the watchman and other threads have sent, and that came too late for this call, are not for the next.
 */
static void take_late_exceptions(void)
{
  int state;
  do {
    state = 0;
    rb_protect(check_ints, Qnil, &state);
    if (state != 0) rb_set_errinfo(Qnil);
  } while (state != 0);
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
           (long)(memory.limit >> 20));
  return text;
}

const char *limit_leave(int outer)
{
  limit.depth = outer;
  if (outer > 0) {
    limit_pause();
    return NULL;
  }
  limit.at_ms = 0;
  memory_leave();
  take_late_exceptions();
  end_allow();
  return limit.over ? time_text() : memory.over ? memory_text() : NULL;
}

void limit_end(void)
{
  memory_release();
  if (has_lent) lend(own);
  has_lent = false;
}

int limit_depth(void)
{
  return limit.depth;
}

void limit_pause(void)
{
  end_allow();
  limit.paused_ms = limit.at_ms > 0 ? now_ms() : 0;
}

void limit_resume(void)
{
  if (limit.at_ms > 0 && limit.paused_ms > 0) {
    const int64_t paused = now_ms() - limit.paused_ms;
    limit.at_ms += paused;
    limit.end_ms += paused;
  }
  limit.paused_ms = 0;
  end_forbid();
}

static void look_at_time(int64_t now)
{
  if (limit.at_ms == 0 || limit.paused_ms > 0 || now < limit.at_ms) return;
  limit.at_ms = now + AGAIN_MS;
  limit.over = true;
  rb_funcall(main_thread, rb_intern("raise"), 2, over_class, rb_str_new_cstr(time_text()));
}

static void look_at_memory(int64_t now)
{
  if (memory.bytes == 0 || limit.paused_ms > 0 || now < memory.again_ms) return;
  const int64_t has = data_bytes();
  if (has < 0 || memory.before < 0 || has - memory.before <= memory.bytes) return;
  memory.again_ms = now + AGAIN_MS;
  memory.over = true;
  rb_funcall(main_thread, rb_intern("raise"), 2, memory_class, rb_str_new_cstr(memory_text()));
}

/* A thread of Ruby, which wakes while code in Ruby runs and waits for the interpreter's lock otherwise. */
static VALUE watch(VALUE unused)
{
  for (;;) {
    rb_thread_wait_for((struct timeval){.tv_usec = LOOK_MS * 1000});
    const int64_t now = now_ms();
    look_at_memory(now);
    look_at_time(now);
  }
  return unused;
}

static VALUE start_watchman(VALUE self);

/* One that was killed, which may take effect at any time later, is followed by another. */
static VALUE watch_on(VALUE unused)
{
  start_watchman(plugin_module);
  return unused;
}

static VALUE watch_always(void *unused)
{
  (void)unused;
  return rb_ensure(watch, Qnil, watch_on, Qnil);
}

static VALUE resume(VALUE inner)
{
  if (!inner) limit_resume();
  return Qnil;
}

/* Ficelle.without_limit { … }: what is ours takes its time. */
static VALUE without_limit(VALUE self)
{
  (void)self;
  const bool inner = limit.paused_ms > 0;
  if (!inner) limit_pause();
  return rb_ensure(rb_yield, Qnil, resume, (VALUE)inner);
}

static VALUE start_watchman(VALUE self)
{
  return rb_ivar_set(self, rb_intern("@watchman"), rb_thread_create(watch_always, NULL));
}

void limit_init(void)
{
  rb_define_module_function(plugin_module, "without_limit", without_limit, 0);
  main_thread = rb_thread_current();
  rb_global_variable(&main_thread);
  over_class = rb_define_class_under(plugin_module, "TimeLimit", rb_eException);
  memory_class = rb_define_class_under(plugin_module, "MemoryLimit", rb_eException);
  start_watchman(plugin_module);
  start_guard();
}
