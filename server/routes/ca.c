/* The routes below /puppet-ca/v1 in a worker, which passes requests to the process of the authority. */
#include "base/log.h"
#include "server/ca/link.h"
#include "server/routes/route.h"

/* The time that an autosign program may take. */
enum { ANSWER_SECONDS = 120 };

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

void route_ca(struct worker *w, struct request *r, struct answer *a)
{
  struct ca_request q = {.method = method_of(r->method), .path = r->rest, .body = r->body};
  struct ca_answer given = {0};
  const str *state = request_parameter(r, "state");
  if (w->ca < 0) {
    answer_text(r, a, 404, "Not Found");
    return;
  }
  if (state != NULL) q.state = *state;
  q.accept = request_header(r, "Accept");
  q.content_type = request_header(r, "Content-Type");
  q.modified_since = request_header(r, "If-Modified-Since");
  q.header_certificate = request_header(r, "X-Client-Cert");
  q.peer_name = r->peer.certname;
  q.peer_address = r->peer.address;
  q.peer_certificate = r->peer.certificate;
  if (ca_link_ask(w->ca, r->arena, &q, &given, ANSWER_SECONDS)) take_answer(r, a, &given);
  else {
    log_error(&log_server_ca, "CA_GONE", NULL, "The process of the certificate authority gave no answer");
    answer_text(r, a, 503, "The certificate authority does not answer. Please see the server logs for details.");
  }
}
