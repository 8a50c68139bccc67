/* The routes below /puppet-ca/v1 in a worker, which passes requests to the process of the authority. */
#include <fcntl.h>

#include "base/log.h"
#include "server/ca/link.h"
#include "server/routes/route.h"

/* An autosign program may take CA_AUTOSIGN_SECONDS. */
enum { ANSWER_SECONDS = CA_AUTOSIGN_SECONDS + 10 };

static enum ca_method method_of(enum request_method m)
{
  switch (m) {
  case METHOD_GET: return CA_GET;
  case METHOD_HEAD: return CA_HEAD;
  case METHOD_POST: return CA_POST;
  case METHOD_PUT: return CA_PUT;
  case METHOD_DELETE: return CA_DELETE;
  case METHOD_OTHER: break;
  }
  return CA_OTHER;
}

static void take_answer(struct request *r, struct answer *a, const struct ca_answer *given)
{
  a->status = given->status;
  a->content_type = given->content_type.n > 0 ? arena_strz(r->arena, given->content_type) : NULL;
  a->body = given->body;
  if (given->allow.n > 0) answer_header(a, "Allow", given->allow);
}

static void read_request(struct request *r, struct ca_request *q)
{
  const str *state = request_parameter(r, "state");
  *q = (struct ca_request){.method = method_of(r->method), .path = r->rest, .body = r->body};
  if (state != NULL) q->state = *state;
  q->accept = request_header(r, "Accept");
  q->content_type = request_header(r, "Content-Type");
  q->modified_since = request_header(r, "If-Modified-Since");
  q->header_certificate = request_header(r, "X-Client-Cert");
  q->peer_name = r->peer.certname;
  q->peer_address = r->peer.address;
  q->peer_certificate = r->peer.certificate;
}

/* Whoever may send a request for a certificate must not make workers wait for the program that judges it. */
static bool may_take_long(const struct ca_request *q)
{
  return q->method == CA_PUT && str_starts(q->path, STR("certificate_request/"));
}

/* False: the answer is not there yet, and a->later is set. */
static bool ask(struct worker *w, struct request *r, struct answer *a, struct ca_answer *given, bool *answered)
{
  struct ca_request q;
  int fd = r->pending;
  if (fd <= 0) {
    read_request(r, &q);
    fd = ca_link_begin(w->ca, r->arena, &q, ANSWER_SECONDS);
    a->later = fd >= 0 && may_take_long(&q) ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : 0;
    a->later_ms = INT64_C(1000) * ANSWER_SECONDS;
    if (a->later > 0) {
      r->pending = fd;
      return false;
    }
  } else if (!ca_link_is_ready(fd)) {
    *answered = false; /* the time is over */
    return true;
  }
  r->pending = 0;
  *answered = fd >= 0 && ca_link_finish(fd, r->arena, given);
  return true;
}

void route_ca(struct worker *w, struct request *r, struct answer *a)
{
  struct ca_answer given = {0};
  bool answered;
  if (w->ca < 0) {
    answer_text(r, a, 404, "Not Found");
    return;
  }
  if (!ask(w, r, a, &given, &answered)) return;
  if (answered) take_answer(r, a, &given);
  else {
    log_error(&log_server_ca, "CA_GONE", NULL, "The process of the certificate authority gave no answer");
    answer_text(r, a, 503, "The certificate authority does not answer. Please see the server logs for details.");
  }
}
