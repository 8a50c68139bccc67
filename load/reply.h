/* Reads answers of HTTP/1.1 as their bytes come, with as little work as possible: a load generator shall not cost what
 * it measures. */
#ifndef FICELLE_LOAD_REPLY_H
#define FICELLE_LOAD_REPLY_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum { REPLY_HEAD_MOST = 32 * 1024 }; /* bytes of status line and headers, and of a trailer */

enum reply_progress {
  REPLY_MORE, /* not complete */
  REPLY_DONE,
  REPLY_BAD /* this is no answer of HTTP: reply.why says what is wrong */
};

/* Zeroed, with `body` set, is a reply of which nothing has come. */
struct reply {
  struct buf *body;    /* where the body goes, as it is sent; NULL: it is not kept */
  bool failures_only;  /* only that of a status from 300 on */
  int status;          /* three digits; 0: not there yet */
  bool reusable;       /* the connection can be used for another request */
  bool gzip;           /* the body is compressed by gzip */
  uint64_t head_bytes; /* of status line and headers */
  uint64_t body_bytes; /* of the body as it is sent, without what chunks add */
  const char *why;     /* static text */
  /* How far it is. */
  enum {
    REPLY_IN_HEAD,
    REPLY_IN_BODY,
    REPLY_UNTIL_END,
    REPLY_IN_SIZE,
    REPLY_IN_CHUNK,
    REPLY_AFTER_CHUNK,
    REPLY_IN_TRAILER,
    REPLY_COMPLETE
  } state;
  uint64_t left; /* bytes of the body, or of the chunk, to come */
  bool sized, chunked;
  size_t line_bytes; /* of a line that is not complete */
  char line[1024];   /* its beginning; what is longer is not looked at */
};

/* Takes bytes, at most those of this answer; *used are those taken. After DONE or BAD it takes none. */
enum reply_progress reply_take(struct reply *r, str bytes, size_t *used);
/* The connection has ended. DONE when the end of the body is just that. */
enum reply_progress reply_ended(struct reply *r);

#endif
