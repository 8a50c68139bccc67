/* Net-SNMP's library, loaded only for queries of another host: it would cost every command a few MiB and slow down its
 * start. */
#ifndef FICELLE_MONITOR_SNMP_LIBRARY_H
#define FICELLE_MONITOR_SNMP_LIBRARY_H

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

/* clang-format off */
#define SNMP_NAMES(X)                                                                                                \
  X(snmp_sess_init) X(snmp_sess_open) X(snmp_sess_synch_response) X(snmp_sess_close) X(snmp_sess_error) X(snmp_error) \
  X(snmp_pdu_create) X(snmp_add_null_var) X(snmp_free_pdu) X(snmp_fix_pdu) X(snmp_errstring) X(snmp_api_errstring)    \
  X(snmp_disable_log) X(init_snmp) X(netsnmp_ds_set_boolean) X(netsnmp_ds_get_string) X(set_persistent_directory)     \
  X(usm_lookup_auth_type) X(usm_lookup_priv_type) X(sc_get_auth_oid) X(sc_get_priv_oid) X(generate_Ku)
/* clang-format on */

struct snmp_library {
#define X(name) __typeof__(name) *name;
  SNMP_NAMES(X)
#undef X
};

/* NULL, with a line in `why`, when it is not installed. */
const struct snmp_library *snmp_library(const char **why);

#endif
