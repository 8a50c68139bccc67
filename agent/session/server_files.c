/* Files and the bucket of the server, for the resource type `file`. */
#include <stdio.h>
#include <stdlib.h>

#include "agent/session/session.h"
#include "base/log.h"

static struct session_files *files_of(struct ral *ral) { return ral->serving; }

/* Splits "puppet://host:port/modules/a/b" into host, port and path. Without a host it is the run's server. */
static bool split(struct ral *ral, str source, struct session_request *r, str *path)
{
  const str rest = str_from(source, strlen("puppet:"));
  str authority = STR_EMPTY;
  *path = rest;
  if (str_starts(rest, STR("//"))) {
    const size_t slash = str_index(rest, '/', 2);
    authority = str_sub(rest, 2, (slash == SIZE_MAX ? rest.n : slash) - 2);
    *path = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash);
  }
  const size_t colon = str_index(authority, ':', 0);
  r->host = str_sub(authority, 0, colon);
  if (colon != SIZE_MAX) r->port = atoll(arena_strz(ral->arena, str_from(authority, colon + 1)));
  return path->n > 1 || ral_fail(ral, "Cannot find file: Invalid mount 'puppet:'");
}

static bool no_answer(struct ral *ral, const struct session_error *error)
{
  return ral_fail(ral, "%.*s", STR_FMT(error->message));
}

static enum remote_found ask_records(struct ral *ral, struct session_request *r, value *out)
{
  struct http_answer answer;
  struct session_error error;
  r->arena = ral->arena;
  r->service = SESSION_FILESERVER;
  r->method = "GET";
  r->accept = "application/json";
  if (!session_ask(files_of(ral)->session, r, &answer, &error)) {
    no_answer(ral, &error);
    return REMOTE_FAILED;
  }
  if (answer.status == 404) return REMOTE_MISSING;
  if (answer.status / 100 != 2) ral_fail(ral, "%.*s", STR_FMT(session_answer_error(ral->arena, &answer)));
  else if (session_answer_json(ral->arena, &answer, out, &error)) return REMOTE_THERE;
  else no_answer(ral, &error);
  return REMOTE_FAILED;
}

static void common_query(struct ral *ral, const struct file_query *q, struct buf *query)
{
  session_query(query, "links", str_of(q->links));
  session_query(query, "checksum_type", str_of(q->checksum_type));
  session_query(query, "source_permissions", str_of(q->permissions));
  session_query(query, "environment", files_of(ral)->environment);
}

static enum remote_found find(struct ral *ral, const struct file_query *q, value *out)
{
  struct buf query = BUF_IN(ral->arena);
  struct session_request r = {0};
  str path;
  if (!split(ral, q->source, &r, &path)) return REMOTE_FAILED;
  common_query(ral, q, &query);
  r.path = arena_printf(ral->arena, "/file_metadata%.*s", STR_FMT(path));
  r.query = buf_view(&query);
  return ask_records(ral, &r, out);
}

static enum remote_found search(struct ral *ral, const struct file_query *q, value *out)
{
  struct buf query = BUF_IN(ral->arena);
  struct session_request r = {0};
  str path;
  if (!split(ral, q->source, &r, &path)) return REMOTE_FAILED;
  session_query(&query, "recurse", STR("true"));
  if (q->recurselimit >= 0) buf_printf(&query, "&recurselimit=%lld", (long long)q->recurselimit);
  buf_printf(&query, "&max_files=%lld", (long long)q->max_files);
  for (uint32_t i = 0; i < q->ignore->n; i++)
    session_query(&query, "ignore", ral_to_s(ral->arena, q->ignore->items[i]));
  common_query(ral, q, &query);
  r.path = arena_printf(ral->arena, "/file_metadatas%.*s", STR_FMT(path));
  r.query = buf_view(&query);
  return ask_records(ral, &r, out);
}

/* Whether the answer is successful; otherwise fails with the server's message. */
static bool is_good(struct ral *ral, const struct http_answer *answer)
{
  if (answer->status / 100 == 2) return true;
  return ral_fail_system(ral, "Error %ld on SERVER: %.*s", answer->status,
                         STR_FMT(answer->body.n > 0 ? answer->body : answer->reason));
}

static bool fetch(struct ral *ral, str source, str content_uri, bool (*take)(void *ctx, str part), void *ctx)
{
  struct session_files *files = files_of(ral);
  struct buf query = BUF_IN(ral->arena);
  struct http_answer answer;
  struct session_error error;
  struct session_request r = {.arena = ral->arena,
                              .service = SESSION_FILESERVER,
                              .method = "GET",
                              .accept = "application/octet-stream",
                              .take = take,
                              .ctx = ctx};
  const bool fixed = content_uri.n > 0;
  str path;
  if (!split(ral, fixed ? content_uri : source, &r, &path)) return false;
  session_query(&query, "environment", files->environment);
  if (fixed) session_query(&query, "code_id", files->code_id);
  r.path = arena_printf(ral->arena, "/%sfile_content%.*s", fixed ? "static_" : "", STR_FMT(path));
  r.query = buf_view(&query);
  if (!session_ask(files->session, &r, &answer, &error)) return no_answer(ral, &error);
  return is_good(ral, &answer);
}

/* --- the bucket --- */

static bool ask_bucket(struct ral *ral, struct session_request *r, str host, int64_t port, struct http_answer *answer)
{
  struct buf query = BUF_IN(ral->arena);
  struct session_error error;
  session_query(&query, "environment", files_of(ral)->environment);
  r->arena = ral->arena;
  r->service = SESSION_PUPPET;
  r->accept = "application/octet-stream";
  r->query = buf_view(&query);
  r->host = host;
  r->port = port;
  return session_ask(files_of(ral)->session, r, answer, &error) || no_answer(ral, &error);
}

static bool is_kept(struct ral *ral, const struct http_answer *answer)
{
  return answer->status / 100 == 2 || ral_fail_system(ral, "%.*s", STR_FMT(session_answer_error(ral->arena, answer)));
}

static bool bucket_put(struct ral *ral, str host, int64_t port, str path, str sum, str bytes)
{
  struct http_answer answer;
  const str below = arena_printf(ral->arena, "/file_bucket_file/%s/%.*s/%.*s",
                                 settings_strz(ral->settings, SETTING_digest_algorithm), STR_FMT(sum), STR_FMT(path));
  struct session_request r = {.method = "HEAD", .path = below};
  if (!ask_bucket(ral, &r, host, port, &answer)) return false;
  if (answer.status / 100 == 2) return true;
  r.method = "PUT";
  r.body = bytes;
  r.content_type = "application/octet-stream";
  return ask_bucket(ral, &r, host, port, &answer) && is_kept(ral, &answer);
}

static bool bucket_get(struct ral *ral, str host, int64_t port, str sum, struct buf *out)
{
  struct http_answer answer;
  struct session_request r = {.method = "GET",
                              .path = arena_printf(ral->arena, "/file_bucket_file/%s/%.*s",
                                                   settings_strz(ral->settings, SETTING_digest_algorithm),
                                                   STR_FMT(sum))};
  if (!ask_bucket(ral, &r, host, port, &answer)) return false;
  if (!is_kept(ral, &answer)) return false;
  buf_str(out, answer.body);
  return true;
}

const struct file_server session_file_server = {find, search, fetch, bucket_put, bucket_get};
