/* Sends commands and queries to PuppetDB: chooses a server, fails over, broadcasts, and spools what cannot be sent. */
#include "indirector/puppetdb/client.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/http.h"
#include "base/json_write.h"
#include "indirector/core/internal.h"
#include "indirector/wire/wire_internal.h"

#define FAILING_OVER "Failing over to the next PuppetDB server_url in the 'server_urls' list"

enum { MAX_CONF = 1 << 20, SPOOLED_SECONDS = 2 };

struct puppetdb {
  struct indirector *in;
  struct puppetdb_conf conf;
  struct spool spool;
  struct http_client *http;
  uint32_t last_good; /* of the servers that queries go to */
  struct puppetdb_counts counts;
};

/* --- creation --- */

static void warn(void *ctx, str message) { ind_log(ctx, CLOG_WARNING, message); }

static str read_conf(struct indirector *in, str path)
{
  struct buf text = BUF_IN(in->arena);
  if (file_read(arena_strz(in->arena, path), MAX_CONF, &text) == 0) {
    host_debug(in->host, &log_indirector, "Configuring PuppetDB terminuses with config file %.*s", STR_FMT(path));
    return buf_view(&text);
  }
  host_debug(in->host, &log_indirector, "No %.*s file found; falling back to default server_urls https://puppetdb:8081",
             STR_FMT(path));
  return STR_EMPTY;
}

static struct puppetdb *make(struct indirector *in, str *error)
{
  struct puppetdb *p = ARENA_NEW(in->arena, struct puppetdb);
  const str path = arena_printf(in->arena, "%s/puppetdb.conf", settings_strz(in->settings, SETTING_confdir));
  p->in = in;
  if (!puppetdb_conf_read(in->arena, path, read_conf(in, path), warn, in, &p->conf, error)) {
    ind_log(in, CLOG_WARNING,
            arena_printf(in->arena, "Could not configure PuppetDB terminuses: %.*s", STR_FMT(*error)));
    return NULL;
  }
  const str usual = arena_printf(in->arena, "%s/puppetdb/spool", settings_strz(in->settings, SETTING_vardir));
  p->spool.directory = p->conf.spool_directory.n > 0 ? p->conf.spool_directory : usual;
  p->spool.limit = p->conf.soft_write_failure ? p->conf.spool_size : 0;
  p->http = http_client_new(in->settings);
  return p;
}

struct puppetdb *puppetdb_of(struct indirector *in, str *error)
{
  if (in->puppetdb == NULL) in->puppetdb = make(in, error);
  return in->puppetdb;
}

const struct puppetdb_conf *puppetdb_conf_of(const struct puppetdb *p) { return &p->conf; }
const struct spool *puppetdb_spool(const struct puppetdb *p) { return &p->spool; }

struct puppetdb_counts puppetdb_take_counts(struct puppetdb *p)
{
  const struct puppetdb_counts counts = p->counts;
  p->counts = (struct puppetdb_counts){0};
  return counts;
}

void puppetdb_free(struct puppetdb *p)
{
  if (p != NULL) http_client_free(p->http);
}

/* --- one request to one server --- */

struct call {
  struct puppetdb *p;
  struct arena *arena;
  str path, body; /* body empty: GET */
  bool command;
  /* The outcome. */
  struct http_answer answer;
  bool missing;                    /* the last answer: the object in the path is unknown */
  const struct puppetdb_url *last; /* the server that was used last */
};

static void log_text(const struct call *c, enum compile_log_level level, str message)
{
  ind_log(c->p->in, level, message);
}

/* Puppet's "Error connecting to …" for a server that failed. */
static str connecting(const struct call *c, const struct puppetdb_url *url, str why)
{
  return arena_printf(
    c->arena, "Error connecting to %.*s on %d at route %.*s%.*s, error message received was '%.*s'. " FAILING_OVER,
    STR_FMT(url->host), url->port, STR_FMT(url->text), STR_FMT(c->path), STR_FMT(why));
}

/* A submit_only URL that times out twice in a row is no longer used. */
static void note_time_out(const struct call *c, struct puppetdb_url *url)
{
  if (url < c->p->conf.urls + c->p->conf.nservers) return;
  url->left_out = url->timed_out;
  url->timed_out = !url->timed_out;
}

