/* Keys, certificates, requests and lists of this host, as files with Puppet's modes and owners; and common actions of
 * the agent and `ficelle ssl`. */
#ifndef FICELLE_FLEET_SSL_FILES_H
#define FICELLE_FLEET_SSL_FILES_H

#include "fleet/fleet.h"
#include "pki/pki.h"

/* Creates missing directories of $ssldir. */
void ssl_make_directories(struct settings *s);
/* Replaces the file of a setting. False with *error. */
bool ssl_save(struct settings *s, enum setting_id id, str pem, str *error);
/* Reads the file of a setting. False with *error empty when it does not exist, else with the reason. */
bool ssl_load(struct arena *a, struct settings *s, enum setting_id id, str *pem, str *error);

/* The key of this host; NULL with an empty *error if it does not exist. */
EVP_PKEY *ssl_load_key(struct arena *a, struct settings *s, str *error);
/* Creates a new key, saves it and logs this; `rsa`: the message for an RSA key. */
EVP_PKEY *ssl_make_key(struct arena *a, struct settings *s, const char *rsa, str *error);
/* Creates a request for the key, with csr_attributes and dns_alt_names, and logs this. */
X509_REQ *ssl_make_request(struct arena *a, struct settings *s, EVP_PKEY *key, str *error);

/* Sends the request. Returns the status; 0: no answer, with *error. */
long ssl_send_request(struct session *f, struct arena *a, X509_REQ *request, struct http_answer *answer,
                      struct session_error *error);
/* GET /certificate/NAME, `ca` for the bundle. */
long ssl_fetch(struct session *f, struct arena *a, str path, const char *header, struct http_answer *answer,
               struct session_error *error);

/* Verifies a certificate with the available authorities and lists, and that the key matches. False with Puppet's
 * message; a warning is logged. */
bool ssl_verify(struct arena *a, struct settings *s, const struct ptrvec *authorities, const struct ptrvec *crls,
                EVP_PKEY *key, X509 *certificate, struct pki_verdict *verdict, str *error);
/* When the certificate expires, in seconds since 1970; 0: no certificate. */
int64_t ssl_valid_until(struct settings *s);
/* "AB:CD…" */
str ssl_digest(struct arena *a, const char *algorithm, str bytes);

/* --- machine.c --- */
enum machine_end {
  MACHINE_DONE,
  MACHINE_FAILED, /* with *error, which is logged only if it is that of a step */
  MACHINE_EXIT    /* no certificate, and the agent does not wait for one; logged */
};
/* Gets missing files, and sets f->tls accordingly. `authorities_only`: without the host's own key and certificate.
 * Failed steps are tried again after waitforcert, unless the setting onetime is true. */
enum machine_end machine_run(struct session *f, int64_t waitforcert, bool authorities_only,
                             struct session_error *error);

#endif
