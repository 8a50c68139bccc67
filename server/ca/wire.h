/* Internal to server/ca/: requests and answers as bytes.
 *
 * Both are a list of fields, each a length of four bytes in the machine's order and so many bytes; numbers are fields of four
 * bytes. Both sides are the same program, so no version is needed. */
#ifndef FICELLE_SERVER_CA_WIRE_H
#define FICELLE_SERVER_CA_WIRE_H

#include "server/ca/link.h"

/* Longest request: a bundle of revocation lists. */
enum { CA_WIRE_MAX = 64 << 20 };

bool ca__send_request(int fd, struct arena *a, const struct ca_request *q);
bool ca__receive_request(int fd, struct arena *a, struct ca_request *q);
bool ca__send_answer(int fd, struct arena *a, const struct ca_answer *out);
bool ca__receive_answer(int fd, struct arena *a, struct ca_answer *out);

#endif
