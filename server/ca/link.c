/* Passes requests to the process of the authority. */
#include "server/ca/link.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/ca/wire.h"

bool ca_link_open(struct ca_link *link)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  *link = (struct ca_link){ends[0], ends[1]};
  return true;
}

/* Sends one end of a request's pair of sockets through the shared socket. */
static bool send_end(int through, int end)
{
  char byte = 'r';
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec io = {&byte, 1};
  struct msghdr m = {
    .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *c = CMSG_FIRSTHDR(&m);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(c), &end, sizeof end);
  ssize_t n;
  while ((n = sendmsg(through, &m, MSG_NOSIGNAL)) < 0 && errno == EINTR) continue;
  return n == 1;
}

static void limit_time(int fd, unsigned seconds)
{
  struct timeval t = {.tv_sec = seconds};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
}

int ca_link_begin(int workers, struct arena *a, const struct ca_request *q, unsigned seconds)
{
  int ends[2];
  if (workers < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  limit_time(ends[0], seconds);
  const bool sent = send_end(workers, ends[1]);
  close(ends[1]);
  if (sent && ca__send(ends[0], a, &ca__request_shape, q)) return ends[0];
  close(ends[0]);
  return -1;
}

bool ca_link_is_ready(int fd)
{
  struct pollfd p = {.fd = fd, .events = POLLIN};
  return poll(&p, 1, 0) == 1;
}

bool ca_link_finish(int fd, struct arena *a, struct ca_answer *out)
{
  const bool answered = ca__receive(fd, a, &ca__answer_shape, out);
  close(fd);
  return answered;
}

bool ca_link_ask(int workers, struct arena *a, const struct ca_request *q, struct ca_answer *out, unsigned seconds)
{
  const int fd = ca_link_begin(workers, a, q, seconds);
  return fd >= 0 && ca_link_finish(fd, a, out);
}

/* --- stapling --- */
static str ocsp_request(struct arena *a, X509 *certificate, X509 *issuer)
{
  unsigned char *der = NULL;
  OCSP_REQUEST *r = OCSP_REQUEST_new();
  OCSP_CERTID *id = OCSP_cert_to_id(EVP_sha1(), certificate, issuer);
  if (r == NULL || id == NULL || OCSP_request_add0_id(r, id) == NULL) OCSP_CERTID_free(id);
  int n = r != NULL ? i2d_OCSP_REQUEST(r, &der) : -1;
  str bytes = n > 0 ? arena_str(a, str_n((const char *)der, (size_t)n)) : STR_EMPTY;
  OPENSSL_free(der);
  OCSP_REQUEST_free(r);
  return bytes;
}

/* When the only status in the answer expires; 0: the answer has no status. */
static time_t valid_until(str der)
{
  const unsigned char *p = (const unsigned char *)der.p;
  OCSP_RESPONSE *r = d2i_OCSP_RESPONSE(NULL, &p, (long)der.n);
  OCSP_BASICRESP *basic = r != NULL && OCSP_response_status(r) == OCSP_RESPONSE_STATUS_SUCCESSFUL
                            ? OCSP_response_get1_basic(r)
                            : NULL;
  ASN1_GENERALIZEDTIME *next = NULL;
  time_t until = 0;
  if (basic != NULL && OCSP_resp_count(basic) == 1 &&
      OCSP_single_get0_status(OCSP_resp_get0(basic, 0), NULL, NULL, NULL, &next) >= 0 && next != NULL)
    until = pki_time(next);
  OCSP_BASICRESP_free(basic);
  OCSP_RESPONSE_free(r);
  ERR_clear_error();
  return until;
}

bool ca_link_staple(int workers, struct arena *a, X509 *certificate, X509 *issuer, str *der, time_t *again)
{
  struct ca_request q = {.method = CA_POST, .path = STR("ocsp"), .content_type = STR("application/ocsp-request")};
  struct ca_answer answer;
  q.body = ocsp_request(a, certificate, issuer);
  if (q.body.n == 0 || !ca_link_ask(workers, a, &q, &answer, 2) || answer.status != 200) return false;
  time_t until = valid_until(answer.body), now = time(NULL);
  if (until <= now) return false;
  *der = answer.body;
  *again = now + (until - now) / 2;
  return true;
}
