/* Certificate requests, in PEM and, after a zero byte, in DER: reading, and all checks. */
#include <stddef.h>
#include <stdint.h>

#include "compiler/values/value.h"
#include "pki/pki.h"
#include "server/ca/ca.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void release(void *r) { X509_REQ_free(r); }

static X509_REQ *read_der(struct arena *a, const uint8_t *data, size_t size)
{
  const unsigned char *p = data;
  X509_REQ *r = d2i_X509_REQ(NULL, &p, (long)size);
  if (r != NULL) arena_defer(a, release, r);
  return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  str error = STR_EMPTY;
  struct ca ca = {.arena = a, .options = {.allow_authorization_extensions = true}};
  X509_REQ *r = size > 0 && data[0] == 0 ? read_der(a, data + 1, size - 1)
                                         : pki_request_read(a, str_n((const char *)data, size), &error);
  if (r != NULL) {
    STACK_OF(X509_EXTENSION) * extensions;
    ca.oids = pki_oids_new(a, STR_EMPTY, &error);
    str name = pki_common_name(a, X509_REQ_get_subject_name(r));
    ca_check_name(a, name, name, &error);
    ca_check_request(&ca, a, r, &error);
    if (pki_request_extensions(a, r, &extensions, &error)) pki_extensions(a, ca.oids, extensions, PKI_OID_PUPPET);
    pki_request_bytes(a, r);
    pki_request_pem(a, r);
  }
  arena_free(a);
  return 0;
}
