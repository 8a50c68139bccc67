/* The process that has the authority's key. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/service.h"
#include "server/ca/count.h"
#include "server/ca/internal.h"
#include "server/ca/wire.h"

/* Gauges are set once an hour, because certificates expire by themselves, and when files changed; at most every two
 * seconds, because it takes time when there are many certificates. */
enum { CHILDREN_MAX = 64, REFRESH_SECONDS = 86400, GAUGES_SECONDS = 3600, CHANGED_SECONDS = 2 };

struct process {
  int shared, signals;
  struct settings *settings;
  const struct ca_options *options;
  struct arena *arena; /* of `ca`; replaced whenever the files are read */
  struct ca *ca;
  unsigned children;
  time_t refresh; /* when the revocation lists are next checked */
  struct server_stats *stats;
  bool changed;   /* the gauges must be set */
  time_t counted; /* when they were set, CLOCK_MONOTONIC; 0: never */
};

/* Keeps debuggers and memory dumps from reading the key. */
static void guard_memory(void)
{
  struct rlimit none = {0, 0};
  prctl(PR_SET_DUMPABLE, 0);
  setrlimit(RLIMIT_CORE, &none);
}

static bool open_authority(struct process *p)
{
  struct arena *arena = arena_new();
  str error = STR_EMPTY;
  struct ca *ca = ca_new(arena, p->settings, p->options, &error);
  if (ca == NULL || !ca_load(ca, &error) ||
      (ca->options.enable_infra_crl && !ca_infra_serials_write(ca, arena, &error))) {
    log_error(&log_server_ca, "CA_OPEN", NULL, "%.*s", STR_FMT(error));
    arena_free(arena);
    return false;
  }
  arena_free(p->arena);
  p->arena = arena;
  p->ca = ca;
  return true;
}

static void reload(struct process *p)
{
  struct buf error = BUF_HEAP;
  if (settings_load(p->settings, &error) != SETTINGS_OK || !settings_check(p->settings, &error))
    log_error(&log_server_ca, "CA_SETTINGS", NULL, "%.*s", STR_FMT(buf_view(&error)));
  else if (open_authority(p)) log_notice(&log_server_ca, "Read the files of the certificate authority again");
  buf_free(&error);
}

static void refresh_lists(struct process *p)
{
  if (time(NULL) < p->refresh) return;
  struct arena *a = arena_new();
  str error;
  if (!ca_crls_refresh(p->ca, a, &error)) log_error(&log_server_ca, "CA_CRL", NULL, "%.*s", STR_FMT(error));
  arena_free(a);
  p->refresh = time(NULL) + REFRESH_SECONDS;
}

/* --- statistics --- */
/* Seconds until the gauges are to be set again. */
static int count(struct process *p)
{
  const time_t now = clock_time(CLOCK_MONOTONIC).tv_sec;
  p->changed |= ca_count(p->stats, p->ca);
  const time_t due = p->counted + (p->changed ? CHANGED_SECONDS : GAUGES_SECONDS);
  if (p->counted != 0 && now < due) return (int)(due - now);
  ca_count_gauges(p->stats, p->ca);
  p->counted = now;
  p->changed = false;
  return GAUGES_SECONDS;
}

