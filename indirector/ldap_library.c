#include "indirector/ldap_library.h"

#include <dlfcn.h>
#include <stdbool.h>

#include "base/library.h"

const struct ldap_library *ldap_library(const char **error)
{
  static const char *const names[] = {"libldap-2.5.so.0", "libldap.so.2"}; /* OpenLDAP 2.5, 2.6 */
  static struct ldap_library library;
  static bool loaded;
  for (size_t i = 0; !loaded && i < sizeof names / sizeof names[0]; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    loaded = handle != NULL && library_fill(handle, LDAP_FUNCTIONS(LIBRARY_NAME), &library);
  }
  *error = "the library libldap is not installed";
  return loaded ? &library : NULL;
}
