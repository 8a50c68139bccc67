/* redis-snmp: names and letters of options are those of the Perl agent of this name, including those in dropin.c such
 * as --daemon-pid. The agent's manual documents -i for --refresh, its program uses -r; ours accepts both. */
#include "collectors/daemon/dropin_rows.h"
#include "collectors/sources/redis.h"

static const struct dropin_option options[] = {
  {"host|h", DROPIN_SET, "host", "HOST", "connect to Redis on HOST (default localhost)"},
  {"port|P", DROPIN_SET, "port", "PORT", "port to connect to (default 6379)"},
  {"password|p", DROPIN_SECRET, "password", "PASS",
   "password; anybody can see it in ps(1) until the command has begun"},
  {"oid|o", DROPIN_SET, "oid", "OID", "publish below OID (default " REDIS_ROOT ")"},
  {"refresh|r|i", DROPIN_SET, "interval", "SECONDS", "query Redis every SECONDS (default 300)"},
  {"password-file", DROPIN_FILE, "password_file", "FILE", "password: the first line of FILE"},
  {"user|u", DROPIN_SET, "user", "USER", "user of an access control list (Redis 6)"},
  {"socket", DROPIN_FILE, "socket", "PATH", "connect to a unix socket"},
  {"tls", DROPIN_FLAG, "tls", NULL, "speak TLS"},
  {"tls-ca-file", DROPIN_FILE, "tls_ca_file", "FILE", "trusted certificate authorities (default: those of the system)"},
  {"tls-cert-file", DROPIN_FILE, "tls_cert_file", "FILE", "certificate to show to the server"},
  {"tls-key-file", DROPIN_FILE, "tls_key_file", "FILE", "its key (default: in the same file)"},
  {"tls-verify", DROPIN_FLAG, "tls_verify", NULL,
   "the server's certificate must be good and be for HOST, which is the\n"
   "default: --no-tls-verify"},
  {"timeout", DROPIN_SET, "timeout", "SECONDS", "time limit of a poll (default 10)"},
  {"connect-timeout", DROPIN_SET, "connect_timeout", "SECONDS", "time limit of connecting (default 5)"},
  {.names = NULL},
};

const struct dropin dropin_redis = {
  .command = "redis-snmp",
  .kind = &source_kind_redis,
  .title = "statistics of a Redis server",
  .pid_file = "/var/run/redis-snmp.pid",
  .default_file = "/etc/default/redis-snmp",
  .alone = true,
  .options = options,
};
