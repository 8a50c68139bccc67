/* Compiles a manifest without files, clock or randomness, for unit tests. */
#ifndef FICELLE_TESTS_IN_MEMORY_H
#define FICELLE_TESTS_IN_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

#include "compiler/compile.h"

struct in_memory {
  char *outcome;              /* texts of all notices joined by " | ", or "! " and the error */
  struct buf notices, others; /* others: "warning: …\n" */
  struct environment *environment;
  struct compile_result result;
};

static inline struct host_stat in_memory_stat(void *ctx, str path)
{
  (void)ctx;
  (void)path;
  return (struct host_stat){.kind = HOST_NOTHING};
}

static inline bool in_memory_read(void *ctx, struct arena *a, str path, str *text, str *error)
{
  (void)ctx;
  (void)a;
  (void)path;
  *text = STR_EMPTY;
  *error = STR("No such file or directory");
  return false;
}

static inline bool in_memory_link(void *ctx, str path)
{
  (void)ctx;
  (void)path;
  return false;
}

static inline bool in_memory_list(void *ctx, struct arena *a, str path, str **names, uint32_t *n)
{
  (void)ctx;
  (void)a;
  (void)path;
  *names = NULL;
  *n = 0;
  return false;
}

static inline int64_t in_memory_now(void *ctx)
{
  (void)ctx;
  return 1700000000;
}

static inline void in_memory_random(void *ctx, void *out, size_t n)
{
  (void)ctx;
  memset(out, 7, n);
}

static inline bool in_memory_run(void *ctx, struct arena *a, str command, str directory, str *out, str *error)
{
  (void)command;
  (void)directory;
  return in_memory_read(ctx, a, STR_EMPTY, out, error);
}

static inline void in_memory_log(void *ctx, struct log_category *category, enum compile_log_level level, str source,
                                 str message, str place)
{
  (void)category;
  struct in_memory *m = ctx;
  (void)source;
  if (level == CLOG_NOTICE) {
    buf_z(&m->notices, m->notices.n > 0 || m->notices.p != NULL ? " | " : "");
    buf_str(&m->notices, message);
    buf_reserve(&m->notices, 1);
  } else if (level > CLOG_INFO) {
    buf_printf(&m->others, "%d: %.*s%.*s\n", level, STR_FMT(message), STR_FMT(place));
  }
}

/* `format` contains one %s, for `text`. */
static inline void in_memory_compile(struct in_memory *m, const char *format, const char *text)
{
  static const struct compile_settings settings = {.strict = SEVERITY_WARNING, .server_version = {"7.23.0", 6}};
  static const struct hash none;
  struct host host = {.stat = in_memory_stat,
                      .read_file = in_memory_read,
                      .is_link = in_memory_link,
                      .list_directory = in_memory_list,
                      .now_seconds = in_memory_now,
                      .random_bytes = in_memory_random,
                      .run = in_memory_run,
                      .log = in_memory_log};
  struct node_data node = {.name = STR("oracle.example.com"),
                           .facts = &none,
                           .parameters = &none,
                           .trusted = &none,
                           .server_facts = &none,
                           .classes = VALUE_UNDEF};
  char *code = NULL;
  *m = (struct in_memory){.notices = BUF_HEAP, .others = BUF_HEAP};
  host.ctx = m;
  if (asprintf(&code, format, text) < 0) {
    abort();
  }
  struct environment_options options = {.name = STR("production"), .has_code = true, .code = str_of(code)};
  m->environment = environment_new(&options, &host);
  m->result = compile(m->environment, &node, &settings, &host, NULL);
  int n = m->result.ok ? asprintf(&m->outcome, "%.*s", STR_FMT(buf_view(&m->notices)))
                       : asprintf(&m->outcome, "! %.*s", STR_FMT(m->result.message));
  if (n < 0) {
    abort();
  }
  free(code);
}

static inline void in_memory_free(struct in_memory *m)
{
  compile_result_free(&m->result);
  environment_free(m->environment);
  buf_free(&m->notices);
  buf_free(&m->others);
  free(m->outcome);
}

#endif
