/* Common functions of the routes of /puppet: choosing formats, finding the environment of a request, puppetserver's
 * error messages. */
#ifndef FICELLE_SERVER_ROUTES_ROUTES_H
#define FICELLE_SERVER_ROUTES_ROUTES_H

#include "server/environments/environments.h"
#include "server/routes/route.h"

/* --- formats --- */
enum media { MEDIA_RICH_JSON, MEDIA_JSON, MEDIA_RICH_MSGPACK, MEDIA_MSGPACK, MEDIA_BINARY, MEDIA_TEXT, MEDIA_COUNT };

/* Chooses the first format of the header Accept that is offered; `*` chooses the first one offered, and `q` is
 * ignored, as in Puppet. False after an answer: 400 without the header (unless `fallback` is a format), 406 when none
 * is acceptable. */
bool route_accept(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media fallback,
                  enum media *out);
#define NO_FALLBACK MEDIA_COUNT
extern const enum media offered_data[2]; /* JSON, MessagePack */

/* The format of the body, which must be one of those offered. False after an answer: 400 without a Content-Type, 415
 * for any other format. */
bool route_content_type(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media *out);
/* Reads the body, which is JSON or MessagePack. False with Puppet's message ("Could not intern from json: …"). */
bool route_body(struct request *r, enum media media, value *out, str *error);
/* The same for a text in JSON, with the message of Ruby's parser, without "Could not intern …". */
bool route_read_json(struct arena *a, str text, value *out, str *error);

/* Answers with 200 and JSON text, converted to that format. */
void route_respond(struct request *r, struct answer *a, enum media media, str json);
void route_respond_value(struct request *r, struct answer *a, enum media media, value v);

/* Answers with 200 and JSON; with environment-class-cache-enabled the answer has a tag, and a client that already has
 * it gets 304 (environment_info.c). */
void route_tagged(struct worker *w, struct request *r, struct answer *a, str json);

/* --- errors --- */
/* 500 "Server Error: …". */
void route_failed(struct request *r, struct answer *a, str message);
void route_bad_request(struct request *r, struct answer *a, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void route_not_found(struct request *r, struct answer *a, const char *issue_kind, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
/* Text without a content type, as puppetserver's own routes answer. */
void route_plain(struct request *r, struct answer *a, int status, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));

/* --- parameters --- */
/* A parameter's value; p NULL when missing. */
str route_parameter(const struct request *r, const char *name);
/* True for "true"; anything else, or a missing parameter, is false. */
bool route_flag(const struct request *r, const char *name);
/* The environment of the parameter `environment`, in use until environments_done. Also sets r->environment. NULL after
 * an answer: 400 when the name is missing or invalid, 404 when the environment does not exist. */
struct site *route_site(struct worker *w, struct request *r, struct answer *a);

/* The same for puppetserver's own routes, whose errors are plain text (environment_info.c). */
struct site *route_own_site(struct worker *w, struct request *r, struct answer *a);

/* The key of a request, which is the path after the route and may be any text; sets r->node. False after an answer
 * when it is empty. */
bool route_key(struct request *r, struct answer *a, str *key);
/* The trusted data of the client, from its certificate. */
struct node_identity route_identity(const struct request *r);

#endif
