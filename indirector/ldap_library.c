#include "indirector/ldap_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} functions[] = {
#define X(name) {#name, offsetof(struct ldap_library, name)},
  LDAP_FUNCTIONS(X)
#undef X
};

static bool load(void *handle, struct ldap_library *library)
{
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    void *function = dlsym(handle, functions[i].name);
    if (function == NULL) return false;
    memcpy((char *)library + functions[i].offset, &function, sizeof function);
  }
  return true;
}

const struct ldap_library *ldap_library(const char **error)
{
  static const char *const names[] = {"libldap-2.5.so.0", "libldap.so.2"}; /* OpenLDAP 2.5, 2.6 */
  static struct ldap_library library;
  static bool loaded;
  for (size_t i = 0; !loaded && i < sizeof names / sizeof names[0]; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    loaded = handle != NULL && load(handle, &library);
  }
  *error = "the library libldap is not installed";
  return loaded ? &library : NULL;
}
