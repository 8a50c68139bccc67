/* The value of an object, in SNMP's types. */
#ifndef FICELLE_SUBAGENT_MIB_VALUE_H
#define FICELLE_SUBAGENT_MIB_VALUE_H

#include "base/oid.h"

enum mib_type {
  MIB_INTEGER = 1,
  MIB_OCTETS,
  MIB_OID,     /* octets: sub-identifiers of 32 bits one after the other, as in memory; not writable */
  MIB_GAUGE32, /* also Unsigned32, which has the same encoding */
  MIB_TIME_TICKS,
  MIB_COUNTER64,
  MIB_COUNTER32,
  MIB_NO_SUCH_OBJECT,
  MIB_NO_SUCH_INSTANCE,
};

/* Octets are borrowed; the function that returns a value documents for how long. */
struct mib_value {
  enum mib_type type;
  union {
    int32_t i32;  /* INTEGER */
    uint32_t u32; /* GAUGE32, TIME_TICKS, COUNTER32 */
    uint64_t u64; /* COUNTER64 */
    str octets;   /* OCTETS, OID */
  } u;
};

#endif
