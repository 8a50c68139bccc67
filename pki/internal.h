/* Internal to pki/. */
#ifndef FICELLE_PKI_INTERNAL_H
#define FICELLE_PKI_INTERNAL_H

#include <openssl/bio.h>

#include "pki/pki.h"

/* Objects to be freed with the arena; NULL remains NULL. */
X509 *pki__keep_certificate(struct arena *a, X509 *c);
X509_REQ *pki__keep_request(struct arena *a, X509_REQ *r);

/* BIOs for memory; never NULL. pki__bio_text copies the text into the arena, and frees the BIO. */
BIO *pki__bio(str bytes);
BIO *pki__bio_out(void);
str pki__bio_text(struct arena *a, BIO *out);
/* For calls of OpenSSL that can only fail when out of memory; ends the process. */
_Noreturn void pki__out_of_memory(void);

#endif
