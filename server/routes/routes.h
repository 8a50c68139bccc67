/* What the routes of /puppet share: formats and how they are chosen, the environment of a request, errors as
 * puppetserver words them. */
#ifndef FICELLE_SERVER_ROUTES_ROUTES_H
#define FICELLE_SERVER_ROUTES_ROUTES_H

#include "server/environments/environments.h"
#include "server/routes/route.h"

/* --- formats --- */
enum media { MEDIA_RICH_JSON, MEDIA_JSON, MEDIA_RICH_MSGPACK, MEDIA_MSGPACK, MEDIA_BINARY, MEDIA_TEXT, MEDIA_COUNT };

/* The first format of the header Accept that is one of those offered, of which the first stands for any; `q` has no
 * meaning, as in Puppet. False after an answer: 400 without the header (unless `fallback` is a format), 406 when none
 * is acceptable. */
bool route_accept(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media fallback,
                  enum media *out);
#define NO_FALLBACK MEDIA_COUNT
extern const enum media offered_data[2]; /* JSON, MessagePack */

/* The format of the body, one of those offered. False after an answer: 400 without a Content-Type, 415
 * for any other. */
bool route_content_type(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media *out);
/* The body as data: JSON or MessagePack. False with Puppet's message ("Could not intern from json: …"). */
bool route_body(struct request *r, enum media media, value *out, str *error);
/* The same of a text in JSON, with the message of Ruby's parser, without "Could not intern …". */
bool route_read_json(struct arena *a, str text, value *out, str *error);

/* Answers with 200 and a text that is JSON, in that format. */
void route_respond(struct request *r, struct answer *a, enum media media, str json);
void route_respond_value(struct request *r, struct answer *a, enum media media, value v);

/* 200 and JSON; with environment-class-cache-enabled it has a tag, and 304 is for who has it already
 * (environment_info.c). */
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
/* A parameter's value; p NULL: it is not there. */
str route_parameter(const struct request *r, const char *name);
/* True for "true"; anything else, or a missing parameter, is false. */
bool route_flag(const struct request *r, const char *name);
bool route_is_environment_name(str name);
/* The environment of the parameter `environment`, in use until environments_done. NULL after an answer: 400 without or
 * with a bad name, 404 when there is none. Also sets r->environment. */
struct site *route_site(struct worker *w, struct request *r, struct answer *a);

/* The same for routes of puppetserver's own, whose errors are texts (environment_info.c). */
struct site *route_own_site(struct worker *w, struct request *r, struct answer *a);

/* Whom a request is about: what follows the route, which may be anything; sets r->node. False after an answer when it
 * is empty. */
bool route_key(struct request *r, struct answer *a, str *key);
/* The trusted data of the client, from its certificate. */
struct node_identity route_identity(const struct request *r);

#endif
