/* The agent of a fleet: its certificate, its server, its runs. What the files of fleet/ share.
 *
 *   session.c      requests to the services of a server, by server_list, SRV records or settings
 *   srv.c          SRV records
 *   ssl_files.c    keys, certificates, requests and lists as files
 *   machine.c      the way to a certificate
 *   disabled.c     agent_disabled.lock
 *   counts.c       what the statistics are told beside runs
 *   server_files.c files of the server for the resource type `file`
 *   plugins.c      plug-ins of the server: facts, types, functions
 *   facts.c        the facts that are sent, and their limits
 *   catalog.c      the catalog: asked for, kept, taken from what was kept
 *   configurer.c   one run
 *   daemon.c       runs again and again; signals
 *   cmd_agent.c, cmd_ssl.c   the commands
 */
#ifndef FICELLE_FLEET_FLEET_H
#define FICELLE_FLEET_FLEET_H

#include <signal.h>

#include "base/http.h"
#include "base/log.h"
#include "base/settings.h"
#include "compiler/values/value.h"

/* --- errors: a message, and what is behind it --- */
struct fleet_error {
  str message, wrapped; /* wrapped empty: nothing */
};
/* Puppet's log of an exception: `message` (of the error when it is NULL), and what was wrapped. */
void fleet_log_error(const struct fleet_error *error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "message\nWrapped exception:\nwrapped" */
str fleet_error_text(struct arena *a, const struct fleet_error *error);

/* --- sessions: session.c --- */
enum fleet_service { FLEET_CA, FLEET_PUPPET, FLEET_FILESERVER, FLEET_REPORT, FLEET_SERVICES };

/* A session: which server is asked for what, and the connections. What is resolved stays so for its life. */
struct fleet {
  struct settings *settings;
  struct arena *arena; /* of what lasts as long as the session */
  struct http_client *client;
  struct http_tls tls;               /* the trusted authorities and the own certificate */
  const volatile sig_atomic_t *stop; /* may be NULL */
  struct fleet_server {
    str host; /* empty: not resolved */
    int64_t port;
  } servers[FLEET_SERVICES], listed; /* listed: the one of server_list that answered */
  str server_version;                /* X-Puppet-Version of the last answer */
};

void fleet_begin(struct fleet *f, struct settings *settings, const volatile sig_atomic_t *stop);
void fleet_end(struct fleet *f);
/* The connections are closed and all is resolved anew. */
void fleet_again(struct fleet *f);
/* The address of a service, once one of its requests was answered: "https://host:port/puppet-ca/v1". */
str fleet_url(struct fleet *f, struct arena *a, enum fleet_service service);
/* Finds a server of server_list that answers, for reports. False if none does, after a log message, or if there is no
 * list. */
bool fleet_find_server(struct fleet *f);

struct fleet_request {
  struct arena *arena;
  enum fleet_service service;
  const char *method;
  str path;                          /* below the service's root, "/node/x", not encoded */
  str query;                         /* "a=b&c=d", encoded; empty: none */
  const char *accept, *content_type; /* content_type NULL: no body */
  const char *header;                /* one more line; NULL: none */
  str body;
  str host; /* in place of the service's; empty: none */
  int64_t port;
  bool (*take)(void *ctx, str part);
  void *ctx;
};
/* False if there was no answer, with the reason in *error. An answer may have any status. A good answer's body is kept
 * unless `take` gets it. */
bool fleet_ask(struct fleet *f, const struct fleet_request *r, struct http_answer *answer, struct fleet_error *error);
/* "Error 403 on SERVER: Forbidden request: …" */
str fleet_answer_error(struct arena *a, const struct http_answer *answer);
/* Adds "name=value" to a query, encoded. */
void fleet_query(struct buf *query, const char *name, str text);
/* JSON of an answer. False: it is none, or of another kind. */
bool fleet_answer_json(struct arena *a, const struct http_answer *answer, value *out, struct fleet_error *error);

/* SRV records of a service in the order in which they are tried; the number of them (srv.c). */
struct srv_record {
  str host;
  int64_t port;
  unsigned priority, weight;
};
size_t srv_find(struct arena *a, const char *domain, const char *service, struct srv_record **out);
/* The records of a DNS answer. False: it is none (a fuzzer's entrance). */
bool srv_read(struct arena *a, const unsigned char *answer, size_t n, struct srv_record **out, size_t *count);

/* --- agent_disabled.lock: disabled.c --- */
bool disabled_is(struct settings *s);
/* The reason of a text as the file has it: JSON. False: it is no JSON. No reason: empty. */
bool disabled_read(struct arena *a, str text, str *reason);
/* "Skipping run of …" */
void disabled_say(struct settings *s);
/* A file that is there stays. */
bool disabled_set(struct settings *s, str reason);
void disabled_clear(struct settings *s);

/* --- statistics: counts.c --- */
/* A run that was not made, for it is disabled or another one is at work. */
void counts_skipped(struct settings *s);
/* How this host stands: whether runs are disabled, and until when its certificate is valid (seconds since 1970; 0:
 * there is none). */
void counts_host(struct settings *s, bool disabled, int64_t until);

#endif
