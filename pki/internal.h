/* Internal to pki/. */
#ifndef FICELLE_PKI_INTERNAL_H
#define FICELLE_PKI_INTERNAL_H

#include <openssl/bio.h>

#include "pki/pki.h"

/* Objects whose end is the arena's; NULL stays NULL. */
EVP_PKEY *pki__keep_key(struct arena *a, EVP_PKEY *key);
X509 *pki__keep_certificate(struct arena *a, X509 *c);
X509_REQ *pki__keep_request(struct arena *a, X509_REQ *r);
X509_CRL *pki__keep_crl(struct arena *a, X509_CRL *c);

/* Memory in and out; never NULL. The text is copied into the arena, and the BIO freed. */
BIO *pki__bio(str bytes);
BIO *pki__bio_out(void);
str pki__bio_text(struct arena *a, BIO *out);
/* Calls of OpenSSL that can only fail without memory; a failure is handled like any other lack of memory. */
_Noreturn void pki__out_of_memory(void);

#endif
