/* A process that speaks the protocol of servers of any version, or stalls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collectors/sources/mariadb_library.h"
#include "collectors/sources/mysql.h"
#include "collectors/sources/mysql_list.h"
#include "collectors/sources/source_config.h"
#include "collectors/stats_reader.h"

static char folder[] = "/tmp/ficelle-test-mysql-XXXXXX";
static char socket_path[64], file_path[64];

/* --- the server ------------------------------------------------------------------------------------------ */

enum { COLUMNS = 6, ROWS = 40 };

struct answer {
  const char *statement;
  const char *columns[COLUMNS];
  const char *rows[ROWS][COLUMNS]; /* NULL after the last one; "\1" is NULL */
};

enum behaviour {
  ANSWERS,
  STALLS_AT_ONCE, /* accepts, and sends nothing */
  STALLS_IN_ROW,  /* stops in the middle of a row */
  CLOSES_IN_ROW,
  TRICKLES,       /* endless rows */
  IS_NO_SERVER,   /* speaks HTTP */
  SENDS_NONSENSE, /* invalid lengths in a row */
  REFUSES,        /* too many connections */
  DENIES,         /* rejects a statement */
};

struct server {
  const char *version;
  enum behaviour behaviour;
  const struct answer *answers; /* ends with one without a statement */
};

static void write_all(int fd, const void *bytes, size_t n)
{
  const char *p = bytes;
  while (n > 0) {
    const ssize_t done = write(fd, p, n);
    if (done <= 0) _exit(0);
    p += done;
    n -= (size_t)done;
  }
}

static void packet(int fd, uint8_t *number, const void *bytes, size_t n)
{
  const uint8_t head[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (*number)++};
  write_all(fd, head, sizeof head);
  write_all(fd, bytes, n);
}

/* Receives a message of the client; empty at the end. */
static size_t receive(int fd, uint8_t *number, char *text, size_t size)
{
  uint8_t head[4];
  if (recv(fd, head, sizeof head, MSG_WAITALL) != sizeof head) _exit(0);
  const size_t n = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16;
  if (n >= size || recv(fd, text, n, MSG_WAITALL) != (ssize_t)n) _exit(0);
  text[n] = '\0';
  *number = (uint8_t)(head[3] + 1);
  return n;
}

static void put_text(struct buf *b, const char *text)
{
  const size_t n = strlen(text);
  if (n < 251) {
    buf_char(b, (char)n);
  } else {
    buf_char(b, (char)0xfc);
    buf_char(b, (char)(n & 255));
    buf_char(b, (char)(n >> 8));
  }
  buf_z(b, text);
}

static void greet(int fd, uint8_t *number, const char *version)
{
  struct buf b = BUF_HEAP;
  buf_char(&b, 10);
  buf_append(&b, version, strlen(version) + 1);
  buf_append(&b,
             "\1\0\0\0"
             "abcdefgh"
             "\0",
             13);
  buf_append(&b,
             "\x01\xa2"
             "\x21"
             "\2\0"
             "\x08\0"
             "\x15"
             "\0\0\0\0\0\0\0\0\0\0"
             "abcdefghijkl\0",
             31);
  buf_append(&b, "mysql_native_password", 22);
  packet(fd, number, b.p, b.n);
  buf_free(&b);
}

static void send_ok(int fd, uint8_t *number) { packet(fd, number, "\0\0\0\2\0\0\0", 7); }

static void send_error(int fd, uint8_t *number, unsigned error, const char *message)
{
  struct buf b = BUF_HEAP;
  buf_char(&b, (char)0xff);
  buf_char(&b, (char)(error & 255));
  buf_char(&b, (char)(error >> 8));
  buf_z(&b, "#42000");
  buf_z(&b, message);
  packet(fd, number, b.p, b.n);
  buf_free(&b);
}

