/* Internal to server/ca/. */
#ifndef FICELLE_SERVER_CA_INTERNAL_H
#define FICELLE_SERVER_CA_INTERNAL_H

#include <openssl/bn.h>

#include "base/log.h"
#include "server/ca/ca.h"

/* Fifty years. */
#define CA_MAX_TTL 1576800000
/* Of a revocation list: five years. */
#define CA_CRL_TTL 157680000
#define CA_COMMENT "Puppet Server Internal Certificate"
/* Certificates are valid from a day before their creation, for clocks that are slow. */
#define CA_BACKDATED 86400

/* If the process runs as root, changes the owner of a file to that of the authority's directory. */
bool ca__give(struct ca *ca, struct arena *a, str path);
bool ca__make_directory(struct ca *ca, struct arena *a, str path, str *error);
/* Removes a file; *was: whether it existed. */
bool ca__remove(struct arena *a, str path, bool *was, str *error);
/* The next free serial number, without taking it. */
bool ca__serial_peek(struct ca *ca, struct arena *a, uint64_t *serial, str *error);
/* "0x0001 2026-11-21T09:31:18UTC 2041-11-18T09:31:25UTC /CN=srv.lab\n" */
str ca__inventory_text(struct arena *a, const X509 *c);
bool ca__subject_is(str subject, str name);
/* The number of "0x1F" or "1F"; NULL if it is not a number. */
ASN1_INTEGER *ca__serial_of(struct arena *a, str hex);
ASN1_INTEGER *ca__keep_integer(struct arena *a, ASN1_INTEGER *n);
/* Calls `fn` for each line that is not blank, until it returns false. A missing file has no lines. Returns false with
 * the reason when the file cannot be read. */
bool ca__each_line(struct arena *a, str path, bool (*fn)(void *ctx, str line), void *ctx, str *error);
/* Whether the name is in infra_inventory.txt. */
bool ca__is_infra(struct ca *ca, struct arena *a, str name);

/* Whether a certificate, or that in a file, is in the authority's revocation list. */
bool ca__is_revoked(struct ca *ca, struct arena *a, X509 *certificate);
bool ca__is_revoked_file(struct ca *ca, struct arena *a, str path);

/* Sets of extensions, added in one place for all certificates. */
enum ca_extension_set { CA_EXTENSIONS_NODE, CA_EXTENSIONS_AUTHORITY, CA_EXTENSIONS_RESPONDER, CA_EXTENSIONS_COUNT };
bool ca__add_extensions(X509 *c, X509 *issuer, enum ca_extension_set set);
X509_EXTENSION *ca__text_extension(const char *number, bool critical, str text);
/* A certificate without extensions, not signed; kept in the arena. */
X509 *ca__certificate(struct arena *a, const X509_NAME *subject, const X509_NAME *issuer, EVP_PKEY *key,
                      uint64_t serial, int64_t ttl);
bool ca__sign(struct arena *a, X509 *c, EVP_PKEY *key, str *error);
X509_CRL *ca__crl_like(struct ca *ca, struct arena *a, X509_CRL *old);
bool ca__crl_sign(struct ca *ca, X509_CRL *crl);

#endif
