#include "server/routes/capture.h"

#include <time.h>

#include "base/clock.h"
#include "base/log.h"
#include "server/routes/input.h"

static struct captured {
  struct json_writer out;
  struct buf logs;
  enum log_level least;
  struct arena *arena; /* NULL: nothing is captured */
} captured;

static void put_time(struct json_writer *w, struct arena *a)
{
  const struct timespec now = clock_time(CLOCK_REALTIME);
  struct tm tm;
  char text[32];
  gmtime_r(&now.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
  json_kstr(w, STR("time"), arena_printf(a, "%s.%09ld+00:00", text, now.tv_nsec));
}

/* Splits " (file: F, line: N, column: C)". */
static void put_place(struct json_writer *w, str place)
{
  const size_t file = str_find(place, STR("(file: "), 0), line = str_find(place, STR("line: "), 0);
  size_t end = file == SIZE_MAX ? 0 : str_find(place, STR(", line: "), file);
  if (end == SIZE_MAX) end = str_index(place, ')', file);
  json_key(w, STR("file"));
  if (file == SIZE_MAX || end == SIZE_MAX) json_null(w);
  else json_str(w, str_sub(place, file + 7, end - file - 7));
  int64_t n = 0;
  for (size_t i = line == SIZE_MAX ? place.n : line + 6; i < place.n && ascii_is_digit(place.p[i]); i++)
    n = n * 10 + (place.p[i] - '0');
  json_key(w, STR("line"));
  if (n == 0) json_null(w);
  else json_int(w, n);
}

static void capture(enum log_level level, str source, str message, str place)
{
  struct json_writer *w = &captured.out;
  if (captured.arena == NULL || level < captured.least) return;
  const str name = str_of(log_level_name(level));
  json_begin_object(w);
  json_kstr(w, STR("level"), name);
  json_kstr(w, STR("message"), message);
  json_kstr(w, STR("source"), source.n > 0 ? source : STR("Puppet"));
  json_key(w, STR("tags"));
  json_begin_array(w);
  json_str(w, name);
  json_end_array(w);
  put_time(w, captured.arena);
  put_place(w, place);
  json_end_object(w);
}

static void capture_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                        str place)
{
  capture((enum log_level)level, source, message, place);
  compile_cli_log(ctx, category, level, source, message, place);
}

static bool wants_debug(void *ctx, struct log_category *category)
{
  (void)ctx;
  return captured.least == LOG_LEVEL_DEBUG || log_enabled(category, LOG_LEVEL_DEBUG);
}

bool capture_begin(struct request *r, struct answer *a, value options, struct catalog_asked *asked)
{
  const str level = value_member_text(options, "log_level");
  captured = (struct captured){.least = LOG_LEVEL_NOTICE, .logs = BUF_IN(r->arena)};
  if (!value_is_true(value_member(options, "capture_logs"))) return true;
  if (level.n > 0 && !log_level_parse(level.p, level.n, &captured.least)) {
    answer_text(r, a, 500, "Internal Server Error: Invalid loglevel %.*s", STR_FMT(level));
    return false;
  }
  captured.arena = r->arena;
  json_init(&captured.out, &captured.logs, false);
  json_begin_array(&captured.out);
  asked->log = capture_log;
  asked->debugs = wants_debug;
  return true;
}

static void answer_catalog(struct request *r, struct answer *a, str json, const struct buf *logs /* NULL: none */)
{
  struct buf out = BUF_IN(r->arena);
  buf_reserve_exactly(&out, json.n + (logs != NULL ? logs->n : 0) + 32);
  buf_z(&out, "{\"catalog\":");
  buf_str(&out, json);
  if (logs != NULL) buf_printf(&out, ",\"logs\":%.*s", STR_FMT(buf_view(logs)));
  buf_char(&out, '}');
  a->status = 200;
  a->content_type = "application/json";
  a->body = buf_view(&out);
}

void capture_answer(struct request *r, struct answer *a, bool ok, str json, str error)
{
  const bool captures = captured.arena != NULL;
  captured.arena = NULL;
  if (captures) json_end_array(&captured.out);
  if (ok) answer_catalog(r, a, json, captures ? &captured.logs : NULL);
  else answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
}
