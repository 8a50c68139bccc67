/* The processes of the server.
 *
 *   supervisor   listening sockets, the file with its process id, signals, systemd; starts and ends the others
 *   authority    the key of the CA (ca/link.h)
 *   generation   reads configuration and environments, forks workers, replaces those that die
 *   worker       answers requests
 *
 * SIGHUP starts a new generation beside the old one. When all its workers listen, those of the old one finish their
 * requests, and keep idle connections until their usual timeout, because a client may just be sending. If the new
 * generation cannot start, the old one continues. SIGTERM and SIGINT end all processes; requests that were received
 * are answered. */
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

/* The state of a process; each forked process has its own copy. */
struct server {
  struct cli *cli;
  struct settings *settings;
  struct server_config *config;
  struct board *board;
  struct listening sockets[MOST_SOCKETS];
  unsigned nsockets;
  struct ca_link link; /* between workers and the authority */
  /* For a generation. */
  unsigned generation;
  int supervisor; /* pipe: receives "r" when all workers listen */
  struct arena *arena;
  struct auth *auth;
  struct environments *environments;
  bool all_read; /* all manifests were read before the workers were forked */
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
/* As root: becomes the user and group of the settings for good. Keeps of all capabilities only CAP_SYS_ADMIN, if the
 * process had it, for server_protect_keys(). False with a line in `why`. */
bool server_drop_privileges(struct settings *s, struct buf *why);
/* For processes that do not call server_protect_keys(). Does nothing as root. */
void server_drop_capabilities(void);
/* Called in a generation after it has read its TLS files: hides private keys from it and its workers, so that
 * manifests, templates, data, file routes and programs that are started cannot read them. With CAP_SYS_ADMIN, which it
 * then gives up, Ruby code cannot read them either: the files are hidden (base/protect.h), and the keys for TLS are
 * kept in memory. Logs which of this is not possible. */
void server_protect_keys(const struct server *s);

/* --- supervisor.c --- */
/* Returns the exit status. */
int supervisor_run(struct server *s);

/* --- generation.c --- */
/* Reads the files that a generation needs; also for --check. Reads environments last. False with lines in `why`. */
bool generation_read(struct server *s, struct buf *why);
bool generation_read_environments(struct server *s, struct buf *why);
/* Frees what the two have read, or a part of it if one failed. */
void generation_forget(struct server *s);
_Noreturn void generation_main(struct server *s);

/* --- worker.c --- */
_Noreturn void worker_main(struct server *s, unsigned slot);

/* --- authority.c --- */
/* Whether this host has the key of an authority. */
bool authority_is_here(struct settings *s);
/* Starts its process. 0: that failed, which was logged. */
pid_t authority_start(struct server *s);

/* --- access_log.c --- */
struct access_log;
/* Opens the file of the setting server_access_log. NULL when the setting is empty, or when the file cannot be written,
 * which is logged. */
struct access_log *access_log_open(struct settings *s);
void access_log_close(struct access_log *l);
/* Writes a line in puppetserver's format. `line` is the request's first line, empty if invalid; `wait_us`: the time
 * it waited for a worker. */
void access_log_write(struct access_log *l, const struct request *r, int status, uint64_t bytes, uint64_t us,
                      uint64_t wait_us);

#endif
