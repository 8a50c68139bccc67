/* What a master agent may send: the input follows the handshake on an AgentX session over a small store. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collectors/compile_stats.h"
#include "subagent/agentx_session.h"
#include "subagent/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SESSION = 7 };

static struct stats_reader *reader;
static struct view *view;
static struct oid root;
static char directory[] = "/tmp/fuzz_agentx.XXXXXX";
static char path[sizeof directory + 8];

static void clean_up(void)
{
  view_free(view);
  stats_reader_free(reader);
  unlink(path);
  rmdir(directory);
}

static void set_up(void)
{
  char error[256];
  struct buf why = BUF_HEAP;
  if (mkdtemp(directory) == NULL) abort();
  snprintf(path, sizeof path, "%s/stats", directory);
  struct stats_config config = {.path = path, .rows[STATS_NODE] = 8};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) abort();
  const struct stats_type_count types[] = {{STR("file"), 1}, {STR("service"), 2}};
  const struct stats_compile c = {
    .environment = STR("production"), .node = STR("a"), .wall_us = 1000, .types = types, .type_count = 2};
  if (!stats_record_compile(store, &c)) abort();
  stats_close(store);
  reader = stats_reader_new(path, NULL);
  stats_reader_refresh(reader);
  if (!view_check_root("1.3.6.1.4.1.9.1", &root, &why)) abort();
  view = view_new(&root, reader, "1", NULL);
  buf_free(&why);
  atexit(clean_up);
}

static void get(void *ctx, const struct oid *name, struct agentx_value *v)
{
  (void)ctx;
  view_get(view, name, v);
}

static bool next(void *ctx, const struct oid *start, bool include, const struct oid *end, struct oid *name,
                 struct agentx_value *v)
{
  (void)ctx;
  bool found = view_next(view, start, include, end, name, v);
  int order = found ? oid_cmp(name, start) : 1;
  if (order < 0 || (order == 0 && !include)) abort(); /* a walk must ascend */
  return found;
}

/* Takes what the session has sent out of the way. */
static void drain(int fd)
{
  char bytes[65536];
  while (recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
  }
}

static void respond(struct agentx_session *s, int fd, uint32_t packet)
{
  struct buf b = BUF_HEAP;
  struct agentx_header h = {.type = AGENTX_RESPONSE, .session = SESSION, .packet = packet};
  size_t at = agentx_begin(&b, &h);
  agentx_put_u32(&b, 100);
  agentx_put_u32(&b, 0);
  agentx_end(&b, at);
  if (send(fd, b.p, b.n, 0) != (ssize_t)b.n) abort();
  agentx_session_ready(s, POLLIN, 1);
  drain(fd);
  buf_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  int pair[2];
  const struct agentx_source source = {NULL, get, next};
  if (view == NULL) set_up();
  struct agentx_options o = {.description = "", .capability = "", .context = "", .ping_s = 15};
  oid_copy(&o.region, &root);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) abort();
  struct agentx_session *s = agentx_session_new(&o, &source);
  agentx_session_attach(s, pair[0], 1);
  for (uint32_t packet = 1; packet <= 3; packet++) respond(s, pair[1], packet);
  if (!agentx_session_is_up(s)) abort();
  while (size > 0 && agentx_session_fd(s) >= 0) {
    size_t n = size < 4096 ? size : 4096;
    if (send(pair[1], data, n, MSG_NOSIGNAL) != (ssize_t)n) break;
    data += n;
    size -= n;
    agentx_session_ready(s, POLLIN, 2);
    drain(pair[1]);
  }
  agentx_session_tick(s, 3);
  agentx_session_close(s);
  agentx_session_free(s);
  close(pair[1]);
  return 0;
}
