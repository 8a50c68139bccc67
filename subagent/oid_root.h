/* The root of FICELLE-MIB. It is written in the Makefile, in one place, and comes from there as
 * FICELLE_OID_ROOT; `make OID_ROOT=...` gives another (which also re-roots the MIB text and what managers
 * load), --oid-root another for a running subagent. The default lies under netSnmpPlaypen, the arc Net-SNMP
 * gives away for private use; it stays until the project has an enterprise number of its own. */
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
