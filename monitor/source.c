/* A target with a host is queried over SNMP; any other is a file on this host. */
#include "monitor/source.h"

struct monitor_source *monitor_open(const struct monitor_target *target, struct buf *why)
{
  return target->host != NULL ? monitor_open_snmp(target, why) : monitor_open_store(target);
}
