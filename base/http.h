/* Requests over HTTP and HTTPS by libcurl, with Puppet's settings for proxies, certificates and time limits, and its
 * error messages. libcurl is loaded at the first request.
 *
 * Like Puppet's agent, follows redirections (at most 10), and repeats a request after status 429 or 503 with
 * Retry-After. A process must fork before it makes clients. */
#ifndef FICELLE_BASE_HTTP_H
#define FICELLE_BASE_HTTP_H

#include <signal.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/settings.h"
#include "base/str.h"

/* Connections that are kept open for the next request to the same server, for at most http_keepalive_timeout
 * seconds. */
struct http_client;
/* NULL if libcurl is not installed; a request without a client then fails with that reason. Must be freed before the
 * settings. */
struct http_client *http_client_new(struct settings *settings);
void http_client_free(struct http_client *client); /* may be NULL */
/* Closes the connections, so that new ones use the present files of certificates. */
void http_client_close(struct http_client *client);

/* The trusted authorities and the client's certificate: paths of PEM files, NULL for none. */
struct http_tls {
  const char *authorities;       /* NULL: neither the server nor its name is verified */
  const char *revocations;       /* NULL: revocation is not checked */
  bool leaf_only;                /* checks only the server's certificate against the lists */
  const char *certificate, *key; /* of the client */
  const char *password;          /* of the key */
};

struct http_request {
  struct arena *arena; /* also of the answer */
  struct settings *settings;
  struct http_client *client; /* NULL: a separate connection */
  const char *method;         /* "GET", "HEAD", "POST", "PUT" or "DELETE" */
  str url;
  str body;                   /* of POST and PUT */
  const char *const *headers; /* lines in addition to the standard ones, ended by NULL; may be NULL */
  bool service;               /* to a Puppet server: adds http_extra_headers and, if set, X-Puppet-Profiling */
  /* NULL: the files of the settings localcacert, hostcrl (by certificate_revocation), hostcert, hostprivkey, which must
   * all exist. */
  const struct http_tls *tls;
  bool system_store;                 /* instead: the system's authorities, and our own certificates if they exist */
  int64_t read_timeout;              /* seconds without a byte; 0: the setting http_read_timeout */
  int64_t connect_timeout;           /* seconds; 0: the setting http_connect_timeout */
  const volatile sig_atomic_t *stop; /* if it becomes true, the request fails; may be NULL */
  /* Receives the body of a successful answer in parts. False ends the request, which then fails. */
  bool (*take)(void *ctx, str part);
  /* Called once, when there is a connection and before the request is sent; may be NULL. */
  void (*connected)(void *ctx);
  void *ctx;   /* of both */
  size_t keep; /* or: maximum size of the body in the answer, beyond which it fails; 0: the body is dropped */
};

struct http_header {
  str name, value;
  struct http_header *next;
};

struct http_answer {
  long status;                 /* 2xx: successful */
  str reason;                  /* "Not Found" */
  str body;                    /* of a successful answer: up to `keep` bytes; of others: the first 64 KiB */
  struct http_header *headers; /* of the last answer after redirections; the last one first */
};

enum http_failed {
  HTTP_FAILED_REQUEST,   /* a bad address, no libcurl, too many redirections … */
  HTTP_FAILED_TLS_FILES, /* a file of certificates is missing, which `cause` names */
  HTTP_FAILED_CONNECT,   /* no connection, or no TLS: the next server may be tried */
  HTTP_FAILED_CONNECT_TIME,
  HTTP_FAILED_VERIFY, /* the server's certificate is not valid: `message` has OpenSSL's reason and the subject */
  HTTP_FAILED_NAME,   /* the certificate is for other names, which `message` lists */
  HTTP_FAILED_READ_TIME,
  HTTP_FAILED_INTERRUPTED, /* the server closed the connection */
  HTTP_FAILED_TRANSFER,    /* any other error in transfer, such as a TLS alert */
  HTTP_FAILED_STOPPED      /* by `stop` or `take` */
};

/* The error if there is no answer: the message, and its cause (empty if unknown). */
struct http_failure {
  enum http_failed kind;
  int refused; /* errno of the connection to the server, such as ECONNREFUSED; 0: unknown, or it is another failure */
  str message, cause;
};

/* False if there is no answer. */
bool http_perform(const struct http_request *request, struct http_answer *answer, struct http_failure *failure);
/* The error message for a request to `url`: for callers that try several servers, whose message names the server
 * without the path. */
str http_failure_for(struct arena *a, const struct http_request *request, const struct http_failure *failure, str url);
/* Finds a header, ignoring the case of its name; NULL: not found. */
const str *http_header(const struct http_answer *answer, const char *name);
/* Percent-encodes everything but letters, digits, "-._~" and the bytes in `also`. */
void http_escape(struct buf *out, str text, const char *also);

#endif
