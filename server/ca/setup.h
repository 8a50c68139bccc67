/* Creates an authority: either new, with a root and an intermediate that signs, or from existing files. */
#ifndef FICELLE_SERVER_CA_SETUP_H
#define FICELLE_SERVER_CA_SETUP_H

#include "server/ca/ca.h"

struct ca_setup {
  struct settings *settings; /* certname, ca_name, files of this host, keylength */
  str alt_names;             /* of the server's certificate: "DNS:a,IP:b"; empty: puppet and the certname */
  str root_name;             /* empty: generated */
  /* Of an import; empty: creates a new authority. */
  str key_file, bundle_file, crl_file;
};
/* Writes all files, unless one of them exists. Returns false with lines (str *) about the reason; then nothing was
 * written, unless the last line names a file that could not be written. */
bool ca_setup_run(struct ca *ca, struct arena *a, const struct ca_setup *s, struct ptrvec *errors);

/* Creates a certificate with pp_cli_auth without the server, signed by a loaded authority, with the extension requests
 * of csr_attributes. NULL with lines about the reason. */
X509 *ca_setup_client_certificate(struct ca *ca, struct arena *a, struct settings *s, str name, EVP_PKEY *key,
                                  str alt_names, uint64_t serial, struct ptrvec *errors);
/* "a,IP:b" and the certname, each with its kind, sorted, without duplicates: "DNS:a, DNS:x, IP:b". */
str ca_setup_alt_names(struct arena *a, str list);
void ca_setup_error(struct ptrvec *errors, struct arena *a, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
