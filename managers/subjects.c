/* The subjects of generated files: a row for each list of objects. The program can get another root for the first one.
 * */
#include "collectors/sources/mysql_list.h"
#include "collectors/sources/redis_list.h"
#include "managers/generate.h"
#include "subagent/oid_root.h"

static const struct mib_names ficelle_names = {
  "ficMIB", "ficObjects", "ficConformance", "ficCompliances", "ficGroups", "ficCompliance", "fic"};
/* Names as in the modules of the agents redis-snmp and mysql-snmp. */
static const struct mib_names redis_names = {
  "redis", "redisStatus", "redisMIBConformance", "redisMIBCompliances", "redisMIBGroups", "redisMIBCompliance",
  "redis"};
static const struct mib_names mysql_names = {
  "mySQL", "myStatus", "mySQLMIBConformance", "mySQLMIBCompliances", "mySQLMIBGroups", "mySQLMIBCompliance", "mySQL"};

static const char ficelle_text[] =
  "Statistics of ficelle, a compiler, agent and server for the Puppet language: how many catalogs were compiled, for "
  "which environments and nodes, how long each phase took, what failed and why.\n"
  "\n"
  "Where to begin: ficStatsState shows whether the numbers are up to date; ficCmpP95 and ficCmpFailRatio\n"
  "show whether compilations are slow or fail. ficPhaseTable then shows where the time is spent, the\n"
  "objects ficFail... show why compilations fail, ficNodeTable and ficEnvTable for which nodes and\n"
  "environments.\n"
  "\n"
  "Counters: every counter has 64 bits and is stored in a file that all counting processes share: a restart\n"
  "of the program or of the SNMP agent does not reset it. If that file is lost or damaged, counters start\n"
  "at zero again and ficDiscontinuity changes. Each counter names the object that indicates its\n"
  "discontinuities. Managers that speak SNMPv1 cannot read 64-bit counters; use SNMPv2c or SNMPv3. Names\n"
  "that end in TimeSum are counters of time, other names with Time are the time of one thing.\n"
  "\n"
  "Means are not published: a mean over a polling interval is the difference of a sum divided by the difference of its "
  "count, for instance delta(ficCmpTimeSum) / delta(ficCmpTotal), and can be aggregated over many agents. Percentiles "
  "are gauges over a sliding window, whose length is ficCmpWinSecs; when the window holds no sample, they have no "
  "instance. A time that has not occurred, such as the end of the last compilation before the first one, has no "
  "instance "
  "either. Times that are gauges are limited to 4294967295 microseconds, about 71 minutes.";

#define DROP_IN_TEXT(what, agent)                                                                                   \
  "Numbers of " what ", published by ficelle's subagent. It replaces the agent " agent                              \
  ": names, numbers and types of the objects are the same.\n\n"                                                     \
  "Counters are the server's own: they start at zero when the server is started. A value that the server does not " \
  "report has "                                                                                                     \
  "no instance."

struct subject subjects[] = {
  {.stem = "ficelle",
   .title = "ficelle",
   .module = "FICELLE-MIB",
   .names = &ficelle_names,
   .about = "measurements of ficelle, the compiler for Puppet manifests",
   .text = ficelle_text,
   .readable =
     "The readable objects show the names of nodes, environments and resource types, the version of the program, and "
     "the "
     "rhythm at which configurations change and fail. An attacker can learn from them what to attack and when.",
   .list = &stats_list,
   .drawn = &ficelle_drawn,
   .root = FICELLE_OID_ROOT,
   .below = ".1"},
  {.stem = "redis",
   .title = "Redis",
   .module = "REDIS-SERVER-MIB",
   .names = &redis_names,
   .about = "numbers of a Redis server",
   .text = DROP_IN_TEXT("a Redis server", "redis-snmp"),
   .readable = "The readable objects show how much a server is used.",
   .list = &redis_list,
   .drawn = &redis_drawn,
   .root = "1.3.6.1.4.1.20267.400",
   .below = ".1"},
  {.stem = "mysql",
   .title = "MySQL",
   .module = "MYSQL-SERVER-MIB",
   .names = &mysql_names,
   .about = "numbers of a MySQL or MariaDB server",
   .text = DROP_IN_TEXT("a MySQL or MariaDB server", "mysql-snmp"),
   .readable = "The readable objects show how much a server is used.",
   .list = &mysql_list,
   .drawn = &mysql_drawn,
   .root = "1.3.6.1.4.1.20267.200",
   .below = ".1"},
};
const size_t subject_count = sizeof subjects / sizeof subjects[0];
