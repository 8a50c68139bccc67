/* Requests over HTTP and HTTPS by libcurl, with Puppet's settings for proxies, certificates, time limits and its words
 * for what goes wrong. libcurl is loaded at the first request.
 *
 * Redirections are followed (at most 10), and an answer 429 or 503 with Retry-After is waited for, as Puppet's agent
 * does. A process that forks makes its clients afterwards. */
#ifndef FICELLE_BASE_HTTP_H
#define FICELLE_BASE_HTTP_H

#include <signal.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/settings.h"
#include "base/str.h"

/* Connections that are kept for the next request to the same server, http_keepalive_timeout seconds at most. */
struct http_client;
/* NULL when libcurl is not installed; a request without a client then fails with that reason. Freed before the
 * settings. */
struct http_client *http_client_new(struct settings *settings);
void http_client_free(struct http_client *client); /* NULL is fine */
/* Closes the connections: what follows makes new ones, with files of certificates as they are then. */
void http_client_close(struct http_client *client);

/* The authorities a request trusts, and its own certificate: paths of PEM files, NULL for none. */
struct http_tls {
  const char *authorities;       /* NULL: the server is not verified, nor its name */
  const char *revocations;       /* NULL: revocation is not checked */
  bool leaf_only;                /* only the server's certificate is looked for in the lists, no authority's */
  const char *certificate, *key; /* of the client */
  const char *password;          /* of the key */
};

struct http_request {
  struct arena *arena; /* of the answer, too */
  struct settings *settings;
  struct http_client *client; /* NULL: a separate connection */
  const char *method;         /* "GET", "HEAD", "POST", "PUT" or "DELETE" */
  str url;
  str body;                   /* of POST and PUT */
  const char *const *headers; /* lines beside those that each request has, ended by NULL; may be NULL */
  bool service;               /* to a Puppet server: with http_extra_headers and, by the setting, X-Puppet-Profiling */
  /* Who is trusted: NULL is the files of the settings localcacert, hostcrl (by certificate_revocation), hostcert,
   * hostprivkey, which must all be there. */
  const struct http_tls *tls;
  bool system_store;       /* instead of that: the system's authorities, and our own certificates if they exist */
  int64_t read_timeout;    /* seconds without a byte; 0: the setting http_read_timeout */
  int64_t connect_timeout; /* seconds; 0: the setting http_connect_timeout */
  const volatile sig_atomic_t *stop; /* becomes true: the request fails; may be NULL */
  /* What becomes of the body of a good answer. Parts as they come: false ends the request, which then fails. */
  bool (*take)(void *ctx, str part);
  void *ctx;
  size_t keep; /* or: kept in the answer up to so many bytes, more is a failure; 0: it is not wanted */
};

struct http_header {
  str name, value;
  struct http_header *next;
};

struct http_answer {
  long status;                 /* 2xx: it is good */
  str reason;                  /* "Not Found" */
  str body;                    /* what was kept; of an answer that is not good: its first 64 KiB */
  struct http_header *headers; /* of the last answer, when there were redirections; the last one first */
};

enum http_failed {
  HTTP_FAILED_REQUEST,   /* a bad address, no libcurl, too many redirections … */
  HTTP_FAILED_TLS_FILES, /* a file of certificates is missing, which `cause` names */
  HTTP_FAILED_CONNECT,   /* no connection, or no TLS: another server may do better */
  HTTP_FAILED_CONNECT_TIME,
  HTTP_FAILED_VERIFY, /* the server's certificate is not good: `message` has OpenSSL's reason and the subject */
  HTTP_FAILED_NAME,   /* the certificate is for other names, which `message` lists */
  HTTP_FAILED_READ_TIME,
  HTTP_FAILED_INTERRUPTED, /* the server closed the connection */
  HTTP_FAILED_TRANSFER,    /* anything else on the way, a TLS alert among them */
  HTTP_FAILED_STOPPED      /* by `stop` or `take` */
};

/* The error if there is no answer: the message, and its cause (empty if unknown). */
struct http_failure {
  enum http_failed kind;
  str message, cause;
};

/* False if there is no answer. */
bool http_perform(const struct http_request *request, struct http_answer *answer, struct http_failure *failure);
/* The error message for a request to `url`: for callers that try several servers, where the message names the server,
 * not the path. */
str http_failure_for(struct arena *a, const struct http_request *request, const struct http_failure *failure, str url);
/* The value of a header, whatever the case of its name; NULL: there is none. */
const str *http_header(const struct http_answer *answer, const char *name);
/* Percent-encodes all but letters, digits, "-._~" and the bytes in `also`. */
void http_escape(struct buf *out, str text, const char *also);

#endif
