/* Requests over HTTP and HTTPS by libcurl, with Puppet's settings for proxies, certificates, time limits and its words for what
 * goes wrong. */
#ifndef FICELLE_BASE_HTTP_H
#define FICELLE_BASE_HTTP_H

#include "base/arena.h"
#include "base/settings.h"
#include "base/str.h"

struct http_request {
  struct arena *arena;               /* of the answer, too */
  struct settings *settings;
  const char *method;                /* "GET", "HEAD" or "POST" */
  str url;
  str body;                          /* of a POST */
  const char *const *headers;        /* lines beside those that each request has, ended by NULL; may be NULL */
  bool system_store;                 /* the system's authorities are trusted, and own certificates are not needed */
  /* Parts of the body of a good answer as they come. False ends the request, which then fails. NULL: it is not wanted. */
  bool (*take)(void *ctx, str part);
  void *ctx;
};

struct http_header {
  str name, value;
  struct http_header *next;
};

struct http_answer {
  long status;                       /* 2xx: it is good */
  str reason;                        /* "Not Found" */
  str body;                          /* of an answer that is not good: its first 64 KiB */
  struct http_header *headers;       /* of the last answer, when there were redirections */
};

/* Why there is no answer: the message, and the cause behind it (empty: there is none). */
struct http_failure {
  str message, cause;
  bool no_tls;                       /* a file of certificates is missing, which `cause` names */
};

/* False: there is no answer. */
bool http_perform(const struct http_request *request, struct http_answer *answer, struct http_failure *failure);
/* The value of a header, whatever the case of its name; NULL: there is none. */
const str *http_header(const struct http_answer *answer, const char *name);

#endif
