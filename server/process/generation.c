/* A generation: reads what workers need, forks them, replaces those that die. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/service.h"
#include "cli/cli_stats.h"
#include "pki/pki.h"
#include "server/ca/staple.h"
#include "server/process/process.h"

enum {
  TICK_MS = 100,
  LEAST_DELAY_MS = 100, /* before the replacement of workers that keep dying in one place */
  MOST_DELAY_MS = 10000,
  FIRST_LOAD_MS = 500, /* limit of reading manifests before the first generation answers */
  LOAD_MS = 30000      /* the same while the previous generation answers */
};

struct generation {
  struct server *s;
  unsigned wanted; /* workers */
  struct place {
    pid_t pid; /* 0: to be started */
    int slot;
    unsigned failures; /* in a row */
    uint64_t start_at; /* not before; microseconds */
  } places[MOST_WORKERS];
  struct leaving { /* workers that were replaced and finish their requests */
    pid_t pid;
    int slot;
  } leaving[BOARD_SLOTS];
  unsigned nleaving;
  unsigned heard; /* number of workers that reported that they listen */
  bool told;      /* the supervisor knows that the generation is ready */
  bool ending;
  uint64_t keys_at; /* when to create new keys for tickets */
};

/* --- reading --- */

/* Translates Java's names (RFC) to OpenSSL's, into two lists, because TLS 1.3 has its own. */
static bool read_ciphers(struct server *s, struct buf *why)
{
  const struct str_list *suites = &s->config->cipher_suites;
  struct buf old = BUF_IN(s->arena), new13 = BUF_IN(s->arena);
  for (uint32_t i = 0; i < suites->n; i++) {
    const char *name = suites->items[i].p, *ours = OPENSSL_cipher_name(name);
    const bool is13 = strncmp(name, "TLS_AES", 7) == 0 || strncmp(name, "TLS_CHACHA20", 12) == 0;
    struct buf *out = is13 ? &new13 : &old;
    if (ours == NULL || strcmp(ours, "(NONE)") == 0) {
      buf_printf(why, "cipher-suites: unknown suite '%s'\n", name);
      return false;
    }
    if (out->n > 0) buf_char(out, ':');
    buf_z(out, ours);
  }
  if (old.n > 0) s->tls_options.ciphers = old.p;
  if (new13.n > 0) s->tls_options.ciphersuites = new13.p;
  return true;
}

static bool has_protocol(const struct str_list *l, const char *name)
{
  for (uint32_t i = 0; i < l->n; i++)
    if (str_eqz(l->items[i], name)) return true;
  return l->n == 0;
}

static const char *either(struct server *s, str given, enum setting_id id)
{
  return given.n > 0 ? given.p : arena_strz(s->arena, settings_str(s->settings, id));
}

static bool read_tls(struct server *s, struct buf *why)
{
  const struct server_config *c = s->config;
  struct tls_options *o = &s->tls_options;
  bool any = false;
  for (unsigned i = 0; i < s->nsockets; i++) any = any || s->sockets[i].tls;
  if (!any) return true;
  *o = (struct tls_options){.certificate = either(s, c->ssl_cert, SETTING_hostcert),
                            .key = either(s, c->ssl_key, SETTING_hostprivkey),
                            .authorities = either(s, c->ssl_ca_cert, SETTING_localcacert),
                            .chain = c->ssl_cert_chain.n > 0 ? c->ssl_cert_chain.p : NULL,
                            .tls12 = has_protocol(&c->ssl_protocols, "TLSv1.2"),
                            .tls13 = has_protocol(&c->ssl_protocols, "TLSv1.3")};
  o->client_auth = str_eqz(c->client_auth, "need")   ? TLS_CLIENT_NEED
                   : str_eqz(c->client_auth, "none") ? TLS_CLIENT_NONE
                                                     : TLS_CLIENT_WANT;
  /* On the authority's host, its own list is the newest one. */
  const char *own = arena_strz(s->arena, settings_str(s->settings, SETTING_cacrl));
  if (c->ssl_crl_path.n > 0) o->revocations = c->ssl_crl_path.p;
  else if (access(own, R_OK) == 0) o->revocations = own;
  else o->revocations = either(s, STR_EMPTY, SETTING_hostcrl);
  if (str_eqz(settings_str(s->settings, SETTING_certificate_revocation), "false")) {
    o->revocations = NULL;
    log_warning(&log_server, "revoked certificates are accepted because of the setting 'certificate_revocation'");
  }
  if (authority_is_here(s->settings)) o->staple = ca_staple, o->staple_arg = &s->link.workers;
  if (!read_ciphers(s, why)) return false;
  s->tls = tls_new(o, s->tickets, why);
  if (s->tls == NULL) buf_char(why, '\n');
  return s->tls != NULL;
}

