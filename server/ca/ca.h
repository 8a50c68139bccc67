/* The certificate authority: a directory in puppetserver's format, and the actions on it.
 *
 * Every change is made under a lock of the directory itself (flock), so the server's process and `ficelle ca` can work
 * at the same time. A serial number is stored as used before a certificate gets it. Files are replaced as a whole and
 * synced to disk before the answer is sent; only the inventory is appended to, by whole lines. Between two calls,
 * memory holds only the key and the certificates of the authority. */
#ifndef FICELLE_SERVER_CA_CA_H
#define FICELLE_SERVER_CA_CA_H

#include <sys/types.h>

#include "base/settings.h"
#include "compiler/values/value.h"
#include "pki/pki.h"

/* The section certificate-authority of puppetserver's configuration. */
struct ca_options {
  bool allow_subject_alt_names;
  bool allow_authorization_extensions;
  bool allow_auto_renewal;
  bool allow_header_cert_info; /* of auth.conf, for renewals through a proxy */
  bool enable_infra_crl;
  int64_t auto_renewal_ttl; /* seconds */
  int64_t ca_ttl;           /* seconds; 0: the setting ca_ttl */
};
#define CA_OPTIONS_DEFAULT ((struct ca_options){.auto_renewal_ttl = 60 * 86400})
struct server_config;
/* Returns false with a message about an invalid duration. */
bool ca_options_of(struct arena *a, const struct server_config *c, struct ca_options *out, str *error);

/* What was done since the last ca_count(), for the statistics. */
struct ca_done {
  uint64_t requested, refused; /* requests for certificates */
  uint64_t issued, renewed;    /* certificates; `issued` includes the renewed ones */
  uint64_t revoked;
  uint64_t ocsp; /* answers that contain a state */
  bool changed;  /* files changed, so ca_numbers() gives new results */
};

struct ca {
  struct arena *arena;
  struct ca_options options;
  str cadir, cacert, cakey, capub, cacrl, csrdir, signeddir, serial, inventory;
  str infra_crl, infra_nodes, infra_serials;
  str autosign; /* "true", "false", a path */
  bool allow_duplicates;
  int64_t ttl; /* seconds, of a certificate */
  int64_t keylength;
  struct pki_oids *oids;
  uid_t owner; /* owner and group of new files: those of the directory */
  gid_t group;
  /* Empty until ca_load. */
  EVP_PKEY *key;
  X509 *certificate;    /* that of the key */
  struct ptrvec bundle; /* X509 *: all of ca_crt.pem */
  struct ca_responder { /* signs OCSP answers; created for the first one (ocsp.c) */
    EVP_PKEY *key;
    X509 *certificate;
    time_t renew;        /* when it is replaced */
    struct arena *arena; /* of both */
  } responder;
  struct ca_done done;
};

/* The outcome of an action; the status of an answer or an exit code is derived from it. */
enum ca_outcome {
  CA_DONE,
  CA_REFUSED, /* a rule forbids it */
  CA_MISSING, /* the request or certificate does not exist */
  CA_FAILED   /* it went wrong: files, the key */
};

/* Finds out the names of the files, and reads only that of object identifiers. NULL with a message. */
struct ca *ca_new(struct arena *a, struct settings *s, const struct ca_options *o, str *error);
/* Reads key and certificates, checks that all files are there and makes missing directories. */
bool ca_load(struct ca *ca, str *error);

/* --- files: store.c --- */
/* Waits until nobody else has the lock. -1 with a message. */
int ca_lock(struct ca *ca, str *error);
void ca_unlock(int lock);
/* Only under the lock. */
bool ca_next_serial(struct ca *ca, struct arena *a, uint64_t *serial, str *error);
bool ca_inventory_add(struct ca *ca, struct arena *a, const X509 *c, str *error);
/* Replaces a file of the authority, with the owner of its directory. */
bool ca_write(struct ca *ca, struct arena *a, str path, str bytes, unsigned mode, str *error);
/* False: it does not exist, or, when *error is not empty, cannot be read. */
bool ca_read(struct arena *a, str path, str *text, str *error);
str ca_certificate_path(struct ca *ca, struct arena *a, str name);
str ca_request_path(struct ca *ca, struct arena *a, str name);
bool ca_exists(struct arena *a, str path);
/* Whether a name can be part of a file name here: no slash, not empty, no leading dot. */
bool ca_name_is_safe(str name);
/* An autosign program that takes longer is killed, and has not approved. */
enum { CA_AUTOSIGN_SECONDS = 120 };

/* A line of inventory.txt. */
struct ca_inventory_line {
  str serial; /* "0x0001" */
  time_t not_before, not_after;
  str subject; /* "/CN=x" */
};
typedef void ca_inventory_fn(void *ctx, const struct ca_inventory_line *line);
bool ca_inventory_each(struct ca *ca, struct arena *a, ca_inventory_fn *fn, void *ctx, str *error);
bool ca_inventory_has(struct ca *ca, struct arena *a, str name);
/* Names of the certificates or requests of a directory, sorted, as str *. */
bool ca_names(struct arena *a, str directory, struct ptrvec *out, str *error);

