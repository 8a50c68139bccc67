/* mysql-snmp: names and letters of options are those of the Perl agent of this name, including those in dropin.c such
 * as --daemon-pid. The agent's manual documents -i for --refresh, its program uses it for --innodb; so does ours. */
#include "collectors/daemon/dropin_rows.h"
#include "collectors/sources/mysql.h"

static const struct dropin_option options[] = {
  {"host|h", DROPIN_SET, "host", "HOST", "connect to the server on HOST (default localhost, by its socket)"},
  {"port|P", DROPIN_SET, "port", "PORT", "port to connect to (default 3306)"},
  {"user|u", DROPIN_SET, "user", "USER", "log in as USER"},
  {"password|p", DROPIN_SECRET, "password", "PASS",
   "password; anybody can see it in ps(1) until the command has begun"},
  {"config|c", DROPIN_FILE, "defaults_file", "FILE",
   "read host, port, socket, user, password and TLS from the section\n"
   "[client] of FILE, which is a my.cnf; other options come first"},
  {"master|m", DROPIN_FLAG, "master", NULL, "read the size of the binary logs (default; disable with --nomaster)"},
  {"slave|s", DROPIN_FLAG, "slave", NULL, "query the state of replication"},
  {"heartbeat|b", DROPIN_SET, "heartbeat", "DB.TABLE", "with --slave: take the lag from this table of pt-heartbeat"},
  {"innodb|i", DROPIN_FLAG, "innodb", NULL, "read the status of InnoDB (default; disable with --noinnodb)"},
  {"oid|o", DROPIN_SET, "oid", "OID", "publish below OID (default " MYSQL_ROOT ")"},
  {"procs|l|process-list", DROPIN_FLAG, "procs", NULL, "count processes by state"},
  {"refresh|r", DROPIN_SET, "interval", "SECONDS", "query the server every SECONDS (default 300)"},
  {"socket|S", DROPIN_FILE, "socket", "PATH", "connect to a unix socket"},
  {"tls", DROPIN_FLAG, "tls", NULL, "the connection must be encrypted"},
  {"tls-ca-file", DROPIN_FILE, "tls_ca_file", "FILE", "trusted certificate authorities"},
  {"tls-cert-file", DROPIN_FILE, "tls_cert_file", "FILE", "certificate to show to the server"},
  {"tls-key-file", DROPIN_FILE, "tls_key_file", "FILE", "its key"},
  {"tls-verify", DROPIN_FLAG, "tls_verify", NULL,
   "the server's certificate must be good and be for HOST, which is the\n"
   "default: --no-tls-verify"},
  {"timeout", DROPIN_SET, "timeout", "SECONDS", "time limit of a poll (default 10)"},
  {.names = NULL},
};

const struct dropin dropin_mysql = {
  .command = "mysql-snmp",
  .kind = &source_kind_mysql,
  .title = "statistics of a MySQL or MariaDB server",
  .pid_file = "/var/run/mysql-snmp.pid",
  .default_file = "/etc/default/mysql-snmp",
  .alone = false, /* libmariadb limits each read but not the total time, so a slow server could block it */
  .options = options,
};