bool generation_read_environments(struct server *s, struct buf *why)
{
  str error;
  s->environments = environments_new(s->settings, &error);
  if (s->environments == NULL) {
    buf_printf(why, "%.*s\n", STR_FMT(error));
    return false;
  }
  environments_load(s->environments, s->generation <= 1 ? FIRST_LOAD_MS : LOAD_MS, &s->all_read);
  return true;
}

bool generation_read(struct server *s, struct buf *why)
{
  str error;
  s->arena = arena_new();
  const struct pki_oids *oids = pki_oids_new(
    s->arena, arena_str(s->arena, settings_str(s->settings, SETTING_trusted_oid_mapping_file)), &error);
  if (oids == NULL) {
    buf_printf(why, "%.*s\n", STR_FMT(error));
    return false;
  }
  s->auth = auth_new(s->config, oids, why);
  return s->auth != NULL && read_tls(s, why);
}

void generation_forget(struct server *s)
{
  environments_free(s->environments);
  tls_free(s->tls);
  auth_free(s->auth);
  arena_free(s->arena);
}

/* Before workers are forked, because they must not share the store. */
static void count_environments(struct server *s)
{
  struct cli_stats store;
  cli_stats_begin(&store, s->settings);
  struct server_stats *stats = server_stats_new(store.store);
  environments_count(s->environments, stats);
  environments_count(s->environments, NULL);
  server_stats_free(stats);
  cli_stats_end(&store);
}

/* The configuration may have changed since the supervisor read it. Flags of the command line still apply. */
static bool read_again(struct server *s, struct buf *why)
{
  if (settings_load(s->settings, why) != SETTINGS_OK || !settings_check(s->settings, why)) return false;
  struct server_config *c = config_read(settings_strz(s->settings, SETTING_server_confdir), why);
  if (c == NULL) return false;
  s->config = c;
  config_apply(c, s->settings);
  return true;
}

/* Reads the environments, which may run Ruby code. */
static bool read_all(struct server *s, struct buf *why)
{
  if (!generation_read(s, why)) return false;
  server_protect_keys(s);
  return generation_read_environments(s, why);
}

static bool make_tickets(struct server *s, struct buf *why)
{
  s->tickets = mmap(NULL, sizeof *s->tickets, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s->tickets != MAP_FAILED && tls_tickets_renew(s->tickets)) return true;
  buf_printf(why, "cannot create keys for TLS sessions: %s\n", strerror(errno));
  return false;
}

/* --- workers --- */

static void start_worker(struct generation *g, unsigned i)
{
  struct server *s = g->s;
  g->places[i].slot = board_take(s->board, s->generation);
  if (g->places[i].slot < 0) return;
  const pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);
    log_after_fork();
    worker_main(s, (unsigned)g->places[i].slot);
  }
  if (pid < 0) {
    log_error(&log_server, "WORKER_FORK", NULL, "cannot start a worker: %s", strerror(errno));
    board_leave(s->board, (unsigned)g->places[i].slot);
    g->places[i].start_at = clock_us(CLOCK_MONOTONIC) + MOST_DELAY_MS * 1000;
    return;
  }
  s->board->slots[g->places[i].slot].pid = pid;
  s->board->workers_started++;
  g->places[i].pid = pid;
}

static void start_missing(struct generation *g)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  for (unsigned i = 0; i < g->wanted && !g->ending; i++)
    if (g->places[i].pid == 0 && now >= g->places[i].start_at) start_worker(g, i);
}

/* A worker died. If it had not answered any request, its successors may die, too: waits longer each time. */
static void back_off(struct generation *g, unsigned i, uint64_t answered)
{
  struct place *p = &g->places[i];
  if (answered > 0) p->failures = 0;
  else p->failures++;
  uint64_t ms = p->failures < 2 ? 0 : (uint64_t)LEAST_DELAY_MS << (p->failures < 12 ? p->failures - 2 : 10);
  if (ms > MOST_DELAY_MS) ms = MOST_DELAY_MS;
  p->start_at = clock_us(CLOCK_MONOTONIC) + ms * 1000;
}

