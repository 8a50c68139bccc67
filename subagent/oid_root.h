/* The root of FICELLE-MIB. It is defined in one place, the Makefile, as FICELLE_OID_ROOT; `make OID_ROOT=...` changes
 * it (also in the MIB text and in managers' files), --oid-root changes it for a running subagent. The default is below
 * netSnmpPlaypen, Net-SNMP's arc for private use, until the project has an enterprise number of its own. */
#ifndef FICELLE_SUBAGENT_OID_ROOT_H
#define FICELLE_SUBAGENT_OID_ROOT_H

#ifndef FICELLE_OID_ROOT
/* cppcheck-suppress preprocessorErrorDirective */
#error "FICELLE_OID_ROOT is given by the Makefile"
#endif

/* Sub-identifiers a root may have: the longest instance (objects, table, entry, column, a length and 100
 * octets of a name) must stay within the 128 of SNMP. */
#define OID_ROOT_MAX 23

#endif
