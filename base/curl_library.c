/* Loads libcurl in the variant of the system, with OpenSSL or with GnuTLS. It also finds the functions of OpenSSL: only
 * with them are revocation lists checked. */
#include "base/curl_library.h"

#include <dlfcn.h>
#include <stdbool.h>

#include "base/library.h"

static bool load(void *handle, struct curl_library *library)
{
  if (!library_fill(handle, CURL_FUNCTIONS(LIBRARY_NAME), library)) return false;
  library->openssl = library_fill(handle, CURL_TLS_FUNCTIONS(LIBRARY_NAME), &library->BIO_ctrl);
  return library->curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

/* Prefers the variant with OpenSSL, which checks revocation lists, to that with GnuTLS. */
const struct curl_library *curl_library(const char **error)
{
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  static struct curl_library library;
  static bool loaded;
  for (size_t i = 0; !loaded && i < sizeof names / sizeof names[0]; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    loaded = handle != NULL && load(handle, &library);
  }
  *error = "the library libcurl is not installed";
  return loaded ? &library : NULL;
}
