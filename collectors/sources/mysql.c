/* Queries SHOW GLOBAL STATUS and VARIABLES, the status of InnoDB, of binary logs, of replication and the process
 * list, and fills the objects by a table (places). If one statement fails, the poll fails and records nothing; the
 * reason names the statement, and a setting leaves it out. */
#include "collectors/sources/mysql.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/deadline.h"
#include "base/file.h"
#include "collectors/sources/innodb_status.h"
#include "collectors/sources/mariadb_library.h"
#include "collectors/sources/mysql_list.h"

/* --- the sources of numbers ------------------------------------------------------------------------- */

enum from {
  STATUS,        /* SHOW GLOBAL STATUS */
  ENGINE_STATUS, /* the same, if the setting innodb is true */
  VARIABLE,      /* SHOW GLOBAL VARIABLES */
  ENGINE,        /* SHOW ENGINE INNODB STATUS */
};

/* Numbers that are not objects: objects are computed from them. */
enum { KEY_BLOCK_SIZE = MYSQL_STATS, KEY_BLOCKS_UNUSED, KEY_BLOCKS_UNFLUSHED, CHECKPOINT, LOCK_WAIT_MS, NUMBERS };

/* If an object has several lines, the first one that the server reports is used. */
static const struct place {
  uint32_t number; /* MYSQL_STAT_, or one of the above */
  enum from from;
  const char *name;        /* of a status or a variable */
  enum innodb_field field; /* of ENGINE */
} places[] = {
#define STATUS(object, name) {MYSQL_STAT_##object, STATUS, name, 0},
#define ENGINE_STATUS(object, name) {MYSQL_STAT_##object, ENGINE_STATUS, name, 0},
#define VARIABLE(object, name) {MYSQL_STAT_##object, VARIABLE, name, 0},
#define ENGINE(object, name) {MYSQL_STAT_##object, ENGINE, NULL, INNODB_##name},
#include "collectors/sources/mysql_places.def"
#undef STATUS
#undef ENGINE_STATUS
#undef VARIABLE
#undef ENGINE
  {KEY_BLOCK_SIZE, VARIABLE, "key_cache_block_size", 0},        {KEY_BLOCKS_UNUSED, STATUS, "Key_blocks_unused", 0},
  {KEY_BLOCKS_UNFLUSHED, STATUS, "Key_blocks_not_flushed", 0},  {CHECKPOINT, ENGINE, NULL, INNODB_LSN_CHECKPOINT},
  {CHECKPOINT, ENGINE_STATUS, "Innodb_lsn_last_checkpoint", 0}, {LOCK_WAIT_MS, ENGINE, NULL, INNODB_LOCK_WAIT_MS},
};
#define PLACES (sizeof places / sizeof places[0])

/* States of the process list that have an object, in lower case; the names differ between versions. A "*" stands for
 * anything. */
static const struct {
  const char *state;
  uint32_t object;
} process_states[] = {
  {"", MYSQL_STAT_myStateNone},
  {"closing tables", MYSQL_STAT_myStateClosingTables},
  {"copying to tmp table*", MYSQL_STAT_myStateCopyingToTmpTable},
  {"end", MYSQL_STAT_myStateEnd},
  {"freeing items", MYSQL_STAT_myStateFreeingItems},
  {"init", MYSQL_STAT_myStateInit},
  {"locked", MYSQL_STAT_myStateLocked},
  {"table lock", MYSQL_STAT_myStateLocked},
  {"waiting for table*", MYSQL_STAT_myStateLocked},
  {"waiting for *lock", MYSQL_STAT_myStateLocked},
  {"login", MYSQL_STAT_myStateLogin},
  {"preparing", MYSQL_STAT_myStatePreparing},
  {"reading from net", MYSQL_STAT_myStateReadingFromNet},
  {"receiving from client", MYSQL_STAT_myStateReadingFromNet},
  {"sending data", MYSQL_STAT_myStateSendingData},
  {"executing", MYSQL_STAT_myStateSendingData},
  {"sorting result", MYSQL_STAT_myStateSortingResult},
  {"statistics", MYSQL_STAT_myStateStatistics},
  {"updating", MYSQL_STAT_myStateUpdating},
  {"writing to net", MYSQL_STAT_myStateWritingToNet},
  {"sending to client", MYSQL_STAT_myStateWritingToNet},
};

