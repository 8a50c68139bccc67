/* Requests JSON from a server over HTTP or HTTPS, with one connection for all requests of a poll. No operation waits
 * longer, and no answer is larger, than the given limits. */
#ifndef COLLECTORS_SOURCES_HTTP_JSON_H
#define COLLECTORS_SOURCES_HTTP_JSON_H

#include <jansson.h>

#include "collectors/sources/source.h"

struct http_json;

/* The keys of a section, for the settings of a kind. */
#define HTTP_JSON_SETTINGS(url_)                                                                               \
  {"url", SOURCE_TEXT, url_, 0, 0, "Address of the server, beginning with http:// or https://."},              \
    {"ca", SOURCE_TEXT, "", 0, 0, "File with trusted certificate authorities. Default: those of the system."}, \
    {"certificate", SOURCE_TEXT, "", 0, 0, "File with the client certificate."},                               \
    {"key", SOURCE_TEXT, "", 0, 0, "File with its private key."},                                              \
    {"revocation", SOURCE_TEXT, "", 0, 0, "File with revocation lists to check the server's certificate."},    \
    {"verify", SOURCE_FLAG, "true",                                                                            \
     0,        0,           "Whether the server's certificate must be valid, for the name in the address."},   \
  {                                                                                                            \
    "most_bytes", SOURCE_NUMBER, "16777216", 1024, 1073741824, "The largest answer that is read, in bytes."    \
  }

/* Checks the combination of keys; false with a line in `why`. */
bool http_json_check(const struct source_config *config, struct buf *why);

/* Sends nothing yet. NULL, with the outcome set, when libcurl is not available. */
struct http_json *http_json_open(const struct source_config *config, struct source_outcome *outcome);
void http_json_close(struct http_json *http);

/* Begins a poll: all its requests together may take the source's timeout. */
void http_json_begin(struct http_json *http);

/* GETs `path` from the server, or POSTs `body` to it if that is not NULL. Returns the answer, which the caller
 * releases, or NULL with the outcome set: a server that cannot be reached or refuses (also by HTTP status), invalid
 * JSON, or too much. JSON with a status of 5xx is an answer, because a service reports in this way that it is not
 * ready. */
json_t *http_json_ask(struct http_json *http, const char *path, const char *body, struct source_outcome *outcome);

/* Parses JSON: an object or a list. NULL with a line in `why`. */
json_t *http_json_read(str text, struct buf *why);

#endif
