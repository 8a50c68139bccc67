/* Fills the table of functions at the first call; crypto_library.h lists them once for both files. */
#include "base/crypto_library.h"

#include "base/library.h"

static const struct library_name names[] = {
#define X(name) {#name, offsetof(struct crypto_library, name)},
  CRYPTO_NAMES(X)
#undef X
};

const struct crypto_library *crypto_library(void)
{
  static struct crypto_library library;
  if (library.MD5_Init == NULL) library_load("libcrypto.so.3", names, sizeof names / sizeof names[0], &library);
  return &library;
}