static void log_death(const struct board_slot *slot, pid_t pid, int status)
{
  char how[64];
  if (WIFSIGNALED(status))
    snprintf(how, sizeof how, "was ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else snprintf(how, sizeof how, "ended with status %d", WEXITSTATUS(status));
  log_error(&log_server, "WORKER_DIED", "Only its requests are lost. Another worker replaces it.", "worker %d %s%s%s",
            (int)pid, how, slot->busy_since != 0 ? " while it answered " : "", slot->busy_since != 0 ? slot->line : "");
}

static void worker_ended(struct generation *g, pid_t pid, int status)
{
  struct board *b = g->s->board;
  for (unsigned i = 0; i < g->nleaving; i++) {
    if (g->leaving[i].pid != pid) continue;
    board_leave(b, (unsigned)g->leaving[i].slot);
    g->leaving[i] = g->leaving[--g->nleaving];
    return;
  }
  for (unsigned i = 0; i < g->wanted; i++) {
    if (g->places[i].pid != pid) continue;
    struct board_slot *slot = &b->slots[g->places[i].slot];
    const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) {
      b->workers_died++;
      log_death(slot, pid, status);
      back_off(g, i, slot->requests);
    }
    board_leave(b, (unsigned)g->places[i].slot);
    g->places[i].pid = 0;
    return;
  }
}

static void reap(struct generation *g)
{
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) worker_ended(g, pid, status);
}

/* Replaces workers that have reached max-requests-per-instance; they end when their requests are done. */
static void replace_leaving(struct generation *g)
{
  for (unsigned i = 0; i < g->wanted; i++) {
    if (g->places[i].pid == 0 || g->s->board->slots[g->places[i].slot].state != BOARD_DRAINING ||
        g->nleaving == BOARD_SLOTS)
      continue;
    g->leaving[g->nleaving++] = (struct leaving){g->places[i].pid, g->places[i].slot};
    g->places[i].pid = 0;
  }
}

static void signal_all(const struct generation *g, int signal_number)
{
  for (unsigned i = 0; i < g->wanted; i++)
    if (g->places[i].pid > 0) kill(g->places[i].pid, signal_number);
  for (unsigned i = 0; i < g->nleaving; i++) kill(g->leaving[i].pid, signal_number);
}

static unsigned living(const struct generation *g)
{
  unsigned n = g->nleaving;
  for (unsigned i = 0; i < g->wanted; i++) n += g->places[i].pid > 0;
  return n;
}

/* --- the loop --- */

/* What workers read by themselves is not shared. The first generation must answer soon, so when it had not enough time
 * to read all manifests, requests another generation, which has more. */
static void read_the_rest(struct server *s)
{
  if (s->all_read || s->generation > 1) return;
  log_info(&log_server, "reading all manifests takes longer than %d ms; a new generation will do it", FIRST_LOAD_MS);
  board_want_reload(s->board);
}

static void hear_workers(struct generation *g)
{
  char bytes[64];
  const ssize_t n = read(g->s->listening, bytes, sizeof bytes);
  if (n > 0) g->heard += (unsigned)n;
  if (g->told || g->heard < g->wanted) return;
  g->told = true;
  if (write(g->s->supervisor, "r", 1) != 1) log_warning(&log_server, "the supervisor does not listen");
  read_the_rest(g->s);
}

static void take_signals(struct generation *g, int fd)
{
  for (int signal_number; (signal_number = service_take_signal(fd)) != 0;) {
    if (signal_number == SIGCHLD) continue;
    g->ending = true;
    signal_all(g, signal_number);
  }
}

static void look_after(struct generation *g)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  reap(g);
  replace_leaving(g);
  start_missing(g);
  if (now < g->keys_at) return;
  g->keys_at = now + (uint64_t)TLS_SESSION_S * 1000000;
  if (g->s->tickets != NULL) tls_tickets_renew(g->s->tickets);
}

static unsigned workers_wanted(const struct server_config *c)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const int64_t n = c->instances > 0 ? c->instances : processors > 0 ? processors : 1;
  return n > MOST_WORKERS ? MOST_WORKERS : (unsigned)n;
}

void generation_main(struct server *s)
{
  static const int signals[] = {SIGCHLD, SIGTERM, SIGHUP, 0};
  struct generation g = {.s = s};
  struct buf why = BUF_HEAP;
  const int fd = service_open_signals(signals);
  int pipes[2];
  if (fd < 0 || pipe2(pipes, O_CLOEXEC | O_NONBLOCK) < 0) {
    buf_printf(&why, "%s\n", strerror(errno));
  } else if (make_tickets(s, &why) && (s->generation == 1 || read_again(s, &why)) && read_all(s, &why)) {
    count_environments(s);
    g.wanted = workers_wanted(s->config);
    s->board->workers = g.wanted;
    s->listening = pipes[0];
    s->tell = pipes[1];
  }
  if (why.n > 0) {
    log_error(&log_server, "SERVER_CONFIG", NULL, "%.*s", (int)why.n - 1, why.p);
    _exit(1);
  }
  look_after(&g);
  while (!g.ending || living(&g) > 0) {
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = s->listening, .events = POLLIN}};
    poll(fds, 2, TICK_MS);
    take_signals(&g, fd);
    hear_workers(&g);
    look_after(&g);
  }
  environments_free(s->environments);
  _exit(0);
}