static void send_column(int fd, uint8_t *number, const char *name)
{
  struct buf b = BUF_HEAP;
  put_text(&b, "def");
  for (int i = 0; i < 3; i++) put_text(&b, "");
  put_text(&b, name);
  put_text(&b, "");
  buf_append(&b, "\x0c\x21\0\0\1\0\0\xfd\0\0\0\0\0", 13);
  packet(fd, number, b.p, b.n);
  buf_free(&b);
}

static void send_row(int fd, uint8_t *number, const char *const *values, size_t n)
{
  struct buf b = BUF_HEAP;
  for (size_t i = 0; i < n; i++) {
    if (strcmp(values[i], "\1") == 0) buf_char(&b, (char)0xfb);
    else put_text(&b, values[i]);
  }
  packet(fd, number, b.p, b.n);
  buf_free(&b);
}

static void send_answer(int fd, uint8_t *number, const struct answer *a, enum behaviour behaviour)
{
  size_t n = 0;
  while (n < COLUMNS && a->columns[n] != NULL) n++;
  const char count = (char)n;
  packet(fd, number, &count, 1);
  for (size_t i = 0; i < n; i++) send_column(fd, number, a->columns[i]);
  packet(fd, number, "\xfe\0\0\2\0", 5);
  for (size_t r = 0; r < ROWS && a->rows[r][0] != NULL; r++) send_row(fd, number, a->rows[r], n);
  if (behaviour == STALLS_IN_ROW || behaviour == CLOSES_IN_ROW) {
    write_all(fd,
              "\x20\0\0\x09"
              "\x09Questions",
              14);
    if (behaviour == STALLS_IN_ROW) pause();
    _exit(0);
  }
  if (behaviour == SENDS_NONSENSE) packet(fd, number, "\xfe\xff\xff\xff\xff\xff\xff\xff\xff xyz", 13);
  while (behaviour == TRICKLES) {
    send_row(fd, number, (const char *const[]){"Questions", "1"}, 2);
    usleep(1000);
  }
  packet(fd, number, "\xfe\0\0\2\0", 5);
}

