/* Requests and answers as bytes. */
#include "server/ca/wire.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>

/* Which members of an object are sent: a number, then texts. */
struct ca_shape {
  size_t number;              /* offset of an int or an enum */
  uint32_t most;              /* of the number */
  size_t nfields, fields[10]; /* offsets of str */
};

#define FIELD(name) offsetof(struct ca_request, name)
const struct ca_shape ca__request_shape = {FIELD(method),
                                           CA_OTHER,
                                           10,
                                           {FIELD(path), FIELD(state), FIELD(accept), FIELD(content_type),
                                            FIELD(modified_since), FIELD(header_certificate), FIELD(body),
                                            FIELD(peer_name), FIELD(peer_address), FIELD(peer_certificate)}};
#undef FIELD
#define FIELD(name) offsetof(struct ca_answer, name)
const struct ca_shape ca__answer_shape = {FIELD(status), 999, 3, {FIELD(content_type), FIELD(body), FIELD(allow)}};
#undef FIELD

static_assert(sizeof(enum ca_method) == sizeof(int), "the number of a request is an int");

static str *field_of(const struct ca_shape *shape, const void *object, size_t i)
{
  return (str *)(uintptr_t)((const char *)object + shape->fields[i]);
}

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

bool ca__send(int fd, struct arena *a, const struct ca_shape *shape, const void *object)
{
  struct buf bytes = BUF_IN(a);
  uint32_t number, size = sizeof number;
  memcpy(&number, (const char *)object + shape->number, sizeof number);
  for (size_t i = 0; i < shape->nfields; i++) {
    const str *field = field_of(shape, object, i);
    if (field->n > CA_WIRE_MAX - size) return false;
    size += (uint32_t)(sizeof size + field->n);
  }
  buf_append(&bytes, (const char *)&size, sizeof size);
  buf_append(&bytes, (const char *)&number, sizeof number);
  for (size_t i = 0; i < shape->nfields; i++) {
    const str *field = field_of(shape, object, i);
    const uint32_t length = (uint32_t)field->n;
    buf_append(&bytes, (const char *)&length, sizeof length);
    buf_str(&bytes, *field);
  }
  return send_all(fd, buf_view(&bytes));
}

static bool take_number(str *rest, uint32_t *number)
{
  if (rest->n < sizeof *number) return false;
  memcpy(number, rest->p, sizeof *number);
  *rest = str_from(*rest, sizeof *number);
  return true;
}

bool ca__receive(int fd, struct arena *a, const struct ca_shape *shape, void *object)
{
  uint32_t size, number;
  if (!receive_all(fd, (char *)&size, sizeof size) || size > CA_WIRE_MAX + 64) return false;
  char *bytes = arena_alloc(a, size + 1);
  if (!receive_all(fd, bytes, size)) return false;
  str rest = str_n(bytes, size);
  if (!take_number(&rest, &number) || number > shape->most) return false;
  memcpy((char *)object + shape->number, &number, sizeof number);
  for (size_t i = 0; i < shape->nfields; i++) {
    uint32_t length;
    if (!take_number(&rest, &length) || length > rest.n) return false;
    *field_of(shape, object, i) = str_sub(rest, 0, length);
    rest = str_from(rest, length);
  }
  return rest.n == 0;
}
