/* Requests and answers as bytes. */
#include "server/ca/wire.h"

#include <errno.h>
#include <sys/socket.h>

/* The fields in their order, for both directions. */
static size_t request_fields(struct ca_request *q, str **fields)
{
  str *all[] = {&q->path, &q->state, &q->accept, &q->content_type, &q->modified_since, &q->header_certificate, &q->body,
                &q->peer_name, &q->peer_address, &q->peer_certificate};
  memcpy(fields, all, sizeof all);
  return sizeof all / sizeof *all;
}

static size_t answer_fields(struct ca_answer *out, str **fields)
{
  str *all[] = {&out->content_type, &out->body, &out->allow};
  memcpy(fields, all, sizeof all);
  return sizeof all / sizeof *all;
}

enum { MAX_FIELDS = 10 };

static bool send_all(int fd, str bytes)
{
  while (bytes.n > 0) {
    ssize_t n = send(fd, bytes.p, bytes.n, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = str_from(bytes, (size_t)n);
  }
  return true;
}

static bool receive_all(int fd, char *to, size_t room)
{
  while (room > 0) {
    ssize_t n = recv(fd, to, room, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    room -= (size_t)n;
  }
  return true;
}

static bool send_fields(int fd, struct arena *a, uint32_t number, str *const *fields, size_t n)
{
  struct buf bytes = BUF_IN(a);
  uint32_t size = sizeof number;
  for (size_t i = 0; i < n; i++) {
    if (fields[i]->n > CA_WIRE_MAX - size) return false;
    size += (uint32_t)(sizeof size + fields[i]->n);
  }
  buf_append(&bytes, (const char *)&size, sizeof size);
  buf_append(&bytes, (const char *)&number, sizeof number);
  for (size_t i = 0; i < n; i++) {
    uint32_t length = (uint32_t)fields[i]->n;
    buf_append(&bytes, (const char *)&length, sizeof length);
    buf_str(&bytes, *fields[i]);
  }
  return send_all(fd, buf_view(&bytes));
}

static bool receive_fields(int fd, struct arena *a, uint32_t *number, str *const *fields, size_t n)
{
  uint32_t size;
  if (!receive_all(fd, (char *)&size, sizeof size) || size < sizeof *number || size > CA_WIRE_MAX + 64) return false;
  char *bytes = arena_alloc(a, size);
  if (!receive_all(fd, bytes, size)) return false;
  str rest = str_n(bytes, size);
  memcpy(number, rest.p, sizeof *number);
  rest = str_from(rest, sizeof *number);
  for (size_t i = 0; i < n; i++) {
    uint32_t length;
    if (rest.n < sizeof length) return false;
    memcpy(&length, rest.p, sizeof length);
    rest = str_from(rest, sizeof length);
    if (length > rest.n) return false;
    *fields[i] = str_sub(rest, 0, length);
    rest = str_from(rest, length);
  }
  return rest.n == 0;
}

bool ca__send_request(int fd, struct arena *a, const struct ca_request *q)
{
  struct ca_request copy = *q;
  str *fields[MAX_FIELDS];
  size_t n = request_fields(&copy, fields);
  return send_fields(fd, a, (uint32_t)q->method, fields, n);
}

bool ca__receive_request(int fd, struct arena *a, struct ca_request *q)
{
  str *fields[MAX_FIELDS];
  uint32_t method;
  size_t n = request_fields(q, fields);
  if (!receive_fields(fd, a, &method, fields, n) || method > CA_OTHER) return false;
  q->method = (enum ca_method)method;
  return true;
}

bool ca__send_answer(int fd, struct arena *a, const struct ca_answer *out)
{
  struct ca_answer copy = *out;
  str *fields[MAX_FIELDS];
  size_t n = answer_fields(&copy, fields);
  return send_fields(fd, a, (uint32_t)out->status, fields, n);
}

bool ca__receive_answer(int fd, struct arena *a, struct ca_answer *out)
{
  str *fields[MAX_FIELDS];
  uint32_t status;
  size_t n = answer_fields(out, fields);
  if (!receive_fields(fd, a, &status, fields, n)) return false;
  out->status = (int)status;
  return true;
}
