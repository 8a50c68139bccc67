/* Revocation lists from others. */
#include <stddef.h>
#include <stdint.h>

#include "pki/pki.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  str error = STR_EMPTY;
  struct ptrvec crls = {0}, none = {0};
  pki_crls_read(a, str_n((const char *)data, size), &crls, &error);
  for (uint32_t i = 0; i < crls.n; i++) {
    pki_name_text(a, X509_CRL_get_issuer(crls.items[i]));
    pki_time_text(a, X509_CRL_get0_nextUpdate(crls.items[i]));
    pki_crl_pem(a, crls.items[i]);
  }
  pki_store_make(a, &none, &crls, PKI_REVOCATION_CHAIN, false);
  arena_free(a);
  return 0;
}