static void log_failure(const struct call *c, struct puppetdb_url *url, const struct http_failure *failure)
{
  if (failure->kind != HTTP_FAILED_CONNECT_TIME && failure->kind != HTTP_FAILED_READ_TIME) {
    log_text(c, CLOG_WARNING, connecting(c, url, failure->message));
    return;
  }
  log_text(c, CLOG_WARNING,
           arena_printf(c->arena, "Request to %.*s on %d at route %.*s%.*s timed out after %lld seconds. " FAILING_OVER,
                        STR_FMT(url->host), url->port, STR_FMT(url->text), STR_FMT(c->path),
                        (long long)c->p->conf.timeout));
  note_time_out(c, url);
}

/* Without a certificate of our own: the server is verified as usual. */
static struct http_tls authorities_only(struct settings *s)
{
  const char *revocation = settings_strz(s, SETTING_certificate_revocation);
  return (struct http_tls){.authorities = settings_strz(s, SETTING_localcacert),
                           .revocations = strcmp(revocation, "false") != 0 ? settings_strz(s, SETTING_hostcrl) : NULL,
                           .leaf_only = strcmp(revocation, "leaf") == 0};
}

static bool perform(struct call *c, const struct puppetdb_url *url, struct http_failure *failure)
{
  struct settings *s = c->p->in->settings;
  const struct http_tls tls = authorities_only(s);
  const char *const headers[] = {
    "Accept: application/json", c->body.n == 0 ? NULL : "Content-Type: application/json; charset=utf-8",
    c->command ? arena_printf(c->arena, "X-Uncompressed-Length: %zu", c->body.n).p : NULL, NULL};
  const struct http_request request = {.arena = c->arena,
                                       .settings = s,
                                       .client = c->p->http,
                                       .method = c->body.n > 0 ? "POST" : "GET",
                                       .url = arena_printf(c->arena, "%.*s%.*s", STR_FMT(url->text), STR_FMT(c->path)),
                                       .body = c->body,
                                       .headers = headers,
                                       .tls = c->p->conf.verify_client ? NULL : &tls,
                                       .read_timeout = c->p->conf.timeout,
                                       .connect_timeout = c->p->conf.timeout,
                                       .keep = DATA_MAX_BYTES};
  return http_perform(&request, &c->answer, failure);
}

static void log_deprecation(const struct call *c)
{
  const str *said = http_header(&c->answer, "X-Deprecation");
  if (said != NULL)
    log_text(c, CLOG_WARNING, arena_printf(c->arena, "Deprecation from PuppetDB: %.*s", STR_FMT(*said)));
}

/* Whether the answer is valid. A 404 without JSON comes from a server that is still starting. */
static bool is_answer(struct call *c, const struct puppetdb_url *url)
{
  const bool authentic = c->answer.status == 404 && c->answer.body.n > 0 && c->answer.body.p[0] == '{';
  c->missing = authentic;
  if (c->answer.status < 500 && c->answer.status != 404) return true;
  if (!authentic) log_text(c, CLOG_WARNING, connecting(c, url, c->answer.reason));
  return false;
}

static bool ask(struct call *c, struct puppetdb_url *url)
{
  struct http_failure failure;
  c->last = url;
  c->missing = false;
  if (!perform(c, url, &failure)) {
    log_failure(c, url, &failure);
    return false;
  }
  url->timed_out = false;
  return is_answer(c, url);
}

/* --- several servers --- */

static str failed_text(const struct call *c)
{
  const struct puppetdb_conf *conf = &c->p->conf;
  struct buf out = BUF_IN(c->arena);
  if (c->missing) buf_printf(&out, "Failed to find '%.*s' on any of the following 'server_urls': ", STR_FMT(c->path));
  else {
    buf_printf(&out, "Failed to execute '%.*s' on at least %lld of the following 'server_urls': ", STR_FMT(c->path),
               (long long)conf->min_successful);
  }
  for (uint32_t i = 0; i < conf->nservers; i++)
    buf_printf(&out, "%s%.*s", i > 0 ? ", " : "", STR_FMT(conf->urls[i].text));
  return buf_view(&out);
}

/* Uses the first server that answers. */
static bool fail_over(struct call *c, uint32_t n, uint32_t first)
{
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t at = (first + i) % n;
    if (c->p->conf.urls[at].left_out || !ask(c, &c->p->conf.urls[at])) continue;
    if (i > 0 && !c->command) c->p->last_good = at;
    return true;
  }
  return false;
}

