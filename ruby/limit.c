/* Time limit of calls, and the handlers of signals. */
#include "ruby/plugin.h"

#include <ruby/thread.h>
#include <signal.h>
#include <time.h>

enum { LOOK_MS = 50, AGAIN_MS = 500 };   /* how often the watchman looks; when it interrupts again */

/* --- signals --- */

static struct sigaction own[NSIG], rubys[NSIG];

/* Those that Ruby cannot do without: it waits for processes by SIGCHLD, a broken pipe is an exception, and so is the end
 * of the stack. */
static const int lent[] = {SIGCHLD, SIGPIPE, SIGSEGV};

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

/* --- time --- */

static struct {
  int depth;
  int64_t at_ms;                         /* when it is over; 0: never */
  int64_t paused_ms;                     /* since when the core works */
  int64_t limit_ms;
} limit;

static VALUE main_thread, over_class;

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void limit_enter(int64_t ms)
{
  if (limit.depth++ > 0) {
    limit_resume();
    return;
  }
  lend(rubys);
  limit.limit_ms = ms;
  limit.paused_ms = 0;
  limit.at_ms = ms > 0 ? now_ms() + ms : 0;
}

void limit_leave(void)
{
  if (--limit.depth > 0) {
    limit_pause();
    return;
  }
  limit.at_ms = 0;
  lend(own);
}

void limit_pause(void)
{
  limit.paused_ms = limit.at_ms > 0 ? now_ms() : 0;
}

void limit_resume(void)
{
  if (limit.at_ms > 0 && limit.paused_ms > 0) limit.at_ms += now_ms() - limit.paused_ms;
  limit.paused_ms = 0;
}

/* A thread of Ruby, which wakes while code in Ruby runs and waits for the interpreter's lock otherwise. */
static VALUE watch(void *arg)
{
  (void)arg;
  for (;;) {
    rb_thread_wait_for((struct timeval){.tv_usec = LOOK_MS * 1000});
    if (limit.at_ms == 0 || limit.paused_ms > 0 || now_ms() < limit.at_ms) continue;
    limit.at_ms = now_ms() + AGAIN_MS;
    rb_funcall(main_thread, rb_intern("raise"), 2, over_class,
               rb_sprintf("Code in Ruby takes longer than %ld.%03ld s; see the setting ruby_time_limit",
                          (long)(limit.limit_ms / 1000), (long)(limit.limit_ms % 1000)));
  }
  return Qnil;
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

void limit_init(void)
{
  rb_define_module_function(plugin_module, "without_limit", without_limit, 0);
  main_thread = rb_thread_current();
  rb_global_variable(&main_thread);
  over_class = rb_define_class_under(plugin_module, "TimeLimit", rb_eException);
  const VALUE watchman = rb_thread_create(watch, NULL);
  rb_define_const(plugin_module, "WATCHMAN", watchman);
}
