/* Keys, requests, certificates, revocation lists and how they are verified, by OpenSSL 3, with Puppet's formats and
 * words.
 *
 * Objects of OpenSSL that a function here returns belong to the given arena and are freed with it; to keep one longer,
 * take a reference (X509_up_ref …). A function that can fail returns NULL or false and sets *error to one line without
 * the file's name, unless it was given the file. OpenSSL's error queue is always left empty. */
#ifndef FICELLE_PKI_PKI_H
#define FICELLE_PKI_PKI_H

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <time.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/settings.h"
#include "base/str.h"

struct hash;

/* The maximum length of PEM text; bundles and revocation lists of large sites are shorter. */
enum { PKI_MAX_BYTES = 64 << 20 };

/* --- keys: key.c --- */
enum pki_key_type { PKI_KEY_RSA, PKI_KEY_EC };
/* `bits` of an RSA key, `curve` of an EC key ("prime256v1", or a name of OpenSSL or NIST). */
EVP_PKEY *pki_key_make(struct arena *a, enum pki_key_type type, unsigned bits, const char *curve, str *error);
/* Generates a key as configured by key_type, keylength and named_curve. */
EVP_PKEY *pki_key_for(struct arena *a, struct settings *s, str *error);
/* `password`: NULL for none; then an encrypted key is an error, without a prompt. */
EVP_PKEY *pki_key_read(struct arena *a, str pem, const str *password, str *error);
/* In Puppet's format: "RSA PRIVATE KEY" or "EC PRIVATE KEY"; with a password in AES-128-CBC. Keys for which there is
 * no such form, as Ed25519, are "PRIVATE KEY". */
str pki_key_pem(struct arena *a, EVP_PKEY *key, const str *password);
str pki_key_public_pem(struct arena *a, EVP_PKEY *key);
/* What the key signs with: SHA-256, or NULL for Ed25519 and Ed448, which have a digest of their own. */
const EVP_MD *pki_key_digest(EVP_PKEY *key);
bool pki_key_fits(X509 *certificate, EVP_PKEY *key);

/* --- reading and writing: pem.c ---
 * A text of several parts is read strictly: every part of the kind between BEGIN and END lines must be valid; text
 * around them, and parts of other kinds, are ignored, as in Puppet. A text without such parts is an error: "Failed to
 * parse CA certificates as PEM", "Failed to parse CRLs as PEM". */
X509 *pki_certificate_read(struct arena *a, str pem, str *error); /* the first one, PEM or DER */
X509 *pki_certificate_der(struct arena *a, str der, str *error);
bool pki_certificates_read(struct arena *a, str pem, struct ptrvec *out, str *error);
bool pki_crls_read(struct arena *a, str pem, struct ptrvec *out, str *error);
X509_REQ *pki_request_read(struct arena *a, str pem, str *error);
/* The number of PEM parts of any kind; `label` of the first, or empty. */
size_t pki_pem_count(str pem, str *label);
str pki_certificate_pem(struct arena *a, const X509 *c);
str pki_certificate_bytes(struct arena *a, const X509 *c); /* DER */
str pki_crl_pem(struct arena *a, const X509_CRL *c);
str pki_request_pem(struct arena *a, const X509_REQ *r);
str pki_request_bytes(struct arena *a, const X509_REQ *r);
/* All as text, one after the other. */
str pki_certificates_pem(struct arena *a, const struct ptrvec *certificates);
str pki_crls_pem(struct arena *a, const struct ptrvec *crls);

/* --- their contents: name.c --- */
/* "CN=web1.example.com,O=x" as Puppet prints names in messages. */
str pki_name_text(struct arena *a, const X509_NAME *name);
/* The common name; if there are several the first one, as puppetserver takes it; empty if missing. */
str pki_common_name(struct arena *a, const X509_NAME *name);
/* The names of subjectAltName in order; those that are text or addresses have a text: "a.example.com", "10.0.0.1".
 * False when the extension is invalid; without an extension the list is empty. */
struct pki_alt_name {
  int kind; /* GEN_DNS, GEN_IPADD, GEN_EMAIL, GEN_URI …: of OpenSSL */
  str text; /* empty for other kinds */
};
bool pki_alt_names(struct arena *a, const STACK_OF(X509_EXTENSION) * extensions, struct ptrvec *out);
/* "AB:CD:…" of bytes in DER; `algorithm` in any case. False: unknown digest. */
bool pki_fingerprint(struct arena *a, const char *algorithm, str der, str *out);
/* "Server hostname 'a' did not match server certificate; expected one of b, DNS:c" */
str pki_host_mismatch(struct arena *a, const X509 *c, str host);
/* Seconds since 1970. */
time_t pki_time(const ASN1_TIME *t);
/* "2029-11-24T09:35:06UTC" */
str pki_time_text(struct arena *a, const ASN1_TIME *t);
/* Hexadecimal digits in upper case, an even number of them. */
str pki_serial_hex(struct arena *a, const ASN1_INTEGER *serial);