/* Sends to all servers; the last successful answer is used. */
static bool broadcast(struct call *c)
{
  const struct puppetdb_conf *conf = &c->p->conf;
  struct http_answer good = {0};
  int64_t done = 0;
  for (uint32_t i = 0; i < conf->nurls; i++) {
    if (conf->urls[i].left_out || !ask(c, &conf->urls[i])) continue;
    good = c->answer;
    done++;
  }
  if (done == 0 || done < conf->min_successful) return false;
  c->answer = good;
  return true;
}

static str refusal(const struct call *c)
{
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "[%ld %.*s] ", c->answer.status, STR_FMT(c->answer.reason));
  for (size_t i = 0; i < c->answer.body.n; i++) {
    if (c->answer.body.p[i] != '\r' && c->answer.body.p[i] != '\n') buf_char(&out, c->answer.body.p[i]);
  }
  return buf_view(&out);
}

/* --- commands --- */

static str command_path(struct arena *a, const struct spool_command *c)
{
  struct buf out = BUF_IN(a);
  const char *name = wire_name(c->kind);
  buf_printf(&out, "/pdb/cmd/v1?version=%d&certname=", c->version);
  http_escape(&out, c->certname, "");
  buf_z(&out, "&command=");
  for (; *name != '\0'; name++) buf_char(&out, *name == ' ' ? '_' : *name);
  buf_printf(&out, "&producer-timestamp=%.*s", STR_FMT(c->timestamp));
  return buf_view(&out);
}

static str shown_name(struct arena *a, enum wire_kind kind)
{
  char *out = arena_strz(a, str_of(wire_name(kind)));
  for (char *c = out; *c != '\0'; c++) *c = *c == ' ' ? '_' : *c;
  return str_of(out);
}

static str uuid_of(const struct call *c)
{
  value answer;
  str why;
  if (!value_read_json(c->arena, c->answer.body, &answer, &why)) return STR_EMPTY;
  const value uuid = value_member(answer, "uuid");
  return value_text_or_empty(uuid);
}

/* With SPOOL_REFUSED and SPOOL_AWAY *error has the reason. */
static enum spool_sent try_submit(struct puppetdb *p, struct arena *a, const struct spool_command *command, str *uuid,
                                  str *error)
{
  struct call c = {.p = p, .arena = a, .path = command_path(a, command), .body = command->payload, .command = true};
  if (!(p->conf.broadcast ? broadcast(&c) : fail_over(&c, p->conf.nurls, 0))) {
    *error = failed_text(&c);
    return SPOOL_AWAY;
  }
  log_deprecation(&c);
  if (c.answer.status / 100 != 2) {
    *error = refusal(&c);
    return SPOOL_REFUSED;
  }
  const str name = shown_name(a, command->kind);
  *uuid = uuid_of(&c);
  ind_log(p->in, CLOG_INFO,
          arena_printf(a, "'%.*s' command for %.*s submitted to PuppetDB with UUID %.*s", STR_FMT(name),
                       STR_FMT(command->certname), STR_FMT(*uuid)));
  return SPOOL_SENT;
}

/* Submits and counts the command; the caller counts a failed try. */
static enum spool_sent submit(struct puppetdb *p, struct arena *a, const struct spool_command *command, str *uuid,
                              str *error)
{
  const uint64_t began = clock_us(CLOCK_MONOTONIC);
  const enum spool_sent sent = try_submit(p, a, command, uuid, error);
  p->counts.sent += sent == SPOOL_SENT;
  p->counts.sent_us += sent == SPOOL_SENT ? clock_us(CLOCK_MONOTONIC) - began : 0;
  p->counts.refused += sent == SPOOL_REFUSED;
  return sent;
}

static enum spool_sent send_spooled(void *ctx, struct arena *a, const struct spool_command *command)
{
  struct puppetdb *p = ctx;
  str uuid, why;
  const enum spool_sent sent = submit(p, a, command, &uuid, &why);
  p->counts.retried += sent == SPOOL_AWAY;
  if (sent != SPOOL_REFUSED) return sent;
  const str name = shown_name(a, command->kind);
  ind_log(p->in, CLOG_ERR,
          arena_printf(a, "PuppetDB rejects the queued '%.*s' command for %.*s; the command is discarded: %.*s",
                       STR_FMT(name), STR_FMT(command->certname), STR_FMT(why)));
  return sent;
}

