/* libldap, loaded only when a node is looked up in a directory server: with its dependencies it would cost every other
 * command several MiB and a good part of its start. */
#ifndef FICELLE_INDIRECTOR_LDAP_LIBRARY_H
#define FICELLE_INDIRECTOR_LDAP_LIBRARY_H

#include <ldap.h>

/* clang-format off */
#define LDAP_FUNCTIONS(X)                                                                                    \
  X(ber_free)                                                                                                \
  X(ldap_count_values_len) X(ldap_err2string) X(ldap_first_attribute) X(ldap_first_entry) X(ldap_get_dn)     \
      X(ldap_get_values_len) X(ldap_initialize) X(ldap_memfree) X(ldap_msgfree) X(ldap_next_attribute)       \
          X(ldap_next_entry) X(ldap_sasl_bind_s) X(ldap_search_ext_s) X(ldap_set_option) X(ldap_start_tls_s) \
              X(ldap_unbind_ext_s) X(ldap_value_free_len)
/* clang-format on */

struct ldap_library {
#define X(name) __typeof__(name) *name;
  LDAP_FUNCTIONS(X)
#undef X
};

/* Loaded once per process. NULL with a reason in *error (static text) when it is not installed. */
const struct ldap_library *ldap_library(const char **error);

#endif
