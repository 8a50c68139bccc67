/* Password hashes. crypt(3) is loaded at the first use, since it would slow down the start of every command. */
#ifndef FICELLE_BASE_PASSWORD_H
#define FICELLE_BASE_PASSWORD_H

#include <stdbool.h>

#include "base/arena.h"

/* crypt(password, salt): the hash, which begins with the salt, or "*0" for an invalid salt. Neither may contain a NUL.
 * False with the reason on failure. */
bool password_crypt(struct arena *a, str password, str salt, str *hash, str *error);
/* PBKDF2 with HMAC-SHA-512: `n` bytes to `out`. False if the system does not allow it. */
bool password_pbkdf2(str password, str salt, unsigned iterations, unsigned char *out, size_t n);

#endif