static void log_broken(void *ctx, str file, str why)
{
  struct puppetdb *p = ctx;
  struct arena *a = arena_new();
  p->counts.dropped++;
  ind_log(p->in, CLOG_ERR, arena_printf(a, "The command in %.*s cannot be sent: %.*s", STR_FMT(file), STR_FMT(why)));
  arena_free(a);
}

uint32_t puppetdb_send_spooled(struct puppetdb *p, double seconds)
{
  return spool_send(&p->spool, send_spooled, log_broken, p, seconds);
}

/* False: the command could not be spooled. */
static bool put(struct puppetdb *p, struct arena *a, const struct spool_command *c)
{
  struct spool_gone gone;
  str why;
  const str name = shown_name(a, c->kind);
  if (p->spool.limit == 0) return false;
  if (!spool_put(&p->spool, a, c, &gone, &why)) {
    ind_log(p->in, CLOG_ERR,
            arena_printf(a, "The '%.*s' command for %.*s could not be spooled and is lost: %.*s", STR_FMT(name),
                         STR_FMT(c->certname), STR_FMT(why)));
    return false;
  }
  const struct spool_depth depth = spool_depth(&p->spool);
  ind_log(p->in, CLOG_NOTICE,
          arena_printf(a, "Kept the '%.*s' command for %.*s to send it later: %u commands, %lld bytes in %.*s",
                       STR_FMT(name), STR_FMT(c->certname), depth.commands, (long long)depth.bytes,
                       STR_FMT(p->spool.directory)));
  p->counts.dropped += gone.for_room + gone.outdated;
  if (gone.for_room > 0) {
    ind_log(p->in, CLOG_ERR,
            arena_printf(a, "%u older commands are lost: the spool is full (spool_size)", gone.for_room));
  }
  return true;
}

/* Spools the command. False: it is lost; without soft_write_failure the caller reports the failure. */
static bool keep(struct puppetdb *p, struct arena *a, const struct spool_command *c)
{
  const bool kept = put(p, a, c);
  p->counts.dropped += !kept && p->conf.soft_write_failure;
  return kept;
}

bool puppetdb_submit(struct puppetdb *p, struct arena *a, const struct wire_command *command, str *uuid, str *error)
{
  const struct spool_command c = {command->kind, wire_version(command->kind), command->certname, command->timestamp,
                                  wire_text(a, command->payload)};
  str got = STR_EMPTY;
  if (uuid != NULL) *uuid = STR_EMPTY;
  /* Otherwise each process would wait for the timeout of an unreachable database. */
  if (p->spool.limit > 0 && spool_was_away(&p->spool, p->conf.timeout)) {
    keep(p, a, &c);
    return true;
  }
  const enum spool_sent sent = submit(p, a, &c, &got, error);
  if (uuid != NULL) *uuid = got;
  if (sent == SPOOL_SENT) {
    if (p->spool.limit > 0) {
      p->counts.dropped += spool_forget_old(&p->spool, &c);
      puppetdb_send_spooled(p, SPOOLED_SECONDS);
    }
    return true;
  }
  const str name = shown_name(a, c.kind);
  const bool refused = sent == SPOOL_REFUSED && p->conf.soft_write_failure;
  ind_log(p->in, CLOG_ERR,
          refused ? arena_printf(a, "'%.*s'command for %.*s failed during submission to PuppetDB: %.*s", STR_FMT(name),
                                 STR_FMT(c.certname), STR_FMT(*error))
                  : *error);
  if (sent == SPOOL_AWAY && keep(p, a, &c)) {
    p->counts.retried++;
    spool_note_away(&p->spool);
  }
  return p->conf.soft_write_failure;
}

/* --- queries --- */

enum ind_result puppetdb_query(struct puppetdb *p, struct arena *a, str path, str body, value *out, str *from,
                               str *error)
{
  struct call c = {.p = p, .arena = a, .path = path, .body = body};
  str why;
  const uint32_t first = p->conf.sticky ? p->last_good : 0;
  const bool answered = fail_over(&c, p->conf.nservers, first);
  *from = c.last->text;
  if (!answered) {
    *error = failed_text(&c);
    return c.missing ? IND_NOTHING : IND_FAILED;
  }
  log_deprecation(&c);
  if (c.answer.status / 100 != 2) {
    *error = refusal(&c);
    return IND_FAILED;
  }
  if (value_read_json(a, c.answer.body, out, &why)) return IND_OK;
  *error = arena_printf(a, "The answer of PuppetDB cannot be read: %.*s", STR_FMT(why));
  return IND_FAILED;
}