/* --- requests --- */
/* Receives the end of a request's own pair of sockets; -1: none is waiting. */
static int take_end(int shared)
{
  char byte;
  int fd = -1;
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec io = {&byte, 1};
  struct msghdr m = {
    .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t n = recvmsg(shared, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  struct cmsghdr *c = n == 1 ? CMSG_FIRSTHDR(&m) : NULL;
  if (c != NULL && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS && c->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(&fd, CMSG_DATA(c), sizeof fd);
  return fd;
}

/* A worker that stops in the middle of its request must not block the others. */
static void limit_time(int fd)
{
  struct timeval t = {.tv_sec = 10};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
}

static void answer(struct process *p, int fd, struct arena *a, const struct ca_request *q)
{
  struct ca_answer out = {0};
  ca_answer_request(p->ca, a, q, &out);
  if (!ca__send(fd, a, &ca__answer_shape, &out)) log_debug(&log_server_ca, "the worker that asked is gone");
}

static bool may_wait(struct process *p, struct arena *a, const struct ca_request *q)
{
  return q->method == CA_PUT && str_starts(q->path, STR("certificate_request/")) && ca_autosign_is_program(p->ca, a);
}

/* Programs that never end must not block other requests. The agent repeats its request. */
static void refuse(int fd, struct arena *a, str why)
{
  struct ca_answer out = {503, STR("text/plain;charset=utf-8"), why, STR_EMPTY};
  log_error(&log_server_ca, "AUTOSIGN_BUSY", NULL, "A certificate request was refused: %.*s", STR_FMT(why));
  if (!ca__send(fd, a, &ca__answer_shape, &out)) log_debug(&log_server_ca, "the worker that asked is gone");
}

/* In a child process, because the autosign program may take long. */
static void answer_in_child(struct process *p, int fd, struct arena *a, const struct ca_request *q)
{
  const pid_t parent = getpid(), pid = p->children < CHILDREN_MAX ? fork() : -1;
  if (pid > 0) p->children++;
  else if (pid < 0 && p->children < CHILDREN_MAX)
    refuse(fd, a, arena_printf(a, "no process for the autosign program: %s", strerror(errno)));
  else if (pid < 0) refuse(fd, a, arena_printf(a, "%d autosign programs are running", CHILDREN_MAX));
  if (pid != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(0);
  close(p->shared);
  log_after_fork();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  answer(p, fd, a, q);
  ca_count(p->stats, p->ca);
  _exit(0);
}

/* Sets the same log context as the worker has for the request. */
static void name_client(struct arena *a, const struct ca_request *q)
{
  const str client = q->peer_name.n > 0 ? q->peer_name : q->peer_address;
  log_context_set("client", arena_strz(a, client));
}

/* Answers one request. False: none was waiting. */
static bool serve_one(struct process *p)
{
  int fd = take_end(p->shared);
  if (fd < 0) return false;
  struct arena *a = arena_new();
  struct ca_request q = {0};
  limit_time(fd);
  if (!ca__receive(fd, a, &ca__request_shape, &q)) log_debug(&log_server_ca, "a request is not complete");
  else {
    name_client(a, &q);
    if (may_wait(p, a, &q)) answer_in_child(p, fd, a, &q);
    else answer(p, fd, a, &q);
    log_context_clear();
  }
  close(fd);
  arena_free(a);
  return true;
}

static void reap(struct process *p)
{
  while (p->children > 0 && waitpid(-1, NULL, WNOHANG) > 0) {
    p->children--;
    p->changed = true; /* the child may have changed files */
  }
}

/* Handles pending signals. False: the process must end. */
static bool take_signals(struct process *p)
{
  for (int s; (s = service_take_signal(p->signals)) != 0;) {
    if (s == SIGTERM || s == SIGINT) return false;
    if (s == SIGHUP) reload(p), p->changed = true;
    if (s == SIGCHLD) reap(p);
  }
  return true;
}

int ca_process_run(int authority, struct settings *settings, const struct ca_options *options,
                   struct server_stats *stats)
{
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD, 0};
  struct process p = {.shared = authority, .settings = settings, .options = options, .stats = stats};
  guard_memory();
  p.signals = service_open_signals(signals);
  if (p.signals < 0 || !open_authority(&p)) return 1;
  log_notice(&log_server_ca, "The certificate authority '%.*s' answers",
             STR_FMT(pki_name_text(p.arena, X509_get_subject_name(p.ca->certificate))));
  bool running = true;
  while (running) {
    struct pollfd fds[] = {{.fd = p.shared, .events = POLLIN}, {.fd = p.signals, .events = POLLIN}};
    refresh_lists(&p);
    if (poll(fds, 2, count(&p) * 1000) < 0 && errno != EINTR) break;
    if (fds[1].revents != 0) running = take_signals(&p);
    const bool served = running && (fds[0].revents & POLLIN) != 0 && serve_one(&p);
    /* When no worker is left, the socket is always readable (end of file). */
    if (!served && (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) running = false;
  }
  arena_free(p.arena);
  return 0;
}
