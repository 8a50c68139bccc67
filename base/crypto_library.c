/* Fills the table of functions at the first call; crypto_library.h lists them once for both files. */
#include "base/crypto_library.h"

#include "base/library.h"

const struct crypto_library *crypto_library(void)
{
  static struct crypto_library library;
  if (library.MD5_Init == NULL) library_load("libcrypto.so.3", CRYPTO_NAMES(LIBRARY_NAME), &library);
  return &library;
}
