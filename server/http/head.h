/* The head of a request: its first line and headers. Reads what HTTP/1.0 and 1.1 allow and refuses the rest, with the
 * status and reason that puppetserver (Jetty) gives. Knows no connections. */
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
  bool keep_alive;          /* the asker wants to go on with the connection */
  bool chunked, has_length; /* at most one of them; none: no body */
  uint64_t length;
  bool expects_continue;
};

struct head_error {
  int status;         /* 400, 414, 431, 501, 505 */
  const char *reason; /* NULL: the status' own phrase */
};

/* Where the head ends in the bytes that arrived: the offset behind its empty line. 0: not yet there. More than
 * HEAD_BYTES without an end: head_too_long(). */
size_t head_end(str bytes);
struct head_error head_too_long(str bytes);
/* `text` is the head with its empty line, and lives as long as the arena. False with the error. */
bool head_parse(struct arena *a, str text, struct head *h, struct head_error *why);
/* A header's value, whatever the case of its name; the first one. Empty: not there. */
str head_field(const struct head *h, const char *name);

/* --- targets --- */
/* %xx and, in queries, "+" are decoded. False: a bad escape, or a NUL byte. */
bool target_decode(struct arena *a, str text, bool query, str *out);
/* Fills path, parameters and nparameters of the request from its target. The path is decoded, doubled slashes are one.
 * False with *why; with `relative` true when the path has "." or "..": the path is set then. */
bool target_parse(struct request *r, struct head_error *why, bool *relative);
/* Adds the parameters of a query or a form. False, and adds none: a bad escape, or too many. */
bool target_parameters(struct request *r, str text);

#endif
