/* Internal to server/ca/: requests and answers as bytes.
 *
 * Both are a list of fields, each a length of four bytes in the machine's byte order and that many bytes; numbers are
 * fields of four bytes. Both sides are the same program, so no version is needed. */
#ifndef FICELLE_SERVER_CA_WIRE_H
#define FICELLE_SERVER_CA_WIRE_H

#include "server/ca/link.h"

/* Longest request: a bundle of revocation lists. */
enum { CA_WIRE_MAX = 64 << 20 };

struct ca_shape;
extern const struct ca_shape ca__request_shape, ca__answer_shape;

/* `object`: a struct ca_request or a struct ca_answer, according to the shape. Returns false when the other side is
 * gone, sends something else, or sends nothing for too long; what was received is in the arena. */
bool ca__send(int fd, struct arena *a, const struct ca_shape *shape, const void *object);
bool ca__receive(int fd, struct arena *a, const struct ca_shape *shape, void *object);

#endif
