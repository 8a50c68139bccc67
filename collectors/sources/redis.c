/* Connects, authenticates and sends INFO, with one deadline for all of it. The answers are read with hiredis'
 * parser from a stream of our own (stream.h), which never waits longer than the deadline. */
#include "collectors/sources/redis.h"

#include <hiredis/hiredis.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/file.h"
#include "collectors/sources/redis_info.h"
#include "collectors/sources/stream.h"

/* The answer to INFO of Redis 7 has 7 KiB; each replica, each database with keys (a server may have 2^31) and each
 * kind of error adds a line. */
enum { ANSWER_MAX = 16 * 1024 * 1024, LINE_MOST = 64 * 1024, PASSWORD_FILE_MAX = 4096, WORDS_MAX = 200 };

static const struct source_setting settings[] = {
  {"host", SOURCE_TEXT, "localhost", 0, 0, "Name or address of the server."},
  {"port", SOURCE_NUMBER, "6379", 1, 65535, "Its TCP port."},
  {"socket", SOURCE_TEXT, "", 0, 0, "Path of its unix socket. If set, host and port are ignored."},
  {"user", SOURCE_TEXT, "", 0, 0,
   "User of an access control list (Redis 6). It needs the command INFO: ACL SETUSER monitor on >password +info"},
  {"password", SOURCE_TEXT, "", 0, 0, "Password of that user, or without one the server's setting requirepass."},
  {"password_file", SOURCE_TEXT, "", 0, 0,
   "File whose first line is the password. It is read at each poll, so it can be changed at any time."},
  {"tls", SOURCE_FLAG, "false", 0, 0, "Speak TLS."},
  {"tls_ca_file", SOURCE_TEXT, "", 0, 0, "PEM file of trusted certificate authorities. Default: those of the system."},
  {"tls_cert_file", SOURCE_TEXT, "", 0, 0, "PEM file of the client certificate."},
  {"tls_key_file", SOURCE_TEXT, "", 0, 0, "PEM file of its key. Without one, it is in tls_cert_file."},
  {"tls_verify", SOURCE_FLAG, "true", 0, 0, "Whether the server's certificate must be valid, and be for the host."},
  {"connect_timeout", SOURCE_SECONDS, "5", 1, 3600, "How long connecting may take; timeout is for the whole poll."},
  {NULL, SOURCE_TEXT, NULL, 0, 0, NULL},
};

struct redis {
  struct stream *stream;
  redisReader *reader;
  uint64_t deadline_us; /* of the poll that opened it */
  bool asked;           /* that poll is over */
};

static uint64_t deadline_of(uint64_t begin_us, uint64_t seconds) { return begin_us + seconds * 1000000; }

static bool is_set(const struct source_config *config, const char *key) { return *source_text(config, key) != '\0'; }

static bool check(const struct source_config *config, struct buf *why)
{
  const char *wrong = NULL;
  if (is_set(config, "password") && is_set(config, "password_file"))
    wrong = "password and password_file exclude each other";
  else if (is_set(config, "user") && !is_set(config, "password") && !is_set(config, "password_file"))
    wrong = "user needs password or password_file";
  else if (is_set(config, "tls_key_file") && !is_set(config, "tls_cert_file"))
    wrong = "tls_key_file needs tls_cert_file";
  else if (is_set(config, "socket") && *source_text(config, "socket") != '/') wrong = "socket must be an absolute path";
  else if (!is_set(config, "socket") && !is_set(config, "host")) wrong = "host or socket is required";
  if (wrong != NULL) buf_z(why, wrong);
  return wrong == NULL;
}

/* --- requests --------------------------------------------------------------------------------------------- */

/* Receives one answer. In all versions, answers to our commands begin with one of three characters. */
static redisReply *receive(struct redis *redis, uint64_t deadline_us, struct source_outcome *outcome)
{
  char bytes[16 * 1024];
  void *reply = NULL;
  size_t most = ANSWER_MAX;
  for (size_t got = 0; got < most;) {
    const long n = stream_receive(redis->stream, bytes, sizeof bytes, deadline_us, outcome);
    if (n < 0) return NULL;
    if (n == 0) {
      stream_fail(redis->stream, outcome, got == 0 ? STATS_SOURCESTATE_REFUSED : STATS_SOURCESTATE_CORRUPT, "%s",
                  got == 0 ? "the server closed the connection" : "the answer ends in the middle");
      return NULL;
    }
    if (got == 0 && strchr("+-$", bytes[0]) == NULL) {
      stream_fail(redis->stream, outcome, STATS_SOURCESTATE_CORRUPT, "%s",
                  bytes[0] == 0x15 ? "the server speaks TLS" : "the answer is not that of a Redis server");
      return NULL;
    }
    if (got == 0 && bytes[0] != '$') most = LINE_MOST; /* the reader looks for its end in all of it each time */
    got += (size_t)n;
    if (redisReaderFeed(redis->reader, bytes, (size_t)n) != REDIS_OK ||
        redisReaderGetReply(redis->reader, &reply) != REDIS_OK) {
      stream_fail(redis->stream, outcome, STATS_SOURCESTATE_CORRUPT, "the answer cannot be understood: %s",
                  redis->reader->errstr);
      return NULL;
    }
    if (reply != NULL) return reply;
  }
  stream_fail(redis->stream, outcome, STATS_SOURCESTATE_CORRUPT, "the answer is longer than %zu bytes", most);
  return NULL;
}

