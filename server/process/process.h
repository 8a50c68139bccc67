/* The processes of the server.
 *
 *   supervisor   listening sockets, the file of its id, signals, systemd; starts and ends the others
 *   authority    the key of the CA (ca/link.h)
 *   generation   reads configuration and environments, forks workers, replaces those that die
 *   worker       answers requests
 *
 * SIGHUP makes a new generation beside the old one. When all its workers listen, the old one's finish what they have,
 * and keep connections without a request for as long as they would have lived in any case: an asker may be sending. A
 * generation that cannot start leaves the old one as it is. SIGTERM and SIGINT end everything: what was asked is
 * answered. */
#ifndef FICELLE_SERVER_PROCESS_PROCESS_H
#define FICELLE_SERVER_PROCESS_PROCESS_H

#include "cli/cli.h"
#include "server/auth/auth.h"
#include "server/board/board.h"
#include "server/ca/link.h"
#include "server/config/config.h"
#include "server/environments/environments.h"
#include "server/http/http.h"
#include "server/routes/route.h"

enum { MOST_SOCKETS = 16, MOST_WORKERS = 64 };

struct listening {
  int fd;
  bool tls;
};

/* What processes are made of; each fork has its own. */
struct server {
  struct cli *cli;
  struct settings *settings;
  struct server_config *config;
  struct board *board;
  struct listening sockets[MOST_SOCKETS];
  unsigned nsockets;
  struct ca_link link; /* between workers and the authority */
  /* Of a generation. */
  unsigned generation;
  int supervisor; /* pipe: "r" when all workers listen */
  struct arena *arena;
  struct auth *auth;
  struct environments *environments;
  bool all_read; /* the manifests, before the workers were forked */
  struct tls_options tls_options;
  struct tls *tls;             /* NULL: no socket with TLS */
  struct tls_tickets *tickets; /* shared by the workers */
  int listening, tell;         /* pipe: each worker writes a byte into it when it listens */
};

/* --- listen.c --- */
/* Opens the sockets that webserver.conf and the settings name, or takes those of systemd (LISTEN_FDS; one named "http"
 * is without TLS). False with a line in `why`. */
bool server_listen(struct server *s, struct buf *why);
void server_close_sockets(struct server *s);

/* --- privileges.c --- */
/* As root: becomes the user and group of the settings for good. Of capabilities only CAP_SYS_ADMIN stays, when it was
 * there, for server_protect_keys(). False with a line in `why`. */
bool server_drop_privileges(struct settings *s, struct buf *why);
/* For processes that do not call server_protect_keys(). Does nothing as root. */
void server_drop_capabilities(void);
/* In a generation, when it has read its TLS files: private keys cannot be read any more by it and its workers, neither
 * by manifests, templates, data and file routes nor by programs that are started. With CAP_SYS_ADMIN, which is given
 * up, neither by code in Ruby: the keys are hidden (base/protect.h), and those of TLS kept in memory. The log has what
 * is not possible. */
void server_protect_keys(const struct server *s);

/* --- supervisor.c --- */
/* The exit status. */
int supervisor_run(struct server *s);

/* --- generation.c --- */
/* What a generation needs, read from the files; also for --check. Environments after all else. False with lines in
 * `why`. */
bool generation_read(struct server *s, struct buf *why);
bool generation_read_environments(struct server *s, struct buf *why);
_Noreturn void generation_main(struct server *s);

/* --- worker.c --- */
_Noreturn void worker_main(struct server *s, unsigned slot);

/* --- authority.c --- */
/* Whether the key of an authority is there. */
bool authority_is_here(struct settings *s);
/* Its process; 0: it could not be started, which was logged. */
pid_t authority_start(struct server *s);

/* --- access_log.c --- */
struct access_log;
/* Opens the file of the setting server_access_log; NULL if there is none, or if it cannot be written,
 * which is logged. */
struct access_log *access_log_open(struct settings *s);
void access_log_close(struct access_log *l);
/* Writes a line in puppetserver's format. `line` is the request's first line, empty if it has none; `wait_us`: the time
 * it waited for a worker. */
void access_log_write(struct access_log *l, const struct request *r, int status, uint64_t bytes, uint64_t us,
                      uint64_t wait_us);

#endif
