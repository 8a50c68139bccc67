/* Decrypting PKCS #7, by OpenSSL's libcrypto. */
#ifndef FICELLE_LOOKUP_EYAML_KEY_H
#define FICELLE_LOOKUP_EYAML_KEY_H

#include "base/arena.h"

struct eyaml_key;

/* A private key and a certificate, both PEM; released with the arena. NULL with a reason. */
const struct eyaml_key *eyaml_key_read(struct arena *a, str private_pem, str public_pem, str *error);
/* The message in DER decrypted; false with a reason. */
bool eyaml_decrypt(struct arena *a, const struct eyaml_key *key, str der, str *out, str *error);

#endif
