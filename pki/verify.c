/* Verifying certificates, with Puppet's error messages. */
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "pki/internal.h"

enum pki_revocation pki_revocation_of(struct settings *s)
{
  str mode = settings_str(s, SETTING_certificate_revocation);
  return str_eqz(mode, "false")  ? PKI_REVOCATION_OFF
         : str_eqz(mode, "leaf") ? PKI_REVOCATION_LEAF
                                 : PKI_REVOCATION_CHAIN;
}

static void release_store(void *store) { X509_STORE_free(store); }

X509_STORE *pki_store_make(struct arena *a, const struct ptrvec *certificates, const struct ptrvec *crls,
                           enum pki_revocation revocation, bool system)
{
  static const unsigned long modes[] = {0, X509_V_FLAG_CRL_CHECK, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL};
  X509_STORE *store = X509_STORE_new();
  if (store == NULL) pki__out_of_memory();
  arena_defer(a, release_store, store);
  X509_STORE_set_purpose(store, X509_PURPOSE_ANY);
  X509_STORE_set_flags(store, X509_V_FLAG_CHECK_SS_SIGNATURE | modes[revocation]);
  /* Adds duplicates only once. */
  for (uint32_t i = 0; i < certificates->n; i++)
    if (X509_STORE_add_cert(store, certificates->items[i]) != 1) pki__out_of_memory();
  for (uint32_t i = 0; crls != NULL && i < crls->n; i++)
    if (X509_STORE_add_crl(store, crls->items[i]) != 1) pki__out_of_memory();
  if (system) X509_STORE_set_default_paths(store);
  ERR_clear_error();
  return store;
}

static str refusal(struct arena *a, X509_STORE_CTX *ctx, int code, bool *warning)
{
  static const struct row {
    int code;
    const char *before, *between, *after;
    char name, other; /* s: the subject's, i: the issuer's, 0: none */
  } rows[] = {
    {X509_V_ERR_CERT_NOT_YET_VALID, "The certificate '", "' is not yet valid, verify time is synchronized", "", 's', 0},
    {X509_V_ERR_CERT_HAS_EXPIRED, "The certificate '", "' has expired, verify time is synchronized", "", 's', 0},
    {X509_V_ERR_CRL_NOT_YET_VALID, "The CRL issued by '", "' is not yet valid, verify time is synchronized", "", 'i',
     0},
    {X509_V_ERR_CRL_HAS_EXPIRED, "The CRL issued by '", "' has expired, verify time is synchronized", "", 'i', 0},
    {X509_V_ERR_CERT_SIGNATURE_FAILURE, "Invalid signature for certificate '", "'", "", 's', 0},
    {X509_V_ERR_CRL_SIGNATURE_FAILURE, "Invalid signature for CRL issued by '", "'", "", 'i', 0},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, "The issuer '", "' of certificate '", "' is missing", 'i', 's'},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, "The issuer '", "' of certificate '", "' cannot be found locally",
     'i', 's'},
    {X509_V_ERR_UNABLE_TO_GET_CRL, "The CRL issued by '", "' is missing", "", 'i', 0},
    {X509_V_ERR_CERT_REVOKED, "Certificate '", "' is revoked", "", 's', 0},
  };
  X509 *c = X509_STORE_CTX_get_current_cert(ctx);
  str subject = c != NULL ? pki_name_text(a, X509_get_subject_name(c)) : STR_EMPTY;
  str issuer = c != NULL ? pki_name_text(a, X509_get_issuer_name(c)) : STR_EMPTY;
  *warning = code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct row *r = &rows[i];
    if (r->code != code) continue;
    str name = r->name == 's' ? subject : issuer, other = r->other == 's' ? subject : STR_EMPTY;
    return arena_printf(a, "%s%.*s%s%.*s%s", r->before, STR_FMT(name), r->between, STR_FMT(other), r->after);
  }
  return arena_printf(a, "Certificate '%.*s' failed verification (%d): %s", STR_FMT(subject), code,
                      X509_verify_cert_error_string(code));
}

static void take_chain(struct arena *a, X509_STORE_CTX *ctx, struct ptrvec *to)
{
  STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(ctx);
  for (int i = 0; i < sk_X509_num(chain); i++) {
    X509 *c = sk_X509_value(chain, i);
    X509_up_ref(c);
    ptrvec_push(to, a, pki__keep_certificate(a, c));
  }
}

bool pki_verify(struct arena *a, X509_STORE *store, X509 *c, EVP_PKEY *key, struct pki_verdict *verdict)
{
  *verdict = (struct pki_verdict){.code = X509_V_OK};
  X509_STORE_CTX *ctx = X509_STORE_CTX_new();
  if (ctx == NULL || X509_STORE_CTX_init(ctx, store, c, NULL) != 1) pki__out_of_memory();
  bool good = X509_verify_cert(ctx) == 1;
  if (!good) {
    verdict->code = X509_STORE_CTX_get_error(ctx);
    verdict->message = refusal(a, ctx, verdict->code, &verdict->warning);
    good = verdict->warning;
  }
  take_chain(a, ctx, &verdict->chain);
  X509_STORE_CTX_free(ctx);
  ERR_clear_error();
  if (!good || key == NULL || pki_key_fits(c, key)) return good;
  verdict->code = X509_V_ERR_APPLICATION_VERIFICATION;
  verdict->warning = false;
  verdict->message = arena_printf(a, "The certificate for '%.*s' does not match its private key",
                                  STR_FMT(pki_name_text(a, X509_get_subject_name(c))));
  return false;
}
