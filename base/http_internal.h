/* Shared by the files of the HTTP client. */
#ifndef FICELLE_BASE_HTTP_INTERNAL_H
#define FICELLE_BASE_HTTP_INTERNAL_H

#include "base/curl_library.h"
#include "base/http.h"

enum { HTTP_HOST_SIZE = 256 };

/* A running request. */
struct exchange {
  const struct http_request *request;
  struct http_answer *answer;
  struct http_failure *failure;
  const struct curl_library *lib;
  CURL *curl;
  struct curl_slist *headers;
  const char *url, *scheme_end; /* after "://" */
  char host[HTTP_HOST_SIZE];
  int port;
  char proxy_host[HTTP_HOST_SIZE]; /* empty: no proxy. For TLS the proxy tunnels to the server */
  const char *source;              /* the address it begins at: the setting sourceaddress; NULL: any */
  int proxy_port;
  bool tls;
  struct buf body; /* on the heap */
  bool too_long;   /* larger than the limit */
  bool was_told;   /* connected was called */
  double began;
  int64_t read_timeout; /* seconds */
  curl_off_t moved;     /* bytes sent and received, and the time of the last ones */
  double moved_at;
  bool idle; /* longer than read_timeout */
  char error[CURL_ERROR_SIZE];
  /* Of the last verified certificate: why it is rejected (may be empty), and the server's names. */
  str refused, names;
};

#define EXCHANGE_SET(x, option, to) (x)->lib->curl_easy_setopt((x)->curl, option, to)

/* Reads host and port of "user@host:port/path"; without a port *port does not change. False: no host, or it is too long
 * (http.c). */
bool exchange_address(const char *text, char *host, int *port);
/* Sets the proxy of the connection, or none (http_proxy.c). */
void exchange_set_proxy(struct exchange *x);
/* Sets the certificates. False if files are missing; the failure names them (http_tls.c). */
bool exchange_set_tls(struct exchange *x);
/* Translates libcurl's messages about OpenSSL's errors to Ruby's text. */
str exchange_tls_error(struct exchange *x);
/* Whether the TLS connection ended without the server having said so. */
bool exchange_is_cut(const struct exchange *x);

#endif
