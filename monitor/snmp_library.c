/* Fills the table of functions at the first call and initializes the library so that it reads no MIBs and writes
 * nothing. */
#include "monitor/snmp_library.h"

#include <stdlib.h>

#include "base/library.h"

/* Reads snmp.conf of Net-SNMP, so that passwords need not be on a command line. Loads no MIBs and writes no files. */
static void set_up(const struct snmp_library *l)
{
  setenv("MIBS", "", 1);
  setenv("MIBDIRS", "", 1);
  l->snmp_disable_log();
  l->netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DISABLE_PERSISTENT_LOAD, 1);
  l->set_persistent_directory("/dev/null");
  l->init_snmp("ficelle");
}

const struct snmp_library *snmp_library(const char **why)
{
  static const char file[] = "libnetsnmp.so.40";
  static struct snmp_library library;
  if (library.init_snmp == NULL) {
    *why = "the library libnetsnmp.so.40 (Debian: libsnmp40) is not installed";
    if (!library_is_there(file)) return NULL;
    library_load(file, SNMP_NAMES(LIBRARY_NAME), &library);
    set_up(&library);
  }
  return &library;
}