/* --- rules: policy.c, autosign.c --- */
/* Checks the name in the request against the name under which it was submitted. */
bool ca_check_name(struct arena *a, str asked, str subject, str *why);
/* Whether the request may be signed: checks names, extensions and the signature. */
bool ca_check_request(struct ca *ca, struct arena *a, X509_REQ *r, str *why);
bool ca_check_duplicate(struct ca *ca, struct arena *a, str subject, str *why);
/* Whether the setting autosign allows signing it; runs the program if the setting names one. */
bool ca_autosigns(struct ca *ca, struct arena *a, str name, str pem);
/* Whether the setting is a program, which should run in a separate process. */
bool ca_autosign_is_program(struct ca *ca, struct arena *a);

/* --- certificates: issue.c --- */
struct ca_issue {
  X509_NAME *subject;
  EVP_PKEY *key;                         /* public */
  STACK_OF(X509_EXTENSION) * extensions; /* in addition to those of every certificate; NULL: no others */
  int64_t ttl;
  uint64_t serial;
};
/* Signs with the authority's key; kept in the arena. */
X509 *ca_issue_node(struct ca *ca, struct arena *a, const struct ca_issue *i, str certname, str *error);

/* --- actions: sign.c --- */
enum ca_outcome ca_submit(struct ca *ca, struct arena *a, str name, str pem, str *text);
/* `ttl` in seconds; 0: the setting. */
enum ca_outcome ca_sign(struct ca *ca, struct arena *a, str name, int64_t ttl, str *text);
/* Revokes all certificates of these names that are in signed/, or in the inventory and have not expired. Skips names
 * without a certificate; CA_MISSING when no name has one. */
enum ca_outcome ca_revoke(struct ca *ca, struct arena *a, const struct ptrvec *names /* str * */, str *text);
/* Deletes certificate and request if they exist. CA_MISSING: neither does. */
enum ca_outcome ca_delete_files(struct ca *ca, struct arena *a, str name, bool certificate, bool request, str *text);
enum ca_outcome ca_renew(struct ca *ca, struct arena *a, X509 *old, str *pem_or_text);

/* --- revocation lists: crl.c --- */
/* All lists of the file; the authority's own is the first, or at `own`. */
bool ca_crls_read(struct ca *ca, struct arena *a, str path, struct ptrvec *crls, uint32_t *own, str *error);
bool ca_crl_has(X509_CRL *crl, const ASN1_INTEGER *serial);
/* A new list of the authority: number + 1, with these serials (ASN1_INTEGER *) beside the old ones, valid for five
 * years. */
X509_CRL *ca_crl_extend(struct ca *ca, struct arena *a, X509_CRL *old, const struct ptrvec *serials, str *error);
X509_CRL *ca_crl_new(struct arena *a, X509 *certificate, EVP_PKEY *key, int64_t ttl, str *error);
/* Updates the lists of the other authorities of the chain with newer ones. *text is always puppetserver's. */
enum ca_outcome ca_crls_update(struct ca *ca, struct arena *a, str pem, str *text);
/* Renews lists of the authority that expire within 30 days, without serials of expired certificates. */
bool ca_crls_refresh(struct ca *ca, struct arena *a, str *error);
/* Writes infra_serials from infra_inventory.txt. */
bool ca_infra_serials_write(struct ca *ca, struct arena *a, str *error);

/* --- state: status.c --- */
/* Writes the JSON object of a name. CA_MISSING when no file exists. */
enum ca_outcome ca_status(struct ca *ca, struct arena *a, str name, struct buf *json, str *error);
/* Writes the array of all names, or of those in one state ("requested", "signed", "revoked"). */
bool ca_statuses(struct ca *ca, struct arena *a, str state, struct buf *json, str *error);
bool ca_expirations(struct ca *ca, struct arena *a, struct buf *json, str *error);
struct ca_numbers {
  uint32_t pending;         /* requests */
  uint32_t valid;           /* names whose newest certificate is in signed/, neither revoked nor expired */
  uint32_t expiring;        /* of these, those that expire within 30 days */
  uint32_t revoked;         /* entries of our revocation list */
  time_t certificate_until; /* when the first certificate of the bundle expires */
  time_t crl_until;         /* when the first of the revocation lists expires; 0: never */
};
/* Reads the inventory, not the certificates: a tenth of a second with 100 000 of them. */
bool ca_numbers(struct ca *ca, struct arena *a, struct ca_numbers *out, str *error);

/* --- OCSP: ocsp.c --- */
/* Answers a request in DER with an answer in DER, which may be one of the protocol's error answers. */
str ca_ocsp_answer(struct ca *ca, struct arena *a, str request);

/* --- `ficelle ca`: command.c --- */
/* argv[0] is its name. Returns the exit status. */
int ca_main(int argc, char **argv);

#endif
