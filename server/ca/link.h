/* The connection from workers to the process that has the authority's key.
 *
 * One pair of sockets serves all workers of all generations. The supervisor opens it before it forks and keeps both
 * ends, so that it can start another process of the authority on the same end when one dies: the new process answers
 * the requests that had not been read yet; those that had been read fail. Workers inherit the end `workers` (struct
 * worker: `ca`).
 *
 *   struct ca_link link;
 *   ca_link_open(&link);
 *   if ((pid = fork()) == 0) {
 *     close what is of no use to it;
 *     _exit(ca_process_run(link.authority, settings, &options, stats));
 *   }
 *   … in a worker: w->ca = link.workers
 *
 * Each request goes over a pair of its own, one end of which is sent through the shared one, so answers cannot be mixed
 * up. */
#ifndef FICELLE_SERVER_CA_LINK_H
#define FICELLE_SERVER_CA_LINK_H

#include "collectors/server_stats.h"
#include "server/ca/ca.h"

struct ca_link {
  int workers, authority;
};
/* False with errno. Both ends are closed by exec. */
bool ca_link_open(struct ca_link *link);

/* The process of the authority: opens it, answers until SIGTERM or SIGINT, and gives the exit status: 1 with a message
 * in the log when the authority cannot be opened. SIGHUP makes it read the authority's files and settings again.
 * Programs of the setting `autosign` run in children. `stats` is made by this very process. */
int ca_process_run(int authority, struct settings *settings, const struct ca_options *options,
                   struct server_stats *stats);

/* A request, as the worker received it. All texts may be empty. */
enum ca_method { CA_GET, CA_HEAD, CA_POST, CA_PUT, CA_DELETE, CA_OTHER };
struct ca_request {
  enum ca_method method;
  str path;  /* the part after "/puppet-ca/v1/", decoded */
  str state; /* parameter of certificate_statuses */
  str accept, content_type, modified_since;
  str header_certificate; /* the header X-Client-Cert, still encoded */
  str body;
  str peer_name, peer_address;
  str peer_certificate; /* DER, of the connection */
};
struct ca_answer {
  int status;
  str content_type; /* empty: no header */
  str body;
  str allow; /* of a 405: the allowed methods */
};

/* Sends a request and waits. False without an answer: the process has died or takes longer than `seconds`. */
bool ca_link_ask(int workers, struct arena *a, const struct ca_request *q, struct ca_answer *out, unsigned seconds);

/* The same in two steps. Returns a descriptor that can be read when the answer is there; -1: no process. */
int ca_link_begin(int workers, struct arena *a, const struct ca_request *q, unsigned seconds);
bool ca_link_is_ready(int fd);
/* Reads the answer and closes the descriptor. */
bool ca_link_finish(int fd, struct arena *a, struct ca_answer *out);

/* Answers a request in the authority's process, or in a test. A failure is reported in the answer. */
void ca_answer_request(struct ca *ca, struct arena *a, const struct ca_request *q, struct ca_answer *out);

/* For stapling: the DER of an OCSP answer for a certificate of the authority, and when to ask again (seconds since
 * 1970). False without an answer, for example when the authority did not issue the certificate. */
bool ca_link_staple(int workers, struct arena *a, X509 *certificate, X509 *issuer, str *der, time_t *again);

#endif
