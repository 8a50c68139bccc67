/* A request and its answer, and functions for the kinds of answers. HTTP reads requests and sends answers; routes
 * receive requests and fill in answers. */
#ifndef FICELLE_SERVER_HTTP_REQUEST_H
#define FICELLE_SERVER_HTTP_REQUEST_H

#include <time.h>

#include "base/arena.h"
#include "base/str.h"

enum request_method {
  METHOD_GET = 1 << 0,
  METHOD_HEAD = 1 << 1,
  METHOD_POST = 1 << 2,
  METHOD_PUT = 1 << 3,
  METHOD_DELETE = 1 << 4,
  METHOD_OTHER = 1 << 5
};

/* A parameter of the query or of a form: decoded (`+` is a space), in the order given. */
struct request_parameter {
  str name, value;
};

/* The client's identity: from the certificate of the connection, or, behind a proxy that ends TLS, from headers only,
 * if auth.conf allows that (allow-header-cert-info). */
struct peer {
  str address;                      /* of the connection */
  str certname;                     /* empty: no certificate */
  bool authenticated;               /* the certificate is valid: issued by our authority, not revoked */
  str certificate;                  /* DER; empty: none */
  const struct hash *extensions;    /* short name (else OID) -> text: as in trusted facts; NULL: none */
  const struct hash *authorization; /* extensions below 1.3.6.1.4.1.34380.1.3; NULL: none */
  const str *alt_names;             /* "DNS:a", "IP:10.0.0.1" … of the certificate */
  size_t nalt_names;
};

/* Valid until it is answered; its pointers refer to its arena or to the connection. */
struct request {
  struct arena *arena; /* of the request; emptied after the answer */
  enum request_method method;
  str method_name; /* as sent */
  str target;      /* as sent: path and query */
  str path;        /* decoded; without query; no ".." in it */
  const struct request_parameter *parameters;
  size_t nparameters; /* of the query, then of a body that is a form */
  str body;           /* as sent: like puppetserver, no content encoding is decoded */
  struct peer peer;
  const struct head *head;        /* http/head.h: the headers; request_header() reads them */
  const struct route *route;      /* NULL until found */
  str rest;                       /* the path after the route's pattern, without the slash between */
  struct timespec began;          /* CLOCK_MONOTONIC: when the last byte of the request arrived */
  uint64_t taken_us, answered_us; /* microseconds of that clock: work began, answer complete; 0: not yet */
  /* For the access log, the statistics and the context of log lines. */
  str node; /* the node that it is about, if the route knows */
  str environment;
  int pending;     /* > 0: what a route has asked for before `later`; closed after the answer */
  char *bulk;      /* heap, or NULL: the text of a large answer; freed as soon as it has been compressed or sent */
  str transaction; /* UUID of the agent's run, if the route knows */
};

/* The answer. A route fills it; the caller sends it. Initially zero. */
struct answer {
  int status;               /* 0: the route has not answered, which is a defect: 500 */
  const char *content_type; /* NULL: no header */
  str body;                 /* lives at least until it is sent */
  int file;                 /* > 0: the body is this file's first `length` bytes; the sender closes it */
  uint64_t length;
  int later; /* > 0: the answer is not known yet; the route is called again when this descriptor can be read. HTTP
                closes  it; the rest of the answer is dropped */
  int64_t later_ms; /* > 0: the route is called again after this time in any case */
  bool plain;       /* never compressed, whatever the client accepts */
  bool page;        /* an error page of the HTTP server, not the answer of a route */
  struct answer_header {
    const char *name;
    str value;
  } headers[8];
  size_t nheaders;
};

/* --- answer.c --- */
/* The value of a header, by its name in any letter case; empty if missing. */
str request_header(const struct request *r, const char *name);
/* The first parameter of that name; NULL if missing. */
const str *request_parameter(const struct request *r, const char *name);
/* Answers with status and text, "text/plain; charset=utf-8". */
void answer_text(struct request *r, struct answer *a, int status, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
/* {"message": …, "issue_kind": …} as "application/json; charset=utf-8". */
void answer_error(struct request *r, struct answer *a, int status, const char *issue_kind, const char *fmt, ...)
  __attribute__((format(printf, 5, 6)));
void answer_json(struct answer *a, int status, str json);
void answer_header(struct answer *a, const char *name, str value);
/* The page that Jetty sends for an unknown path: HTML, JSON or text, as the client prefers; empty if it takes none of
 * them, and for methods other than GET, HEAD and POST. */
void answer_not_found(struct request *r, struct answer *a);

#endif