/* --- object identifiers: oid.c --- */
#define PKI_OID_PUPPET "1.3.6.1.4.1.34380.1"
#define PKI_OID_REGISTERED PKI_OID_PUPPET ".1"
#define PKI_OID_PRIVATE PKI_OID_PUPPET ".2"
#define PKI_OID_AUTHORIZATION PKI_OID_PUPPET ".3"
#define PKI_OID_AUTO_RENEW PKI_OID_AUTHORIZATION ".2"
#define PKI_OID_CLI_AUTH PKI_OID_AUTHORIZATION ".39"
#define PKI_OID_ALT_NAMES "2.5.29.17"
struct pki_oids;
/* Puppet's names, and those of trusted_oid_mapping_file if it exists. NULL with a message that names the file. */
struct pki_oids *pki_oids_new(struct arena *a, str mapping_file, str *error);
/* The short name, or the number itself. */
str pki_oid_name(const struct pki_oids *o, str number);
/* The number of a name of ours or of OpenSSL's, or of a number itself; empty if unknown. */
str pki_oid_number(struct arena *a, const struct pki_oids *o, str name);
str pki_object_number(struct arena *a, const ASN1_OBJECT *o);
/* Whether the number is below `above` or, with `itself`, equal to it. */
bool pki_oid_below(str number, const char *above, bool itself);

/* --- Puppet's extensions: extension.c --- */
/* Short name (else number) -> text, of all extensions below the arc, as in trusted facts and auth.conf. If an
 * extension occurs twice, the first one is used. */
const struct hash *pki_extensions(struct arena *a, const struct pki_oids *o,
                                  const STACK_OF(X509_EXTENSION) * extensions, const char *arc);
/* The extensions that become facts, of three arcs: registered, private, authorization. */
const struct hash *pki_trusted_extensions(struct arena *a, const struct pki_oids *o, const X509 *c);
/* The value as text: any of ASN.1's strings, booleans, numbers; any other type as its bytes. */
str pki_extension_text(struct arena *a, const X509_EXTENSION *e);
/* The extensions in a request; freed with the arena. NULL: none. False when invalid. */
bool pki_request_extensions(struct arena *a, X509_REQ *r, STACK_OF(X509_EXTENSION) * *out, str *error);

/* --- creating requests: request.c --- */
/* csr_attributes.yaml. */
struct pki_attributes {
  const struct hash *custom_attributes, *extension_requests; /* name or number -> value; NULL: none */
};
/* A missing file has no entries. Errors have Puppet's text. */
bool pki_attributes_read(struct arena *a, str path, struct pki_attributes *out, str *error);
struct pki_request_wish {
  str certname;
  EVP_PKEY *key;
  str alt_names;                           /* as the setting dns_alt_names: "a,DNS:b,IP:c"; empty: none */
  const struct pki_attributes *attributes; /* NULL: none */
  const struct pki_oids *oids;
};
X509_REQ *pki_request_make(struct arena *a, const struct pki_request_wish *w, str *error);
/* The extension subjectAltName for such a list and the certname. NULL when a name is invalid in it. The caller frees
 * it. */
X509_EXTENSION *pki_alt_names_make(struct arena *a, str list, str certname, str *error);
/* Whether it was signed with the key that it contains. */
bool pki_request_verify(X509_REQ *r);

/* --- verifying: verify.c --- */
enum pki_revocation { PKI_REVOCATION_OFF, PKI_REVOCATION_LEAF, PKI_REVOCATION_CHAIN };
/* The setting certificate_revocation. */
enum pki_revocation pki_revocation_of(struct settings *s);
/* A store of trusted certificates, with revocation lists; for verifying, and for SSL_CTX_set1_cert_store. `crls` may
 * be NULL. `system`: also trusts the system's authorities. */
X509_STORE *pki_store_make(struct arena *a, const struct ptrvec *certificates, const struct ptrvec *crls,
                           enum pki_revocation revocation, bool system);
struct pki_verdict {
  int code;    /* X509_V_…; X509_V_OK */
  str message; /* of a refusal or the warning, in Puppet's words */
  bool
    warning; /* accepted, although the issuer is missing: "The issuer '…' of certificate '…' cannot be found locally" */
  struct ptrvec chain; /* X509 *: from the leaf to the root, as far as it is known */
};
/* Verifies a certificate of ours, and, if `key` is not NULL, that it matches. */
bool pki_verify(struct arena *a, X509_STORE *store, X509 *c, EVP_PKEY *key, struct pki_verdict *verdict);
/* --- the files of this host, as the settings name them: host.c --- */
struct pki_host {
  struct ptrvec authorities; /* X509 * of localcacert */
  struct ptrvec crls;        /* X509_CRL * of hostcrl; none with certificate_revocation false */
  EVP_PKEY *key;             /* hostprivkey */
  X509 *certificate;         /* hostcert */
  X509_STORE *store;
  struct pki_verdict verdict; /* of the certificate */
};
/* Whether files may have the name of this host (the setting certname): it must not lead into another directory. False
 * with Puppet's message. */
bool pki_check_certname(struct arena *a, struct settings *s, str *error);
/* Reads and verifies all of them; false with Puppet's message about the first missing or invalid one. */
bool pki_host_read(struct arena *a, struct settings *s, struct pki_host *out, str *error);
/* The password in passfile; NULL if the file does not exist. */
const str *pki_passfile(struct arena *a, struct settings *s);
/* A file of PEM: false with *error empty when it does not exist, else with the reason. */
bool pki_file_read(struct arena *a, const char *path, str *text, str *error);

/* The newest error of OpenSSL as text, which is never empty. Clears the error queue. */
str pki_openssl_error(struct arena *a);

#endif