static void serve(int fd, const struct server *s)
{
  char text[4096];
  uint8_t number = 0;
  if (s->behaviour == STALLS_AT_ONCE) pause();
  if (s->behaviour == IS_NO_SERVER) {
    write_all(fd, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", 47);
    _exit(0);
  }
  if (s->behaviour == REFUSES) {
    send_error(fd, &number, 1040, "Too many connections");
    _exit(0);
  }
  greet(fd, &number, s->version);
  receive(fd, &number, text, sizeof text);
  send_ok(fd, &number);
  for (;;) {
    const size_t n = receive(fd, &number, text, sizeof text);
    if (n == 0 || text[0] == 1) _exit(0);
    const struct answer *a = s->answers;
    while (a->statement != NULL && strcmp(a->statement, text + 1) != 0) a++;
    if (a->statement == NULL) send_error(fd, &number, 1064, "You have an error in your SQL syntax");
    else if (s->behaviour == DENIES) send_error(fd, &number, 1227, "Access\ndenied");
    else send_answer(fd, &number, a, s->behaviour);
  }
}

static pid_t start(const struct server *s)
{
  const int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
  unlink(socket_path);
  assert_int_equal(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(listen(listening, 5), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    serve(accept(listening, NULL, NULL), s);
    _exit(0);
  }
  close(listening);
  return pid;
}

static void stop(pid_t pid)
{
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

/* --- a poll ---------------------------------------------------------------------------------------------- */

static struct source_set *set;
static struct source_outcome outcome;
static struct stats_reader *reader;

static void configure(struct source_entry **e, const char *const *settings)
{
  struct buf why = BUF_IN(set->arena);
  *e = source_set_add(set, STR("db"), &source_kind_mysql, &why);
  assert_non_null(*e);
  for (; *settings != NULL; settings += 2) {
    if (!source_set_key(set, *e, str_of(settings[0]), str_of(settings[1]), &why)) fail_msg("%s", why.p);
  }
  if (!source_set_finish(set, *e, &why)) fail_msg("%s", why.p);
}

/* Polls once; `settings` alternate names and values. */
static uint32_t poll_with(const char *const *settings)
{
  char error[256];
  struct source_entry *e;
  const struct source_kind *const kinds[] = {&source_kind_mysql};
  static struct buf reason;
  source_set_free(set);
  stats_reader_free(reader);
  set = source_set_new(kinds, 1);
  configure(&e, settings);
  unlink(file_path);
  const struct stats_config file = {.path = file_path, .list = &mysql_list};
  struct stats_store *store = stats_open(&file, error, sizeof error);
  assert_non_null(store);
  struct stats_record *record = stats_begin(store, 0);
  buf_clear(&reason);
  outcome = (struct source_outcome){STATS_SOURCESTATE_PENDING, &reason};
  void *source = source_kind_mysql.open(&e->config, &outcome);
  if (source != NULL) {
    source_kind_mysql.poll(source, &e->config, record, 0, &outcome);
    source_kind_mysql.close(source);
  }
  assert_true(stats_commit(record));
  stats_close(store);
  reader = stats_reader_new(file_path, &(struct stats_reader_options){.list = &mysql_list});
  stats_reader_refresh(reader);
  return outcome.state;
}

static uint32_t poll_server(const struct server *s, const char *timeout)
{
  const pid_t pid = start(s);
  const char *const settings[] = {"socket", socket_path, "user",    "monitor", "slave", "true",
                                  "procs",  "true",      "timeout", timeout,   NULL};
  const uint32_t state = poll_with(settings);
  stop(pid);
  return state;
}

#define ABSENT UINT64_C(0xfeed0000beef)
static void value_at(uint32_t object, uint64_t expected, int line)
{
  struct stats_value v;
  const bool there = stats_reader_scalar(reader, object, &v);
  const char *name = mysql_list.stats[object].name;
  if (there != (expected != ABSENT)) fail_msg("line %d: %s is %s", line, name, there ? "there" : "absent");
  if (there && v.number != expected) fail_msg("line %d: %s is %llu", line, name, (unsigned long long)v.number);
}
#define VALUE(object, expected) value_at(MYSQL_STAT_##object, expected, __LINE__)

static void reason_has(const char *part)
{
  if (outcome.reason->n == 0 || strstr(outcome.reason->p, part) == NULL)
    fail_msg("\"%s\" is not in \"%s\"", part, outcome.reason->n == 0 ? "" : outcome.reason->p);
  assert_null(strchr(outcome.reason->p, '\n'));
}

/* --- answers --------------------------------------------------------------------------------------------- */

#define ENGINE_TEXT                                                                                               \
  "---\nSEMAPHORES\n---\nRW-shared spins 1, rounds 2, OS waits 3\n---\nTRANSACTIONS\n---\nTrx id counter 110\n"   \
  "---TRANSACTION 10F, ACTIVE 5 sec\nLOCK WAIT 2 lock struct(s)\n"                                                \
  "------- TRX HAS BEEN WAITING 4 SEC FOR THIS LOCK TO BE GRANTED:\n"                                             \
  "---\nLOG\n---\nLog sequence number 1000\nLog flushed up to 900\nLast checkpoint at 400\n7 log i/o's done, 1\n" \
  "---\nBUFFER POOL AND MEMORY\n---\nBuffer pool size 99\nPages read 8, created 9, written 10\n"

#define STATUS_ROWS                                                                                                \
  {                                                                                                                \
    {"Questions", "5000000000"}, {"Key_blocks_unused", "10"}, {"Key_blocks_not_flushed", "3"}, {"Open_files", ""}, \
      {"Open_tables", "abc"}, {"Innodb_buffer_pool_pages_total", "8191"}, {"Innodb_buffer_pool_reads", "77"},      \
      {"Innodb_pages_read", "78"}, {"Innodb_log_writes", "123"}, {"Innodb_ibuf_merges", "6"},                      \
      {"wsrep_cluster_conf_id", "18446744073709551615"}, {"wsrep_cluster_size", "3"},                              \
      {"wsrep_cluster_status", "Primary"},                                                                         \
    {                                                                                                              \
      "wsrep_received_bytes", "9000000000000000000"                                                                \
    }                                                                                                              \
  }
#define VARIABLE_ROWS                                                                                                \
  {                                                                                                                  \
    {"log_bin", "ON"}, {"key_buffer_size", "16384"}, {"key_cache_block_size", "1024"}, { "table_open_cache", "400" } \
  }
#define SHOW_BOTH                                                      \
  {"SHOW GLOBAL STATUS", {"Variable_name", "Value"}, STATUS_ROWS},     \
  {                                                                    \
    "SHOW GLOBAL VARIABLES", {"Variable_name", "Value"}, VARIABLE_ROWS \
  }
#define SHOW_LOGS(size)                              \
  {                                                  \
    "SHOW BINARY LOGS", {"Log_name", size},          \
    {                                                \
      {"a.1", "100"}, {"a.2", "0"}, { "a.3", "300" } \
    }                                                \
  }
#define SHOW_PROCESSES                                                                                             \
  {                                                                                                                \
    "SHOW PROCESSLIST", {"Id", "User", "STATE"},                                                                   \
    {                                                                                                              \
      {"1", "a", ""}, {"2", "b", "\1"}, {"3", "c", "Sending data"}, {"4", "d", "Waiting for table metadata lock"}, \
        {"5", "e", "User sleep"},                                                                                  \
      {                                                                                                            \
        "6", "f", "Copying to tmp table on disk"                                                                   \
      }                                                                                                            \
    }                                                                                                              \
  }

static const struct answer of_8_4[] = {
  SHOW_BOTH,
  SHOW_LOGS("File_size"),
  SHOW_PROCESSES,
  {"SHOW ENGINE INNODB STATUS", {"Type", "Name", "Status"}, {{"InnoDB", "", ENGINE_TEXT}}},
  {"SHOW REPLICA STATUS",
   {"Relay_Log_Space", "Replica_SQL_Running", "Seconds_Behind_Source"},
   {{"10", "Yes", "7"}, {"20", "Yes", "9"}, {"30", "No", "\1"}}},
  {NULL},
};

static void check_common(void)
{
  VALUE(myQuestions, 5000000000); /* begins again at 2^32 when it is published */
  VALUE(myOpenFiles, ABSENT);
  VALUE(myOpenTables, ABSENT);
  VALUE(myPoolSize, 8191);
  VALUE(myPagesRead, 78);
  VALUE(myPagesCreated, 9);
  VALUE(myKeyBufBytesUsed, 16384 - 10 * 1024);
  VALUE(myKeyBufBytesUnflushed, 3 * 1024);
  VALUE(myTableCache, 400);
  VALUE(myUnflushedLog, 100);
  VALUE(myUncheckpointedBytes, 600);
  VALUE(myLogBytesWritten, 1000);
  VALUE(myLogWrites, 7);
  VALUE(myIbufMerges, 6);
  VALUE(mySpinRounds, 2);
  VALUE(myInnoDBLockWaitSecs, 4);
  VALUE(myLockedTransactions, 1);
  VALUE(myHashIndexCellsTotal, ABSENT);
  VALUE(myQcacheHits, ABSENT);
  VALUE(myWsrepClusterConfId, ABSENT);
  VALUE(myWsrepClusterSize, 3);
  VALUE(myWsrepReceivedBytes, 9000000000000000000);
  VALUE(myBinaryLogSpace, 400);
  VALUE(myStateNone, 2);
  VALUE(myStateSendingData, 1);
  VALUE(myStateLocked, 1);
  VALUE(myStateCopyingToTmpTable, 1);
  VALUE(myStateOther, 1);
  VALUE(myStateEnd, 0);
  struct stats_value v;
  assert_true(stats_reader_scalar(reader, MYSQL_STAT_myWsrepClusterStatus, &v));
  assert_memory_equal(v.text, "Primary", v.length);
}

static void test_8_4(void **state)
{
  (void)state;
  const struct server server = {.version = "8.4.3", .answers = of_8_4};
  if (poll_server(&server, "20") != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
  check_common();
  VALUE(mySlaveRunning, 2);
  VALUE(mySlaveStopped, 1);
  VALUE(mySlaveLag, 9);
  VALUE(myRelayLogSpace, 60);
  VALUE(myInnodbTransactions, 110);
}

/* Old names, other cases, hexadecimal identifiers; a replica with unknown lag. */
static void test_5_1(void **state)
{
  (void)state;
  static const struct answer answers[] = {
    SHOW_BOTH,
    SHOW_LOGS("File_size"),
    SHOW_PROCESSES,
    {"SHOW ENGINE INNODB STATUS", {"Type", "Name", "status"}, {{"InnoDB", "", ENGINE_TEXT}}},
    {"SHOW SLAVE STATUS", {"Relay_log_space", "Slave_SQL_Running", "Seconds_Behind_Master"}, {{"10", "No", "\1"}}},
    {NULL},
  };
  const struct server server = {.version = "5.1.73", .answers = answers};
  if (poll_server(&server, "20") != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
  check_common();
  VALUE(mySlaveRunning, 0);
  VALUE(mySlaveStopped, 1);
  VALUE(mySlaveLag, ABSENT);
  VALUE(myInnodbTransactions, 0x110);
}

/* No replica, logs without sizes, and no InnoDB. */
static void test_mariadb(void **state)
{
  (void)state;
  static const struct answer answers[] = {
    SHOW_BOTH,
    SHOW_LOGS("Other"),
    SHOW_PROCESSES,
    {"SHOW ENGINE INNODB STATUS", {"Type", "Name", "Status"}, {{NULL}}},
    {"SHOW ALL SLAVES STATUS", {"Relay_Log_Space"}, {{NULL}}},
    {NULL},
  };
  const struct server server = {.version = "5.5.5-10.11.6-MariaDB", .answers = answers};
  if (poll_server(&server, "20") != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
  VALUE(mySlaveRunning, 0);
  VALUE(mySlaveStopped, 0);
  VALUE(mySlaveLag, ABSENT);
  VALUE(myBinaryLogSpace, 0);
  VALUE(mySpinRounds, ABSENT);
  VALUE(myLogWrites, 123);
}

/* MySQL 5.0 with InnoDB disabled answers SHOW ENGINE INNODB STATUS with an error: it is not asked. */
static void test_5_0_without_innodb(void **state)
{
  (void)state;
  static const struct answer answers[] = {
    {"SHOW GLOBAL STATUS", {"Variable_name", "Value"}, STATUS_ROWS},
    {"SHOW GLOBAL VARIABLES", {"Variable_name", "Value"}, {{"have_innodb", "DISABLED"}, {"table_cache", "64"}}},
    SHOW_PROCESSES,
    {"SHOW SLAVE STATUS", {"Relay_Log_Space"}, {{NULL}}},
    {NULL},
  };
  const struct server server = {.version = "5.0.96", .answers = answers};
  if (poll_server(&server, "20") != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
  VALUE(myTableCache, 64);
  VALUE(mySpinRounds, ABSENT);
  VALUE(myPoolSize, ABSENT);
}

/* Switched off: InnoDB's objects are absent, the others 0. */
static void test_switched_off(void **state)
{
  (void)state;
  const struct server server = {.version = "8.4.3", .answers = of_8_4};
  const pid_t pid = start(&server);
  const char *const settings[] = {"socket", socket_path, "innodb", "false", "master", "false", NULL};
  const uint32_t s = poll_with(settings);
  stop(pid);
  if (s != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
  VALUE(myPoolSize, ABSENT);
  VALUE(myLogWrites, ABSENT);
  VALUE(myTableCache, 400);
  VALUE(myBinaryLogSpace, 0);
  VALUE(mySlaveLag, 0);
  VALUE(mySlaveRunning, 0);
  VALUE(myStateNone, 0);
}

static void test_bad_servers(void **state)
{
  (void)state;
  static const struct {
    enum behaviour behaviour;
    uint32_t state;
    const char *reason;
  } cases[] = {
    {STALLS_AT_ONCE, STATS_SOURCESTATE_TIMEOUT, "connect: no answer within 1 s"},
    {STALLS_IN_ROW, STATS_SOURCESTATE_TIMEOUT, "SHOW GLOBAL STATUS: no answer within 1 s"},
    {TRICKLES, STATS_SOURCESTATE_TIMEOUT, "SHOW GLOBAL STATUS: no answer within 1 s"},
    {CLOSES_IN_ROW, STATS_SOURCESTATE_CORRUPT, "SHOW GLOBAL STATUS: "},
    {SENDS_NONSENSE, STATS_SOURCESTATE_CORRUPT, "SHOW GLOBAL STATUS: "},
    {IS_NO_SERVER, STATS_SOURCESTATE_CORRUPT, "is that a MySQL server?"},
    {REFUSES, STATS_SOURCESTATE_REFUSED, "connect: Too many connections (error 1040)"},
    {DENIES, STATS_SOURCESTATE_REFUSED, "SHOW GLOBAL STATUS: Access denied (error 1227)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct server server = {.version = "8.4.3", .behaviour = cases[i].behaviour, .answers = of_8_4};
    const uint32_t got = poll_server(&server, "1");
    if (got != cases[i].state) fail_msg("case %zu: state %u, %s", i, got, outcome.reason->p);
    reason_has(cases[i].reason);
  }
}

static void test_unreachable(void **state)
{
  (void)state;
  const char *const no_socket[] = {"socket", "/nonexistent/socket", NULL}, *const no_file[] = {"defaults_file",
                                                                                               "/nonexistent/my.cnf",
                                                                                               NULL};
  assert_int_equal(poll_with(no_socket), STATS_SOURCESTATE_MISSING);
  assert_int_equal(poll_with(no_file), STATS_SOURCESTATE_MISSING);
  reason_has("/nonexistent/my.cnf: No such file or directory");
}

static void test_defaults_file(void **state)
{
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "%s/my.cnf", folder);
  FILE *f = fopen(path, "w");
  fprintf(f, "[mysql]\nsocket=/nonexistent\n[client]\nsocket=%s\nuser=monitor\npassword=secret\n", socket_path);
  fclose(f);
  const struct server server = {.version = "8.4.3", .answers = of_8_4};
  const pid_t pid = start(&server);
  const uint32_t s = poll_with((const char *const[]){"defaults_file", path, NULL});
  stop(pid);
  if (s != STATS_SOURCESTATE_OK) fail_msg("%s", outcome.reason->p);
}

static void test_check(void **state)
{
  (void)state;
  static const char *const bad[][2] = {
    {"heartbeat", "table"},     {"heartbeat", "a.b; drop table c"}, {"heartbeat", "a.`b`"}, {"heartbeat", "."},
    {"tls_ca_file", "/ca.pem"}, {"tls_cert_file", "/cert.pem"},     {"port", "65536"}};
  const struct source_kind *const kinds[] = {&source_kind_mysql};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct source_set *s = source_set_new(kinds, 1);
    struct buf why = BUF_IN(s->arena);
    struct source_entry *e = source_set_add(s, STR("db"), &source_kind_mysql, &why);
    const bool good = source_set_key(s, e, str_of(bad[i][0]), str_of(bad[i][1]), &why) && source_set_finish(s, e, &why);
    if (good || why.n == 0) fail_msg("%s = %s was taken", bad[i][0], bad[i][1]);
    source_set_free(s);
  }
}

static void test_states(void **state)
{
  (void)state;
  static const struct {
    const char *state;
    uint32_t object;
  } cases[] = {
    {"", MYSQL_STAT_myStateNone},
    {"Locked", MYSQL_STAT_myStateLocked},
    {"Waiting for table", MYSQL_STAT_myStateLocked},
    {"Waiting for schema metadata lock", MYSQL_STAT_myStateLocked},
    {"waiting for lock", MYSQL_STAT_myStateLocked},
    {"Waiting for next activation", MYSQL_STAT_myStateOther},
    {"lock", MYSQL_STAT_myStateOther},
    {"Updating", MYSQL_STAT_myStateUpdating},
    {"Receiving from client", MYSQL_STAT_myStateReadingFromNet},
    {"Sending to client", MYSQL_STAT_myStateWritingToNet},
    {"ending", MYSQL_STAT_myStateOther},
    {"Copying to tmp table", MYSQL_STAT_myStateCopyingToTmpTable},
    {"Freeing items", MYSQL_STAT_myStateFreeingItems},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    if (mysql_process_state(str_of(cases[i].state)) != cases[i].object) fail_msg("\"%s\"", cases[i].state);
  }
}

static void test_errors(void **state)
{
  (void)state;
  static const struct {
    unsigned error;
    const char *message;
    bool waited;
    uint32_t state;
  } cases[] = {
    {CR_CONNECTION_ERROR, "Can't connect to local server through socket '/x' (2)", false, STATS_SOURCESTATE_MISSING},
    {CR_CONNECTION_ERROR, "Can't connect to local server through socket '/x' (111)", false, STATS_SOURCESTATE_REFUSED},
    {CR_CONNECTION_ERROR, "Can't connect to local server through socket '/x' (13)", false, STATS_SOURCESTATE_REFUSED},
    {CR_CONN_HOST_ERROR, "Can't connect to server on 'x' (110)", false, STATS_SOURCESTATE_TIMEOUT},
    {CR_CONN_HOST_ERROR, "Can't connect to server on 'x' (115)", true, STATS_SOURCESTATE_TIMEOUT},
    {CR_UNKNOWN_HOST, "Unknown server host 'x' (-2)", false, STATS_SOURCESTATE_MISSING},
    {CR_SSL_CONNECTION_ERROR, "TLS/SSL error: certificate verify failed", false, STATS_SOURCESTATE_REFUSED},
    {CR_SSL_CONNECTION_ERROR, "TLS/SSL error", true, STATS_SOURCESTATE_TIMEOUT},
    {1045, "Access denied for user 'a'@'b' (using password: YES)", false, STATS_SOURCESTATE_REFUSED},
    {3159, "Connections using insecure transport are prohibited", false, STATS_SOURCESTATE_REFUSED},
    {CR_MALFORMED_PACKET, "Malformed packet", false, STATS_SOURCESTATE_CORRUPT},
    {CR_SERVER_LOST, "Lost connection to server during query", false, STATS_SOURCESTATE_CORRUPT},
    {CR_SERVER_LOST, "Lost connection to server during query", true, STATS_SOURCESTATE_TIMEOUT},
    {0, "", false, STATS_SOURCESTATE_CORRUPT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(mysql_error_state(cases[i].error, cases[i].message, cases[i].waited), cases[i].state);
  }
}

static int set_up(void **state)
{
  (void)state;
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(socket_path, sizeof socket_path, "%s/s", folder);
  snprintf(file_path, sizeof file_path, "%s/db.stats", folder);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  char command[128];
  source_set_free(set);
  stats_reader_free(reader);
  buf_free(outcome.reason);
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_8_4),
    cmocka_unit_test(test_5_1),
    cmocka_unit_test(test_mariadb),
    cmocka_unit_test(test_switched_off),
    cmocka_unit_test(test_bad_servers),
    cmocka_unit_test(test_unreachable),
    cmocka_unit_test(test_defaults_file),
    cmocka_unit_test(test_check),
    cmocka_unit_test(test_states),
    cmocka_unit_test(test_errors),
    cmocka_unit_test(test_5_0_without_innodb),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