/* --- a connection ---------------------------------------------------------------------------------------- */

enum {
  UNKNOWN_ENGINE = 1286,          /* ER_UNKNOWN_STORAGE_ENGINE */
  NO_BINARY_LOG = 1381,           /* ER_NO_BINARY_LOGGING */
  PACKET_MOST = 16 * 1024 * 1024, /* limit of an answer; InnoDB's status has at most 1 MiB */
  HEXADECIMAL_BEFORE = 50600,     /* versions that write identifiers of transactions that way */
  OPTION_FILE_MOST = 1024 * 1024,
  REPLICA_SINCE = 80022, /* MySQL that knows SHOW REPLICA STATUS */
};

struct server {
  const struct mariadb_library *library;
  MYSQL *db;
  int64_t asked_ms, until_ms; /* when the last step began; when the poll must be over */
  uint32_t timeout_s;
};

/* The state of a poll. */
struct poll {
  struct server *server;
  const struct source_config *config;
  struct stats_record *record;
  struct source_outcome *outcome;
  bool innodb;
  bool log_bin;
  uint64_t number[NUMBERS];
  bool there[NUMBERS];
  bool status_is_there[PLACES];
  uint64_t status[PLACES];
};

static void outcome_set(struct source_outcome *outcome, uint32_t state, const char *what, const char *why)
{
  outcome->state = state;
  buf_clear(outcome->reason);
  buf_printf(outcome->reason, "%s: %s", what, why);
  for (size_t i = 0; i < outcome->reason->n; i++) {
    if ((unsigned char)outcome->reason->p[i] < ' ') outcome->reason->p[i] = ' ';
  }
}

/* The errno at the end of "Can't connect to server on 'x' (111)"; 0 without one. */
static int error_number(const char *message)
{
  const char *open = strrchr(message, '(');
  return open == NULL ? 0 : atoi(open + 1);
}

uint32_t mysql_error_state(unsigned error, const char *message, bool waited)
{
  const int reason = error_number(message);
  switch (error) {
  case CR_CONNECTION_ERROR:
  case CR_CONN_HOST_ERROR:
    if (reason == ENOENT || reason == ENOTDIR) return STATS_SOURCESTATE_MISSING;
    return waited || reason == ETIMEDOUT ? STATS_SOURCESTATE_TIMEOUT : STATS_SOURCESTATE_REFUSED;
  case CR_UNKNOWN_HOST: return STATS_SOURCESTATE_MISSING;
  case CR_SSL_CONNECTION_ERROR:
  case CR_SECURE_AUTH:
  case CR_AUTH_PLUGIN_CANNOT_LOAD:
  case CR_AUTH_PLUGIN_ERR: return waited ? STATS_SOURCESTATE_TIMEOUT : STATS_SOURCESTATE_REFUSED;
  default: break;
  }
  if (error != 0 && (error < CR_MIN_ERROR || (error > CR_MAX_ERROR && error < CR_EVENT_CREATE_FAILED)))
    return STATS_SOURCESTATE_REFUSED; /* an error from the server */
  return waited ? STATS_SOURCESTATE_TIMEOUT : STATS_SOURCESTATE_CORRUPT;
}