/* NULL with the outcome also when the server answers with an error. */
static redisReply *ask(struct redis *redis, int words, const str *word, uint64_t deadline_us,
                       struct source_outcome *outcome)
{
  const char *texts[3];
  size_t lengths[3];
  char *command = NULL;
  for (int i = 0; i < words; i++) {
    texts[i] = word[i].p;
    lengths[i] = word[i].n;
  }
  const int n = (int)redisFormatCommandArgv(&command, words, texts, lengths);
  const bool sent = n > 0 && stream_send(redis->stream, str_n(command, (size_t)n), deadline_us, outcome);
  redisFreeCommand(command);
  /* A server that has reached its limit of clients sends an error and closes the connection before a command. */
  redisReply *reply = sent || outcome->state == STATS_SOURCESTATE_REFUSED ? receive(redis, deadline_us, outcome) : NULL;
  if (reply == NULL || reply->type != REDIS_REPLY_ERROR) return reply;
  stream_fail(redis->stream, outcome, STATS_SOURCESTATE_REFUSED, "the server answers %.*s: %.*s", STR_FMT(word[0]),
              reply->len > WORDS_MAX ? WORDS_MAX : (int)reply->len, reply->str);
  freeReplyObject(reply);
  return NULL;
}

/* --- opening --------------------------------------------------------------------------------------------- */

/* The password, appended; false with the outcome when it cannot be read. */
static bool read_password(const struct source_config *config, struct buf *password, struct source_outcome *outcome)
{
  const char *path = source_text(config, "password_file");
  buf_z(password, source_text(config, "password"));
  if (*path == '\0') return true;
  const int reason = file_read(path, PASSWORD_FILE_MAX, password);
  if (reason != 0) {
    outcome->state = STATS_SOURCESTATE_REFUSED;
    buf_clear(outcome->reason);
    buf_printf(outcome->reason, "%s: %s", path, file_reason(reason));
    return false;
  }
  password->n = strcspn(password->n == 0 ? "" : password->p, "\r\n");
  return true;
}

static bool authenticate(struct redis *redis, const struct source_config *config, struct source_outcome *outcome)
{
  struct buf password = BUF_HEAP;
  bool good = read_password(config, &password, outcome);
  if (good && password.n > 0) {
    const str user = str_of(source_text(config, "user"));
    const str with_user[] = {STR("AUTH"), user, buf_view(&password)}, without[] = {STR("AUTH"), buf_view(&password)};
    redisReply *reply = ask(redis, user.n > 0 ? 3 : 2, user.n > 0 ? with_user : without, redis->deadline_us, outcome);
    good = reply != NULL;
    freeReplyObject(reply);
  }
  if (password.p != NULL) explicit_bzero(password.p, password.cap);
  buf_free(&password);
  return good;
}

static void redis_close(void *source)
{
  struct redis *redis = source;
  stream_close(redis->stream);
  redisReaderFree(redis->reader);
  free(redis);
}

static void *redis_open(const struct source_config *config, struct source_outcome *outcome)
{
  const struct stream_options options = {
    .host = source_text(config, "host"),
    .port = (uint32_t)source_number(config, "port"),
    .socket = source_text(config, "socket"),
    .tls = source_flag(config, "tls"),
    .ca_file = source_text(config, "tls_ca_file"),
    .cert_file = source_text(config, "tls_cert_file"),
    .key_file = source_text(config, "tls_key_file"),
    .verify = source_flag(config, "tls_verify"),
  };
  const uint64_t now = clock_us(CLOCK_MONOTONIC), connect_s = source_number(config, "connect_timeout");
  const uint32_t least_s = connect_s < config->timeout_s ? (uint32_t)connect_s : config->timeout_s;
  struct stream *stream = stream_open(&options, deadline_of(now, least_s), outcome);
  if (stream == NULL) return NULL;
  struct redis *redis = xcalloc(1, sizeof *redis);
  *redis = (struct redis){
    .stream = stream, .reader = redisReaderCreate(), .deadline_us = deadline_of(now, config->timeout_s)};
  if (redis->reader == NULL) abort();
  if (authenticate(redis, config, outcome)) return redis;
  redis_close(redis);
  return NULL;
}

/* --- polling --------------------------------------------------------------------------------------------- */

static void record_info(const struct redis_info *info, struct stats_record *record)
{
  for (uint32_t i = 0; i < REDIS_STATS; i++) {
    if (info->known[i]) stats_set(record, i, info->value[i]);
  }
}

static void redis_poll(void *source, const struct source_config *config, struct stats_record *record, uint64_t now_us,
                       struct source_outcome *outcome)
{
  (void)now_us;
  struct redis *redis = source;
  struct redis_info info;
  const str words[] = {STR("INFO")};
  /* Opening and the first poll share one deadline. */
  if (redis->asked) redis->deadline_us = deadline_of(clock_us(CLOCK_MONOTONIC), config->timeout_s);
  redis->asked = true;
  redisReply *reply = ask(redis, 1, words, redis->deadline_us, outcome);
  if (reply == NULL) return;
  if (reply->type != REDIS_REPLY_STRING || !redis_info_parse(str_n(reply->str, reply->len), &info)) {
    stream_fail(redis->stream, outcome, STATS_SOURCESTATE_CORRUPT, "the answer to INFO is not that of a Redis server");
  } else {
    record_info(&info, record);
    outcome->state = STATS_SOURCESTATE_OK;
  }
  freeReplyObject(reply);
}

const struct source_kind source_kind_redis = {
  .name = "redis",
  .title = "a Redis server",
  .list = &redis_list,
  .root = REDIS_ROOT,
  .interval_s = 300,
  .timeout_s = 10,
  .stale_s = 900,
  .settings = settings,
  .check = check,
  .open = redis_open,
  .poll = redis_poll,
  .close = redis_close,
};
