/* The bare subagent that ficelle-subagent is measured against: one table of Counter64 columns, indexed by a
 * name, on Net-SNMP's container-table helper, and nothing else.
 *
 *   agentx-probe ADDRESS ROOT ROWS
 *
 * serves ROOT.1.2 to ROOT.1.6 until it is killed. */
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/agent/net-snmp-agent-includes.h>
#include <net-snmp/library/large_fd_set.h>
#include <signal.h>

enum { FIRST_COLUMN = 2, LAST_COLUMN = 6, NAME_MAX_BYTES = 40 };

struct row {
  netsnmp_index index;
  oid ids[NAME_MAX_BYTES + 1];
  struct counter64 value;
};

static volatile sig_atomic_t stop;
static void on_signal(int signal_number)
{
  (void)signal_number;
  stop = 1;
}

static int answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
                  netsnmp_agent_request_info *info, netsnmp_request_info *request)
{
  (void)handler;
  (void)registration;
  for (; request != NULL; request = request->next) {
    if (request->processed) continue;
    struct row *row = netsnmp_container_table_row_extract(request);
    if (row == NULL) {
      netsnmp_set_request_error(info, request, SNMP_NOSUCHINSTANCE);
    } else {
      snmp_set_var_typed_value(request->requestvb, ASN_COUNTER64, &row->value, sizeof row->value);
    }
  }
  return SNMP_ERR_NOERROR;
}

/* Rows named as the nodes of stats-fill are, so that both tables have instances of one length. */
static void fill(netsnmp_container *rows, int n)
{
  for (int i = 0; i < n; i++) {
    struct row *row = calloc(1, sizeof *row);
    char name[NAME_MAX_BYTES];
    if (row == NULL) exit(1);
    int length = snprintf(name, sizeof name, "node%05d.example.org", i);
    row->ids[0] = (oid)length;
    for (int k = 0; k < length; k++) row->ids[k + 1] = (unsigned char)name[k];
    row->index.oids = row->ids;
    row->index.len = (size_t)length + 1;
    row->value.low = (u_long)i;
    CONTAINER_INSERT(rows, row);
  }
}

static void register_table(const char *root, int n)
{
  oid name[MAX_OID_LEN];
  size_t length = MAX_OID_LEN;
  if (!read_objid(root, name, &length)) exit(2);
  netsnmp_container *rows = netsnmp_container_find("probe:table_container");
  fill(rows, n);
  netsnmp_table_registration_info *table = SNMP_MALLOC_TYPEDEF(netsnmp_table_registration_info);
  netsnmp_table_helper_add_indexes(table, ASN_OCTET_STR, 0);
  table->min_column = FIRST_COLUMN;
  table->max_column = LAST_COLUMN;
  netsnmp_container_table_register(
    netsnmp_create_handler_registration("probe", answer, name, length, HANDLER_CAN_RONLY), table, rows,
    TABLE_CONTAINER_KEY_NETSNMP_INDEX);
}

static void turn(void)
{
  int count = 0, block = 0;
  struct timeval timeout = {1, 0};
  netsnmp_large_fd_set fds;
  netsnmp_large_fd_set_init(&fds, FD_SETSIZE);
  snmp_select_info2(&count, &fds, &timeout, &block);
  if (netsnmp_large_fd_set_select(count, &fds, NULL, NULL, &timeout) > 0) snmp_read2(&fds);
  else snmp_timeout();
  run_alarms();
  netsnmp_check_outstanding_agent_requests();
  netsnmp_large_fd_set_cleanup(&fds);
}

int main(int argc, char **argv)
{
  if (argc != 4) {
    fprintf(stderr, "usage: agentx-probe ADDRESS ROOT ROWS\n");
    return 2;
  }
  signal(SIGTERM, on_signal);
  signal(SIGINT, on_signal);
  signal(SIGPIPE, SIG_IGN);
  setenv("MIBS", "", 1);
  setenv("MIBDIRS", "/dev/null", 1);
  netsnmp_enable_subagent();
  netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_PERSIST_STATE, 1);
  netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_READ_CONFIGS, 1);
  netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_ALARM_DONT_USE_SIG, 1);
  netsnmp_ds_set_string(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_X_SOCKET, argv[1]);
  init_agent("probe");
  register_table(argv[2], atoi(argv[3]));
  init_snmp("probe");
  while (!stop) turn();
  snmp_shutdown("probe");
  return 0;
}