/* The library's error, and the step in which it occurred. */
static void outcome_of_error(struct server *s, const char *what, bool connected, struct source_outcome *outcome)
{
  const unsigned error = s->library->mysql_errno(s->db);
  const char *message = s->library->mysql_error(s->db);
  const int64_t now = deadline_now_ms();
  /* The library only waits for whole seconds. */
  const bool waited = now - s->asked_ms >= (int64_t)s->timeout_s * 1000 - 100 || now >= s->until_ms;
  const uint32_t state = mysql_error_state(error, message, waited);
  struct buf why = BUF_HEAP;
  if (state == STATS_SOURCESTATE_TIMEOUT) buf_printf(&why, "no answer within %u s", s->timeout_s);
  else buf_printf(&why, "%s (error %u)", message, error);
  if (state == STATS_SOURCESTATE_CORRUPT && !connected) buf_z(&why, "; is that a MySQL server?");
  outcome_set(outcome, state, what, why.p);
  buf_free(&why);
}

static void time_step(struct server *s) { s->asked_ms = deadline_now_ms(); }

static const char *or_null(const char *text) { return *text == '\0' ? NULL : text; }

static void option_text(struct server *s, enum mysql_option option, const char *text)
{
  if (*text != '\0') s->library->mysql_options(s->db, option, text);
}

