/* A server asked over HTTP or HTTPS for JSON: one connection for all requests of a poll. No operation waits longer, and
 * no answer is larger, than the given limits. */
#ifndef COLLECTORS_SOURCES_HTTP_JSON_H
#define COLLECTORS_SOURCES_HTTP_JSON_H

#include <jansson.h>

#include "collectors/sources/source.h"

struct http_json;

/* Keys of a section for it, for the settings of a kind. */
#define HTTP_JSON_SETTINGS(url_)                                                                                    \
  {"url", SOURCE_TEXT, url_, 0, 0, "Address of the server, beginning with http:// or https://."},                   \
    {"ca",                                                                                                          \
     SOURCE_TEXT,                                                                                                   \
     "",                                                                                                            \
     0,                                                                                                             \
     0,                                                                                                             \
     "File with the authorities that may have signed the server's certificate. Without one, those of the system."}, \
    {"certificate", SOURCE_TEXT, "", 0, 0, "File with the client certificate."},                                    \
    {"key", SOURCE_TEXT, "", 0, 0, "File with its private key."},                                                   \
    {"revocation", SOURCE_TEXT, "", 0, 0, "File with revocation lists that the certificate is checked with."},      \
    {"verify", SOURCE_FLAG, "true",                                                                                 \
     0,        0,           "Whether the server's certificate has to be good, and of the name in the address."},    \
  {                                                                                                                 \
    "most_bytes", SOURCE_NUMBER, "16777216", 1024, 1073741824, "The largest answer that is read, in bytes."         \
  }

/* Whether these keys go together; false with a line in `why`. */
bool http_json_check(const struct source_config *config, struct buf *why);

/* Nothing is asked yet. NULL, with the outcome set, when libcurl cannot be had. */
struct http_json *http_json_open(const struct source_config *config, struct source_outcome *outcome);
void http_json_close(struct http_json *http);

/* A poll begins: what follows may take the source's timeout, all together. */
void http_json_begin(struct http_json *http);

/* GETs `path` of the server, or POSTs `body` to it when that is not NULL. The answer, which the caller releases, or
 * NULL with the outcome set: a server that cannot be reached or refuses (also by HTTP status), no JSON, too much of it.
 * An answer with JSON and a status of 5xx is an answer: that is how a service says that it is not ready. */
json_t *http_json_ask(struct http_json *http, const char *path, const char *body, struct source_outcome *outcome);

/* Text as JSON: an object or a list. NULL with a line in `why`. */
json_t *http_json_read(str text, struct buf *why);

#endif
