/* Sessions with Puppet servers: requests to their services, found by server_list, SRV records or settings, and their
 * files for the resource type `file`. */
#ifndef FICELLE_AGENT_SESSION_SESSION_H
#define FICELLE_AGENT_SESSION_SESSION_H

#include <signal.h>

#include "agent/types/file/file_server.h"
#include "base/http.h"
#include "base/settings.h"
#include "compiler/values/value.h"

/* --- errors: a message, and the error that caused it --- */
struct session_error {
  str message, wrapped; /* wrapped: may be empty */
};
/* Logs an exception as Puppet does: `message` (NULL: that of the error), and the wrapped error. */
void session_log_error(const struct session_error *error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "message\nWrapped exception:\nwrapped" */
str session_error_text(struct arena *a, const struct session_error *error);

/* --- sessions: session.c --- */
enum session_service { SESSION_CA, SESSION_PUPPET, SESSION_FILESERVER, SESSION_REPORT, SESSION_SERVICES };

/* A session: the servers that it asks, and the connections. Names are resolved once in its life. */
struct session {
  struct settings *settings;
  struct arena *arena;               /* for what lives as long as the session */
  struct http_client *client;        /* NULL until the first request */
  struct http_tls tls;               /* trusted authorities and the client's certificate */
  bool tls_of_settings;              /* uses the files of the settings, which must all exist, in place of `tls` */
  const volatile sig_atomic_t *stop; /* may be NULL */
  struct session_server {
    str host; /* empty: not resolved yet */
    int64_t port;
  } servers[SESSION_SERVICES], listed; /* listed: the server of server_list that answered */
  const struct session_server *asked;  /* gets the present request */
  str server_version;                  /* X-Puppet-Version of the last answer */
};

/* Starts a session; nothing is opened before the first request. */
void session_begin(struct session *f, struct settings *settings, const volatile sig_atomic_t *stop);
void session_end(struct session *f);
/* Closes the connections; servers are resolved again. */
void session_again(struct session *f);
/* The address of a service after one of its requests was answered: "https://host:port/puppet-ca/v1". */
str session_url(struct session *f, struct arena *a, enum session_service service);
/* Finds a server of server_list that answers, for reports. False: none answers, which was logged, or there is no
 * list. */
bool session_find_server(struct session *f);

struct session_request {
  struct arena *arena;
  enum session_service service;
  const char *method;
  str path;                          /* below the service's root, "/node/x", not encoded */
  str query;                         /* "a=b&c=d", encoded; empty: none */
  const char *accept, *content_type; /* content_type NULL: no body */
  const char *header;                /* an additional header line; NULL: none */
  str body;
  str host; /* replaces the service's host; empty: does not */
  int64_t port;
  bool (*take)(void *ctx, str part);
  /* Called when there is a connection to session.asked and before the request is sent; may be NULL. */
  void (*connected)(void *ctx);
  void *ctx; /* of both */
};
/* Sends a request. False if there was no answer, with the reason in *error. An answer may have any status. The body of
 * a successful answer is stored unless `take` receives it. */
bool session_ask(struct session *f, const struct session_request *r, struct http_answer *answer,
                 struct session_error *error);
/* "Error 403 on SERVER: Forbidden request: …" */
str session_answer_error(struct arena *a, const struct http_answer *answer);
/* Appends "name=value" to a query, encoded. */
void session_query(struct buf *query, const char *name, str text);
/* Whether the type of an answer's body is JSON. */
bool session_answer_is_json(const struct http_answer *answer, struct session_error *error);
/* Parses the JSON of an answer. False: the body is not JSON, or has another content type. */
bool session_answer_json(struct arena *a, const struct http_answer *answer, value *out, struct session_error *error);

/* --- files of the server: server_files.c --- */
/* Where sources and buckets of the resource type `file` are requested: `serving` of struct ral. */
struct session_files {
  struct session *session;
  str environment, code_id; /* code_id: for a static catalog */
};
extern const struct file_server session_file_server;

/* --- SRV records: srv.c --- */
/* SRV records of a service in the order in which they are tried; returns their number. */
struct srv_record {
  str host;
  int64_t port;
  unsigned priority, weight;
};
size_t srv_find(struct arena *a, const char *domain, const char *service, struct srv_record **out);
/* Parses the records of a DNS answer; fuzzed. False: it is not a DNS answer. */
bool srv_read(struct arena *a, const unsigned char *answer, size_t n, struct srv_record **out, size_t *count);

#endif