static void option_tls(struct server *s, const struct source_config *config)
{
  const my_bool yes = 1, verify = source_flag(config, "tls_verify");
  if (!source_flag(config, "tls")) return;
  s->library->mysql_options(s->db, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
  s->library->mysql_options(s->db, MYSQL_OPT_SSL_ENFORCE, &yes);
  option_text(s, MYSQL_OPT_SSL_CA, source_text(config, "tls_ca_file"));
  option_text(s, MYSQL_OPT_SSL_CERT, source_text(config, "tls_cert_file"));
  option_text(s, MYSQL_OPT_SSL_KEY, source_text(config, "tls_key_file"));
}

/* Checks the file first, because the library ignores a file that it cannot read and would connect as another user. */
static bool option_file(struct server *s, const struct source_config *config, struct source_outcome *outcome)
{
  const char *file = source_text(config, "defaults_file");
  struct buf text = BUF_HEAP;
  if (*file == '\0') return true;
  const int reason = file_read(file, OPTION_FILE_MOST, &text);
  if (text.n > 0) explicit_bzero(text.p, text.n);
  buf_free(&text);
  if (reason != 0) {
    const uint32_t state = reason == ENOENT ? STATS_SOURCESTATE_MISSING : STATS_SOURCESTATE_REFUSED;
    outcome_set(outcome, state, file, file_reason(reason));
    return false;
  }
  s->library->mysql_options(s->db, MYSQL_READ_DEFAULT_FILE, file);
  option_text(s, MYSQL_READ_DEFAULT_GROUP, source_text(config, "defaults_group"));
  return true;
}

static bool options_set(struct server *s, const struct source_config *config, struct source_outcome *outcome)
{
  const unsigned timeout = s->timeout_s, no = 0;
  const unsigned long packet = PACKET_MOST;
  s->library->mysql_options(s->db, MYSQL_OPT_CONNECT_TIMEOUT, &timeout);
  s->library->mysql_options(s->db, MYSQL_OPT_READ_TIMEOUT, &timeout);
  s->library->mysql_options(s->db, MYSQL_OPT_WRITE_TIMEOUT, &timeout);
  s->library->mysql_options(s->db, MYSQL_OPT_MAX_ALLOWED_PACKET, &packet);
  s->library->mysql_options(s->db, MYSQL_OPT_LOCAL_INFILE, &no); /* servers must not request files */
  s->library->mysql_optionsv(s->db, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", "ficelle-collector");
  option_tls(s, config);
  return option_file(s, config, outcome);
}

static void mysql_source_close(void *source)
{
  struct server *s = source;
  s->library->mysql_close(s->db);
  free(s);
}

static void *mysql_source_open(const struct source_config *config, struct source_outcome *outcome)
{
  const struct mariadb_library *library = mariadb_library();
  if (library == NULL) {
    outcome_set(outcome, STATS_SOURCESTATE_MISSING, "libmariadb.so.3", "the library is not installed");
    return NULL;
  }
  MYSQL *db = library->mysql_init(NULL);
  struct server *s = calloc(1, sizeof *s);
  if (db == NULL || s == NULL) abort();
  *s = (struct server){.library = library, .db = db, .timeout_s = config->timeout_s};
  time_step(s);
  s->until_ms = s->asked_ms + (int64_t)s->timeout_s * 1000;
  const char *host = or_null(source_text(config, "host")), *user = or_null(source_text(config, "user")),
             *password = or_null(source_text(config, "password")), *socket = or_null(source_text(config, "socket"));
  const unsigned port = (unsigned)source_number(config, "port");
  if (!options_set(s, config, outcome)) {
    mysql_source_close(s);
    return NULL;
  }
  bool good = library->mysql_real_connect(s->db, host, user, password, NULL, port, socket, 0) != NULL;
  if (!good) outcome_of_error(s, "connect", false, outcome);
  /* MYSQL_OPT_SSL_ENFORCE does nothing where certificates are not verified. */
  if (good && source_flag(config, "tls") && library->mysql_get_ssl_cipher(s->db) == NULL) {
    outcome_set(outcome, STATS_SOURCESTATE_REFUSED, "connect", "TLS/SSL error: the server does not support it");
    good = false;
  }
  if (good) return s;
  mysql_source_close(s);
  return NULL;
}

/* --- statements ------------------------------------------------------------------------------------------ */

struct row {
  const MYSQL_FIELD *fields;
  MYSQL_ROW values;
  const unsigned long *lengths;
  unsigned n;
};

static str row_at(const struct row *row, unsigned i)
{
  return i < row->n && row->values[i] != NULL ? str_n(row->values[i], row->lengths[i]) : STR_EMPTY;
}

/* The value of a column by name; empty when it is NULL or missing. Ignores case, because versions
 * of the server differ in it. */
static str row_named(const struct row *row, const char *name)
{
  for (unsigned i = 0; i < row->n; i++) {
    if (str_caseeq(str_of(row->fields[i].name), str_of(name))) return row_at(row, i);
  }
  return STR_EMPTY;
}

typedef void row_taker(struct poll *p, const struct row *row);

/* Receives the rows one by one, so that a server that sends them without end is detected. Freeing the result would
 * read the rest of an abandoned answer, so the connection is shut down before. */
static bool take_rows(struct poll *p, MYSQL_RES *result, row_taker *taker)
{
  struct server *s = p->server;
  const struct mariadb_library *l = s->library;
  struct row row = {.fields = l->mysql_fetch_fields(result), .n = l->mysql_num_fields(result)};
  while (time_step(s), (row.values = l->mysql_fetch_row(result)) != NULL) {
    if (s->asked_ms >= s->until_ms) {
      shutdown(l->mysql_get_socket(s->db), SHUT_RDWR);
      return false;
    }
    row.lengths = l->mysql_fetch_lengths(result);
    taker(p, &row);
  }
  return l->mysql_errno(s->db) == 0;
}

/* Sends a statement and passes each row to `taker`. The server's error number `unless` counts as success without rows.
 * False, with the outcome set, on any other failure. */
static bool ask(struct poll *p, const char *statement, unsigned unless, row_taker *taker)
{
  struct server *s = p->server;
  const struct mariadb_library *l = s->library;
  time_step(s);
  if (l->mysql_real_query(s->db, statement, strlen(statement)) != 0) {
    if (l->mysql_errno(s->db) == unless) return true;
    outcome_of_error(s, statement, true, p->outcome);
    return false;
  }
  MYSQL_RES *result = l->mysql_use_result(s->db);
  const bool good = result != NULL && take_rows(p, result, taker);
  if (!good) outcome_of_error(s, statement, true, p->outcome);
  if (result != NULL) l->mysql_free_result(result);
  return good;
}

/* Parses digits, optionally with a fraction, which is dropped; any other text is not a number. */
static bool number_of(str text, uint64_t *n)
{
  size_t i = 0;
  *n = 0;
  for (; i < text.n && ascii_is_digit(text.p[i]); i++) {
    const uint64_t digit = (uint64_t)(text.p[i] - '0');
    if (*n > (UINT64_MAX - digit) / 10) return false;
    *n = *n * 10 + digit;
  }
  return i > 0 && (i == text.n || text.p[i] == '.');
}

static void put(struct poll *p, uint32_t number, uint64_t n)
{
  p->number[number] = n;
  p->there[number] = true;
}

static void grow(struct poll *p, uint32_t number, uint64_t n)
{
  put(p, number, p->there[number] ? p->number[number] + n : n);
}

/* A server sends about 500 status values and 700 variables, and 120 of them are wanted: each name is looked up by
 * bisection in the sorted places. */
static int by_name(const void *a, const void *b)
{
  const struct place *x = *(const struct place *const *)a, *y = *(const struct place *const *)b;
  return strcmp(x->name, y->name);
}

struct named {
  const struct place *at[PLACES];
  size_t n;
};

static const struct named *named_places(void)
{
  static struct named named;
  if (named.n > 0) return &named;
  for (size_t i = 0; i < PLACES; i++) {
    if (places[i].name != NULL) named.at[named.n++] = &places[i];
  }
  qsort(named.at, named.n, sizeof named.at[0], by_name);
  return &named;
}

/* The first place with this name or a later one. */
static size_t first_place(const struct named *named, str name)
{
  size_t low = 0, high = named->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (str_cmp(str_of(named->at[middle]->name), name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void take_named(struct poll *p, const struct row *row, bool variables)
{
  const str name = row_at(row, 0), value = row_at(row, 1);
  const struct named *named = named_places();
  if (variables && str_eqz(name, "log_bin")) p->log_bin = str_eqz(value, "ON");
  /* Before 5.6. With InnoDB disabled, 5.0 answers with an error when asked for its status. */
  if (variables && str_eqz(name, "have_innodb") && !str_eqz(value, "YES")) p->innodb = false;
  for (size_t k = first_place(named, name); k < named->n && str_eqz(name, named->at[k]->name); k++) {
    const struct place *place = named->at[k];
    const size_t i = (size_t)(place - places);
    if ((place->from == VARIABLE) != variables) continue;
    if (place->number < MYSQL_STATS && mysql_list.stats[place->number].syntax == STATS_STRING) {
      stats_set_text(p->record, place->number, value);
    } else {
      p->status_is_there[i] = number_of(value, &p->status[i]);
    }
  }
}

static void take_status(struct poll *p, const struct row *row) { take_named(p, row, false); }

static void take_variable(struct poll *p, const struct row *row) { take_named(p, row, true); }

static void take_engine(struct poll *p, const struct row *row)
{
  const struct server *s = p->server;
  const bool hexadecimal = s->library->mysql_get_server_version(s->db) < HEXADECIMAL_BEFORE;
  struct innodb_status status;
  innodb_status_read(row_named(row, "Status"), hexadecimal, &status);
  for (size_t i = 0; i < PLACES; i++) {
    if (places[i].from != ENGINE) continue;
    p->status[i] = status.value[places[i].field];
    p->status_is_there[i] = status.there[places[i].field];
  }
}

static void take_log(struct poll *p, const struct row *row)
{
  uint64_t bytes;
  if (number_of(row_named(row, "File_size"), &bytes)) grow(p, MYSQL_STAT_myBinaryLogSpace, bytes);
}

/* A channel of replication. */
static void take_replica(struct poll *p, const struct row *row)
{
  uint64_t n;
  str running = row_named(row, "Replica_SQL_Running"), lag = row_named(row, "Seconds_Behind_Source");
  if (running.n == 0) running = row_named(row, "Slave_SQL_Running");
  if (lag.n == 0) lag = row_named(row, "Seconds_Behind_Master");
  grow(p, str_eqz(running, "Yes") ? MYSQL_STAT_mySlaveRunning : MYSQL_STAT_mySlaveStopped, 1);
  if (number_of(row_named(row, "Relay_Log_Space"), &n)) grow(p, MYSQL_STAT_myRelayLogSpace, n);
  if (number_of(lag, &n) && (!p->there[MYSQL_STAT_mySlaveLag] || n > p->number[MYSQL_STAT_mySlaveLag]))
    put(p, MYSQL_STAT_mySlaveLag, n);
}

static void take_heartbeat(struct poll *p, const struct row *row)
{
  const str age = row_at(row, 0);
  uint64_t n;
  p->there[MYSQL_STAT_mySlaveLag] = false;
  if (number_of(age, &n)) put(p, MYSQL_STAT_mySlaveLag, n);
  else if (age.n > 0 && age.p[0] == '-') put(p, MYSQL_STAT_mySlaveLag, 0);
}

static bool state_is(str state, str known)
{
  const size_t star = str_index(known, '*', 0);
  if (star == SIZE_MAX) return str_caseeq(state, known);
  const str rest = str_from(known, star + 1);
  return state.n >= known.n - 1 && str_caseeq(str_sub(state, 0, star), str_sub(known, 0, star)) &&
         str_caseeq(str_from(state, state.n - rest.n), rest);
}

uint32_t mysql_process_state(str state)
{
  for (size_t i = 0; i < sizeof process_states / sizeof process_states[0]; i++) {
    if (state_is(state, str_of(process_states[i].state))) return process_states[i].object;
  }
  return MYSQL_STAT_myStateOther;
}

static void take_process(struct poll *p, const struct row *row)
{
  grow(p, mysql_process_state(row_named(row, "State")), 1);
}

/* --- a poll ---------------------------------------------------------------------------------------------- */

static bool ask_engine(struct poll *p)
{
  return !p->innodb || ask(p, "SHOW ENGINE INNODB STATUS", UNKNOWN_ENGINE, take_engine);
}

static bool ask_logs(struct poll *p)
{
  put(p, MYSQL_STAT_myBinaryLogSpace, 0);
  if (!source_flag(p->config, "master") || !p->log_bin) return true;
  return ask(p, "SHOW BINARY LOGS", NO_BINARY_LOG, take_log);
}

static const char *replica_statement(const struct server *s)
{
  const bool mariadb = s->library->mariadb_connection(s->db);
  const unsigned long version = s->library->mysql_get_server_version(s->db);
  if (mariadb && version >= 100000) return "SHOW ALL SLAVES STATUS";
  return !mariadb && version >= REPLICA_SINCE ? "SHOW REPLICA STATUS" : "SHOW SLAVE STATUS";
}

/* The age of the newest row of another server in a table of pt-heartbeat, which writes once a second. */
static bool ask_heartbeat(struct poll *p)
{
  const str table = str_of(source_text(p->config, "heartbeat"));
  const size_t dot = str_index(table, '.', 0);
  if (table.n == 0 || p->number[MYSQL_STAT_mySlaveRunning] + p->number[MYSQL_STAT_mySlaveStopped] == 0) return true;
  struct buf statement = BUF_HEAP;
  buf_printf(&statement,
             "SELECT UNIX_TIMESTAMP() - UNIX_TIMESTAMP(MAX(ts)) - 1 FROM `%.*s`.`%.*s` "
             "WHERE server_id <> @@server_id",
             STR_FMT(str_sub(table, 0, dot)), STR_FMT(str_from(table, dot + 1)));
  const bool good = ask(p, statement.p, 0, take_heartbeat);
  buf_free(&statement);
  return good;
}

static bool ask_replica(struct poll *p)
{
  static const uint32_t objects[] = {MYSQL_STAT_mySlaveRunning, MYSQL_STAT_mySlaveStopped, MYSQL_STAT_myRelayLogSpace,
                                     MYSQL_STAT_mySlaveLag};
  const bool asked = source_flag(p->config, "slave");
  for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
    if (!asked || objects[i] != MYSQL_STAT_mySlaveLag) put(p, objects[i], 0);
  }
  return !asked || (ask(p, replica_statement(p->server), 0, take_replica) && ask_heartbeat(p));
}

static bool ask_processes(struct poll *p)
{
  for (size_t i = 0; i < sizeof process_states / sizeof process_states[0]; i++) put(p, process_states[i].object, 0);
  put(p, MYSQL_STAT_myStateOther, 0);
  return !source_flag(p->config, "procs") || ask(p, "SHOW PROCESSLIST", 0, take_process);
}

static void resolve(struct poll *p)
{
  for (size_t i = 0; i < PLACES; i++) {
    if (places[i].from == ENGINE_STATUS && !p->innodb) continue;
    if (p->status_is_there[i] && !p->there[places[i].number]) put(p, places[i].number, p->status[i]);
  }
}

/* Sets a - b, unless the server does not report one of them. */
static void difference(struct poll *p, uint32_t object, uint32_t a, uint32_t b)
{
  if (!p->there[a] || !p->there[b]) return;
  put(p, object, p->number[a] > p->number[b] ? p->number[a] - p->number[b] : 0);
}

static void work_out(struct poll *p)
{
  const uint64_t block = p->number[KEY_BLOCK_SIZE], unflushed = p->number[KEY_BLOCKS_UNFLUSHED];
  difference(p, MYSQL_STAT_myUnflushedLog, MYSQL_STAT_myLogBytesWritten, MYSQL_STAT_myLogBytesFlushed);
  difference(p, MYSQL_STAT_myUncheckpointedBytes, MYSQL_STAT_myLogBytesWritten, CHECKPOINT);
  if (p->there[LOCK_WAIT_MS]) put(p, MYSQL_STAT_myInnoDBLockWaitSecs, p->number[LOCK_WAIT_MS] / 1000);
  if (!p->there[KEY_BLOCK_SIZE]) return;
  if (p->there[KEY_BLOCKS_UNFLUSHED]) put(p, MYSQL_STAT_myKeyBufBytesUnflushed, unflushed * block);
  p->number[KEY_BLOCKS_UNUSED] *= block;
  difference(p, MYSQL_STAT_myKeyBufBytesUsed, MYSQL_STAT_myKeyBufferSize, KEY_BLOCKS_UNUSED);
}

/* Whether the object can hold the number: Galera writes 2^64 - 1 for "none". */
static bool holds(uint32_t object, uint64_t n)
{
  return mysql_list.stats[object].syntax != STATS_INTEGER32 || n <= INT32_MAX;
}

static void mysql_source_poll(void *source, const struct source_config *config, struct stats_record *record,
                              uint64_t now_us, struct source_outcome *outcome)
{
  struct poll p = {.server = source, .config = config, .record = record, .outcome = outcome};
  (void)now_us; /* this machine's clock is not used */
  p.innodb = source_flag(config, "innodb");
  p.server->until_ms = deadline_now_ms() + (int64_t)config->timeout_s * 1000;
  if (!ask(&p, "SHOW GLOBAL STATUS", 0, take_status) || !ask(&p, "SHOW GLOBAL VARIABLES", 0, take_variable) ||
      !ask_engine(&p) || !ask_logs(&p) || !ask_replica(&p) || !ask_processes(&p))
    return;
  resolve(&p);
  work_out(&p);
  for (uint32_t i = 0; i < MYSQL_STATS; i++) {
    if (p.there[i] && holds(i, p.number[i])) stats_set(record, i, p.number[i]);
  }
  outcome->state = STATS_SOURCESTATE_OK;
}

/* --- the kind -------------------------------------------------------------------------------------------- */

static const struct source_setting settings[] = {
  {"host", SOURCE_TEXT, "", 0, 0, "The host to connect to; without one, or for localhost, the socket of this machine."},
  {"port", SOURCE_NUMBER, "0", 0, 65535, "The port; 0: that of the defaults file, or 3306."},
  {"socket", SOURCE_TEXT, "", 0, 0, "The Unix socket, for a server of this machine."},
  {"user", SOURCE_TEXT, "", 0, 0, "The name to log in with."},
  {"password", SOURCE_TEXT, "", 0, 0,
   "The password. Better put it into a defaults file that only the collector may read."},
  {"defaults_file", SOURCE_TEXT, "", 0, 0,
   "An option file like those of MySQL's own programs (my.cnf): its section [client] supplies settings that are not "
   "given here."},
  {"defaults_group", SOURCE_TEXT, "", 0, 0, "Another section of the defaults file that is read too."},
  {"innodb", SOURCE_FLAG, "true", 0, 0, "Whether to query SHOW ENGINE INNODB STATUS; needs the privilege PROCESS."},
  {"master", SOURCE_FLAG, "true", 0, 0,
   "Whether to query the size of the binary logs; needs REPLICATION CLIENT, BINLOG MONITOR in MariaDB."},
  {"slave", SOURCE_FLAG, "false", 0, 0,
   "Whether to query the state of replication; needs REPLICATION CLIENT, REPLICA MONITOR in MariaDB."},
  {"procs", SOURCE_FLAG, "false", 0, 0, "Whether to count processes by state; needs PROCESS to see those of others."},
  {"heartbeat", SOURCE_TEXT, "", 0, 0, "DATABASE.TABLE of pt-heartbeat; if slave is true, the lag is read from it."},
  {"tls", SOURCE_FLAG, "false", 0, 0, "Whether the connection must be encrypted."},
  {"tls_ca_file", SOURCE_TEXT, "", 0, 0, "File with the certificates of authorities that sign the server's."},
  {"tls_cert_file", SOURCE_TEXT, "", 0, 0, "File with the client certificate."},
  {"tls_key_file", SOURCE_TEXT, "", 0, 0, "File with its key."},
  {"tls_verify", SOURCE_FLAG, "true", 0, 0, "Whether the server's certificate and name are checked."},
  {NULL, SOURCE_TEXT, NULL, 0, 0, NULL},
};

static bool is_identifier(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_word(s.p[i]) && s.p[i] != '$' && s.p[i] != '-') return false;
  }
  return s.n > 0 && s.n <= 64;
}

static bool is_table(str s)
{
  const size_t dot = str_index(s, '.', 0);
  return dot != SIZE_MAX && is_identifier(str_sub(s, 0, dot)) && is_identifier(str_from(s, dot + 1));
}

static bool is_given(const struct source_config *config, const char *key) { return *source_text(config, key) != '\0'; }

static bool mysql_source_check(const struct source_config *config, struct buf *why)
{
  if (is_given(config, "heartbeat") && !is_table(str_of(source_text(config, "heartbeat")))) {
    buf_z(why, "heartbeat: expected DATABASE.TABLE of letters, digits, \"_\", \"-\" and \"$\"");
    return false;
  }
  if (is_given(config, "tls_cert_file") != is_given(config, "tls_key_file")) {
    buf_z(why, "tls_cert_file and tls_key_file: expected both or neither");
    return false;
  }
  if (!source_flag(config, "tls") && (is_given(config, "tls_cert_file") || is_given(config, "tls_ca_file"))) {
    buf_z(why, "tls_ca_file, tls_cert_file and tls_key_file need tls = true");
    return false;
  }
  return true;
}

const struct source_kind source_kind_mysql = {
  .name = "mysql",
  .title = "a MySQL or MariaDB server",
  .list = &mysql_list,
  .root = MYSQL_ROOT,
  .interval_s = 300,
  .timeout_s = 10,
  .stale_s = 900,
  .settings = settings,
  .check = mysql_source_check,
  .open = mysql_source_open,
  .poll = mysql_source_poll,
  .close = mysql_source_close,
};
