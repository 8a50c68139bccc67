/* Parses HTTP/1.1 answers as their bytes arrive, with as little work as possible, because a load generator must not
 * cost what it measures. */
#ifndef FICELLE_LOAD_REPLY_H
#define FICELLE_LOAD_REPLY_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum { REPLY_HEAD_MOST = 32 * 1024 }; /* bytes of status line and headers, and of a trailer */

enum reply_progress {
  REPLY_MORE, /* not complete */
  REPLY_DONE,
  REPLY_BAD /* not a valid HTTP answer: reply.why has the reason */
};

/* Initially zero, with `body` set. */
struct reply {
  struct buf *body;    /* receives the body, as it was sent; NULL: drop it */
  bool failures_only;  /* keep only bodies of a status from 300 on */
  int status;          /* three digits; 0: not there yet */
  bool reusable;       /* the connection can be used for another request */
  bool gzip;           /* the body is compressed by gzip */
  uint64_t head_bytes; /* of status line and headers */
  uint64_t body_bytes; /* of the body as it was sent, without framing of chunks */
  const char *why;     /* static text */
  /* The state of parsing. */
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
  size_t line_bytes; /* of an incomplete line */
  char line[1024];   /* its beginning; the rest is ignored */
};

/* Parses bytes, at most those of this answer; *used: the number consumed. After DONE or BAD consumes none. */
enum reply_progress reply_take(struct reply *r, str bytes, size_t *used);
/* Call when the connection has ended. DONE if that is the end of the body. */
enum reply_progress reply_ended(struct reply *r);

#endif
