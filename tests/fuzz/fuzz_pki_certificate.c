/* Certificates and bundles from others: reading, printing, verifying. */
#include <stddef.h>
#include <stdint.h>

#include "compiler/values/value.h"
#include "pki/pki.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(struct arena *a, const struct pki_oids *oids, X509 *c, const struct ptrvec *all)
{
  struct ptrvec names = {0};
  struct pki_verdict v;
  str text;
  pki_name_text(a, X509_get_subject_name(c));
  pki_common_name(a, X509_get_subject_name(c));
  pki_alt_names(a, X509_get0_extensions(c), &names);
  pki_trusted_extensions(a, oids, c);
  pki_host_mismatch(a, c, STR("x.test"));
  pki_time_text(a, X509_get0_notAfter(c));
  pki_serial_hex(a, X509_get0_serialNumber(c));
  pki_fingerprint(a, "sha256", pki_certificate_bytes(a, c), &text);
  pki_certificate_pem(a, c);
  pki_verify(a, pki_store_make(a, all, NULL, PKI_REVOCATION_CHAIN, false), c, NULL, &v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  str text = str_n((const char *)data, size), error = STR_EMPTY, label;
  const struct pki_oids *oids = pki_oids_new(a, STR_EMPTY, &error);
  struct ptrvec bundle = {0};
  X509 *one = pki_certificate_read(a, text, &error);
  if (one != NULL) ptrvec_push(&bundle, a, one);
  pki_pem_count(text, &label);
  pki_certificates_read(a, text, &bundle, &error);
  for (uint32_t i = 0; i < bundle.n && i < 8; i++) look_at(a, oids, bundle.items[i], &bundle);
  pki_key_read(a, text, NULL, &error);
  arena_free(a);
  return 0;
}
