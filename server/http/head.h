/* The head of a request: its first line and headers. Parses what HTTP/1.0 and 1.1 allow and refuses the rest, with the
 * status and reason that puppetserver (Jetty) gives. Independent of connections. */
#ifndef FICELLE_SERVER_HTTP_HEAD_H
#define FICELLE_SERVER_HTTP_HEAD_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "server/http/request.h"

enum {
  HEAD_BYTES = 8192, /* of first line and headers together */
  HEAD_FIELDS = 128
};

struct head_field {
  str name, value; /* as sent, without white space around the value */
};

struct head {
  str method, target, line; /* line: the first line without its end */
  size_t bytes;             /* of the whole head */
  bool http10;
  struct head_field *fields;
  size_t nfields;
  bool keep_alive;          /* the client wants to keep the connection open */
  bool chunked, has_length; /* at most one is true; neither: no body */
  uint64_t length;
  bool expects_continue;
};

struct head_error {
  int status;         /* 400, 414, 431, 501, 505 */
  const char *reason; /* NULL: the status' own phrase */
};

/* The end of the head in the bytes that arrived: the offset after its empty line; 0 when it is incomplete. If more
 * than HEAD_BYTES have no end, call head_too_long(). */
size_t head_end(str bytes);
struct head_error head_too_long(str bytes);
/* Parses the head. `text` includes the empty line and must live as long as the arena. False with the error. */
bool head_parse(struct arena *a, str text, struct head *h, struct head_error *why);
/* The value of the first header with this name, in any letter case; empty when missing. */
str head_field(const struct head *h, const char *name);

/* --- targets --- */
/* Decodes %xx and, in queries, "+". False: an invalid escape, or a NUL byte. */
bool target_decode(struct arena *a, str text, bool query, str *out);
/* Fills path, parameters and nparameters of the request from its target. Decodes the path and reduces repeated slashes
 * to one. False with *why; when the path contains "." or "..", *relative is true and the path is set. */
bool target_parse(struct request *r, struct head_error *why, bool *relative);
/* Adds the parameters of a query or a form. False, adding none: an invalid escape, or too many. */
bool target_parameters(struct request *r, str text);

#endif
