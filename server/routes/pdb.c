/* PuppetDB's API over the store: /pdb/query/v4, /pdb/cmd/v1, /pdb/meta/v1. */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json_write.h"
#include "indirector/internal.h"
#include "indirector/query/pdb.h"
#include "server/routes/route.h"

/* Longer answers are written to a file without a name. */
enum { IN_MEMORY = 1 << 20 };

static struct store *store_of(struct worker *w, struct request *r, struct answer *a)
{
  struct ind_request ind = {.in = w->indirector, .arena = r->arena};
  if (ind_open_store(&ind) == IND_OK) return w->indirector->store;
  answer_text(r, a, 503, "%.*s", STR_FMT(ind.error));
  return NULL;
}

/* --- rows --- */

struct sink {
  struct buf text; /* in the request's arena */
  int file;        /* -1: not created yet */
  uint64_t length;
};

static bool write_all(int fd, str text)
{
  while (text.n > 0) {
    const ssize_t n = write(fd, text.p, text.n);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text = str_from(text, (size_t)n);
  }
  return true;
}

static int unnamed_file(void)
{
  const int fd = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return fd >= 0 ? fd : memfd_create("pdb", MFD_CLOEXEC);
}

static bool put(void *ctx, str piece)
{
  struct sink *s = ctx;
  s->length += piece.n;
  if (s->file < 0 && s->text.n + piece.n <= IN_MEMORY) {
    buf_str(&s->text, piece);
    return true;
  }
  if (s->file < 0) {
    s->file = unnamed_file();
    if (s->file < 0 || !write_all(s->file, buf_view(&s->text))) return false;
  }
  return write_all(s->file, piece);
}

static void give_rows(struct request *r, struct answer *a, struct sink *s, int64_t total)
{
  if (total >= 0) answer_header(a, "X-Records", arena_printf(r->arena, "%lld", (long long)total));
  a->status = 200;
  a->content_type = "application/json;charset=utf-8";
  if (s->file < 0) {
    a->body = buf_view(&s->text);
  } else {
    a->file = s->file;
    a->length = s->length;
  }
}

static struct pdb_parameter *parameters(struct request *r)
{
  struct pdb_parameter *out = arena_array(r->arena, r->nparameters + 1, sizeof *out);
  for (size_t i = 0; i < r->nparameters; i++)
    out[i] = (struct pdb_parameter){r->parameters[i].name, r->parameters[i].value};
  return out;
}

static bool accepts_json(struct request *r, struct answer *a)
{
  const str accept = request_header(r, "Accept"), given = request_header(r, "Content-Type");
  if (accept.n > 0 && str_find(accept, STR("*/*"), 0) == SIZE_MAX &&
      str_find(accept, STR("application/json"), 0) == SIZE_MAX &&
      str_find(accept, STR("application/*"), 0) == SIZE_MAX) {
    answer_text(r, a, 406, "must accept application/json");
    return false;
  }
  if (r->method != METHOD_POST || given.n == 0 || str_starts(given, STR("application/json"))) return true;
  answer_text(r, a, 415, "content type %.*s not supported", STR_FMT(given));
  return false;
}

/* The path below the API, not decoded, because a title may contain slashes. */
static str sent_path(const struct request *r, str prefix)
{
  const size_t mark = str_index(r->target, '?', 0);
  const str path = str_sub(r->target, 0, mark);
  return str_starts(path, prefix) ? str_from(path, prefix.n) : r->rest;
}

void route_pdb_query(struct worker *w, struct request *r, struct answer *a)
{
  struct sink sink = {.text = BUF_IN(r->arena), .file = -1};
  struct pdb_answer done;
  if (!accepts_json(r, a)) return;
  struct store *s = store_of(w, r, a);
  if (s == NULL) return;
  const struct pdb_request request = {.path = sent_path(r, STR("/pdb/query/v4")),
                                      .parameters = parameters(r),
                                      .nparameters = r->nparameters,
                                      .body = r->method == METHOD_POST ? r->body : STR_EMPTY,
                                      .time_limit = settings_int(w->settings, SETTING_query_time_limit),
                                      .put = put,
                                      .ctx = &sink};
  pdb_answer(s, r->arena, &request, &done);
  if (done.status == 200) {
    give_rows(r, a, &sink, done.total);
    return;
  }
  if (sink.file >= 0) close(sink.file);
  if (done.json) answer_json(a, done.status, done.error);
  else answer_text(r, a, done.status, "%.*s", STR_FMT(done.error));
}

void route_pdb_command(struct worker *w, struct request *r, struct answer *a)
{
  struct pdb_answer done;
  if (!accepts_json(r, a)) return;
  struct store *s = store_of(w, r, a);
  if (s == NULL) return;
  pdb_take_command(s, r->arena, parameters(r), r->nparameters, r->body, &done);
  answer_json(a, done.status, done.error);
  if (done.status != 200) return;
  struct ind_request ind = {.in = w->indirector, .arena = r->arena};
  ind_collect_store(&ind);
}

/* --- version and metrics --- */

void route_pdb_meta(struct worker *w, struct request *r, struct answer *a)
{
  char now[32];
  (void)w;
  if (str_eqz(r->rest, "version")) {
    answer_json(a, 200, STR("{\"version\":\"" PDB_VERSION "\"}"));
  } else if (str_eqz(r->rest, "server-time")) {
    store_time_format(store_now(), now);
    answer_json(a, 200, arena_printf(r->arena, "{\"server_time\":\"%s\"}", now));
  } else {
    answer_not_found(r, a);
  }
}
