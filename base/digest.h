/* Message digests, by OpenSSL. */
#ifndef FICELLE_BASE_DIGEST_H
#define FICELLE_BASE_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { DIGEST_MAX_BYTES = 64 };

/* `algorithm` is "md5", "sha1", "sha224", "sha256", "sha384" or "sha512" (digest.def); returns false for others. *n is
 * the number of bytes. */
bool digest_bytes(const char *algorithm, str data, unsigned char out[DIGEST_MAX_BYTES], unsigned *n);
/* The same as lower-case hexadecimal text in the arena. */
bool digest_hex(struct arena *a, const char *algorithm, str data, str *hex);
/* The number of bytes of an algorithm's digests; 0: unknown. */
unsigned digest_size(str algorithm);

/* The digest of at most `limit` bytes read from a descriptor. False with errno after a read error, and with EINVAL for
 * an unknown algorithm. */
bool digest_fd(struct arena *a, const char *algorithm, int fd, size_t limit, str *hex);

#endif
