/* puppetserver's configuration files, and auth.conf in them. */
#include <stdint.h>
#include <stdlib.h>

#include "pki/pki.h"
#include "server/auth/auth.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct buf why = BUF_IN(a);
  str error;
  struct server_config *c = config_read_text(arena_str(a, str_n((const char *)data, size)), "x.conf", &why);
  if (c == NULL && why.n == 0) abort();
  if (c != NULL) {
    struct auth *auth = auth_new(c, pki_oids_new(a, STR("/nonexistent"), &error), &why);
    if (auth == NULL && why.n == 0) abort();
    auth_free(auth);
  }
  config_free(c);
  arena_free(a);
  return 0;
}
