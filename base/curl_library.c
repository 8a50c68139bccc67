#include "base/curl_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} functions[] = {
#define X(name) {#name, offsetof(struct curl_library, name)},
    CURL_FUNCTIONS(X)
#undef X
};

static bool load(void *handle, struct curl_library *library)
{
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    void *function = dlsym(handle, functions[i].name);
    if (function == NULL) return false;
    memcpy((char *)library + functions[i].offset, &function, sizeof function);
  }
  return library->curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

/* Built with OpenSSL, which heeds revocation lists, rather than with GnuTLS. */
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
