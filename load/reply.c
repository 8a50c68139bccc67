#include "load/reply.h"

#include <string.h>

static enum reply_progress bad(struct reply *r, const char *why)
{
  r->why = why;
  r->state = REPLY_COMPLETE;
  return REPLY_BAD;
}

static enum reply_progress complete(struct reply *r)
{
  r->state = REPLY_COMPLETE;
  return REPLY_DONE;
}

/* --- lines ----------------------------------------------------------------------------------------------- */

static bool line_is_status(struct reply *r, str line)
{
  if (!str_starts(line, STR("HTTP/1.")) || line.n < 12 || line.p[8] != ' ' || !ascii_is_digit(line.p[9]) ||
      !ascii_is_digit(line.p[10]) || !ascii_is_digit(line.p[11]) || line.p[9] == '0') {
    return false;
  }
  r->status = (line.p[9] - '0') * 100 + (line.p[10] - '0') * 10 + (line.p[11] - '0');
  r->reusable = line.p[7] == '1';
  return true;
}

/* Parses a number of at most 18 digits. */
static bool read_number(str digits, unsigned base, uint64_t *number)
{
  *number = 0;
  for (size_t i = 0; i < digits.n; i++) {
    const char c = digits.p[i];
    const unsigned digit = ascii_is_digit(c)      ? (unsigned)(c - '0')
                           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                  : 16;
    if (digit >= base) {
      return false;
    }
    *number = *number * base + digit;
  }
  return digits.n > 0 && digits.n <= (base == 16 ? 15 : 18);
}

/* Evaluates a header. False: it is invalid. */
static bool take_header(struct reply *r, str line)
{
  const size_t colon = str_index(line, ':', 0);
  if (colon == SIZE_MAX || colon == 0) {
    return false;
  }
  const str name = str_sub(line, 0, colon), text = str_trim(str_from(line, colon + 1));
  if (str_caseeq(name, STR("content-length"))) {
    const bool again = r->sized;
    const uint64_t before = r->left;
    r->sized = true;
    return read_number(text, 10, &r->left) && (!again || r->left == before);
  }
  if (str_caseeq(name, STR("transfer-encoding"))) {
    r->chunked = true;
    return str_caseeq(text, STR("chunked"));
  }
  if (str_caseeq(name, STR("connection"))) {
    r->reusable = str_caseeq(text, STR("close")) ? false : str_caseeq(text, STR("keep-alive")) ? true : r->reusable;
  } else if (str_caseeq(name, STR("content-encoding"))) {
    r->gzip = str_caseeq(text, STR("gzip"));
  }
  return true;
}

/* Handles the empty line after the headers. */
static enum reply_progress end_head(struct reply *r)
{
  if (r->status < 200) {
    r->status = 0; /* an interim answer; the real one follows */
    return r->sized || r->chunked ? bad(r, "an interim answer with a body") : REPLY_MORE;
  }
  if (r->status == 204 || r->status == 304) {
    return complete(r);
  }
  if (r->chunked) {
    r->state = REPLY_IN_SIZE;
  } else if (!r->sized) {
    r->state = REPLY_UNTIL_END;
    r->reusable = false;
  } else {
    r->state = REPLY_IN_BODY;
    return r->left == 0 ? complete(r) : REPLY_MORE;
  }
  return REPLY_MORE;
}

static enum reply_progress take_size(struct reply *r, str line)
{
  const size_t end = str_index(line, ';', 0);
  if (!read_number(str_trim(end == SIZE_MAX ? line : str_sub(line, 0, end)), 16, &r->left)) {
    return bad(r, "the size of a chunk is not a number");
  }
  r->state = r->left > 0 ? REPLY_IN_CHUNK : REPLY_IN_TRAILER;
  return REPLY_MORE;
}

static enum reply_progress take_line(struct reply *r, str line)
{
  switch (r->state) {
  case REPLY_IN_HEAD:
    if (r->status == 0) {
      return line_is_status(r, line) ? REPLY_MORE : bad(r, "the answer is not HTTP");
    }
    if (line.n == 0) {
      return end_head(r);
    }
    return take_header(r, line) ? REPLY_MORE : bad(r, "an invalid header");
  case REPLY_IN_SIZE: return take_size(r, line);
  case REPLY_AFTER_CHUNK:
    r->state = REPLY_IN_SIZE;
    return line.n == 0 ? REPLY_MORE : bad(r, "a chunk is longer than its size");
  default: return line.n == 0 ? complete(r) : REPLY_MORE; /* of the trailer */
  }
}

/* Bytes up to the end of a line, which may arrive in parts. */
static enum reply_progress take_text(struct reply *r, str bytes, size_t *used)
{
  const char *end = memchr(bytes.p, '\n', bytes.n);
  const size_t n = end == NULL ? bytes.n : (size_t)(end - bytes.p);
  const size_t room = sizeof r->line - r->line_bytes, kept = n < room ? n : room;
  memcpy(r->line + r->line_bytes, bytes.p, kept);
  r->line_bytes += kept;
  *used = n + (end != NULL);
  r->head_bytes += *used;
  if (r->head_bytes > REPLY_HEAD_MOST + r->body_bytes) {
    return bad(r, "the headers are too long");
  }
  if (end == NULL) {
    return REPLY_MORE;
  }
  str line = str_n(r->line, r->line_bytes);
  line.n -= line.n > 0 && line.p[line.n - 1] == '\r';
  r->line_bytes = 0;
  return take_line(r, line);
}

/* --- bodies ---------------------------------------------------------------------------------------------- */

static enum reply_progress take_body(struct reply *r, str bytes, size_t *used)
{
  const size_t n = r->state == REPLY_UNTIL_END || bytes.n < r->left ? bytes.n : (size_t)r->left;
  if (r->body != NULL && (!r->failures_only || r->status >= 300)) {
    buf_append(r->body, bytes.p, n);
  }
  r->body_bytes += n;
  *used = n;
  if (r->state == REPLY_UNTIL_END) {
    return REPLY_MORE;
  }
  r->left -= n;
  if (r->left > 0) {
    return REPLY_MORE;
  }
  if (r->state == REPLY_IN_BODY) {
    return complete(r);
  }
  r->state = REPLY_AFTER_CHUNK;
  return REPLY_MORE;
}

enum reply_progress reply_take(struct reply *r, str bytes, size_t *used)
{
  enum reply_progress progress = REPLY_MORE;
  *used = 0;
  while (progress == REPLY_MORE && *used < bytes.n && r->state != REPLY_COMPLETE) {
    const str rest = str_from(bytes, *used);
    size_t n = 0;
    const bool body = r->state == REPLY_IN_BODY || r->state == REPLY_IN_CHUNK || r->state == REPLY_UNTIL_END;
    progress = body ? take_body(r, rest, &n) : take_text(r, rest, &n);
    *used += n;
  }
  return r->why != NULL ? REPLY_BAD : r->state == REPLY_COMPLETE ? REPLY_DONE : REPLY_MORE;
}

enum reply_progress reply_ended(struct reply *r)
{
  if (r->state == REPLY_UNTIL_END) {
    return complete(r);
  }
  return r->why != NULL ? REPLY_BAD : r->state == REPLY_COMPLETE ? REPLY_DONE : REPLY_MORE;
}
