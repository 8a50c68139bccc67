/* Access to a mapping whose file may be truncated, which raises SIGBUS. */
#include <setjmp.h>
#include <signal.h>

#include "collectors/segment.h"

static const char *volatile guarded_from; /* NULL: nothing is guarded */
static const char *volatile guarded_to;
static sigjmp_buf guard_jump;
static struct sigaction before;

static void on_bus_error(int signal_number, siginfo_t *info, void *context)
{
  const char *at = info->si_addr;
  if (guarded_from != NULL && at >= guarded_from && at < guarded_to) {
    guarded_from = NULL;
    siglongjmp(guard_jump, 1);
  }
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal_number, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal_number);
  } else {
    signal(SIGBUS, SIG_DFL); /* returning repeats the access, which now ends the process */
  }
}

void seg_guard_install(void)
{
  struct sigaction now;
  if (sigaction(SIGBUS, NULL, &now) != 0 || ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_bus_error)) {
    return;
  }
  struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  before = now;
  sigaction(SIGBUS, &action, NULL);
}

bool seg_guard(const void *map, uint64_t bytes, void (*fn)(void *arg), void *arg)
{
  if (sigsetjmp(guard_jump, 0) != 0) {
    return false;
  }
  guarded_to = (const char *)map + bytes;
  guarded_from = map;
  fn(arg);
  guarded_from = NULL;
  return true;
}
