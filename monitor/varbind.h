/* Reads an SNMP agent's answers into a snapshot. Independent of the library; does not trust the agent, which may send
 * anything.
 */
#ifndef FICELLE_MONITOR_VARBIND_H
#define FICELLE_MONITOR_VARBIND_H

#include "monitor/snapshot.h"
#include "base/oid.h"

/* The value of a varbind, by its ASN.1 tag. */
enum varbind_type {
  VARBIND_INTEGER,   /* number */
  VARBIND_UNSIGNED,  /* number: Gauge32, Counter32, Unsigned32 */
  VARBIND_TICKS,     /* number: TimeTicks */
  VARBIND_COUNTER64, /* number */
  VARBIND_OCTETS,    /* bytes */
  VARBIND_OID,       /* bytes: sub-identifiers of 32 bits as in memory */
  VARBIND_NONE,      /* no such object or instance, end of the MIB, and all other types */
};

struct varbind {
  struct oid name;
  enum varbind_type type;
  int64_t number; /* a Counter64 as its 64 bits */
  str bytes;
};

/* What is needed to understand the values. */
struct varbind_context {
  const struct oid *root;
  uint64_t now_us; /* time of the request, microseconds since 1970 */
  bool has_uptime;
  uint32_t uptime; /* sysUpTime, hundredths of a second */
};

/* The object and row of a name. False if it is not in the list. */
bool varbind_resolve(const struct oid *name, const struct oid *root, uint32_t *id, struct snapshot_index *index,
                     char name_bytes[OID_MAX]);
/* Puts the value into the snapshot. False, changing nothing: the name is unknown, the object is not requested, or the
 * value has another type than the object. `hint`: see snapshot_row. */
bool varbind_put(struct snapshot *s, const struct varbind_context *context, const struct varbind *v, size_t *hint);

/* Appends the identifier of the column, or of the scalar's instance, below the root. */
bool varbind_column(uint32_t id, struct oid *name);
/* The instance in the row of that name. */
bool varbind_instance(uint32_t id, str row, struct oid *name);

/* Octets of a DateAndTime as microseconds since 1970, false when invalid. */
bool varbind_date(str octets, uint64_t *us);

#endif
