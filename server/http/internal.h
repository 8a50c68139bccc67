/* What the files of http/ share. */
#ifndef FICELLE_SERVER_HTTP_INTERNAL_H
#define FICELLE_SERVER_HTTP_INTERNAL_H

#include <event2/bufferevent.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/event_struct.h>

#include "server/http/http.h"

enum connection_state {
  CONNECTION_HANDSHAKE,
  CONNECTION_IDLE, /* no part of a request has arrived */
  CONNECTION_HEAD,
  CONNECTION_BODY,
  CONNECTION_WAITING, /* the request is complete and in the queue */
  CONNECTION_PAUSED,  /* the answer depends on something that is in work elsewhere */
  CONNECTION_SENDING,
  CONNECTION_LINGERING /* all is sent; further input is dropped, because closing at once could destroy the answer */
};

/* The state of reading a chunked body. */
enum chunk_part { CHUNK_SIZE, CHUNK_DATA, CHUNK_END, CHUNK_TRAILER };

struct connection {
  struct http *http;
  struct connection *before, *after; /* in the same list */
  struct connection_list *list;
  struct bufferevent *stream;
  struct event timer;
  struct tls *tls;
  unsigned tls_generation; /* of the context that verified the certificate */
  enum connection_state state;
  bool close_after; /* the answer being sent is the last one */
  bool refused;     /* the answer is known; the body is read only to keep the connection */
  char address[48];
  str certname; /* heap; of the certificate; empty: none */
  /* Of the request in work. */
  struct arena *arena;
  struct request *request;
  struct answer answer;
  struct event *pause;       /* NULL: none */
  uint64_t limit, body_left; /* body_left: of a body, or of a chunk */
  enum chunk_part chunk;
  struct buf body;          /* heap */
  uint64_t moved, received; /* bytes since the timer was set; of the body */
  struct timespec body_began;
  uint64_t file_at;    /* of answer.file: what is read */
  uint64_t body_bytes; /* of the answer's body */
};

struct connection_list {
  struct connection *first, *last;
};

struct http {
  struct event_base *base;
  const struct http_options *options;
  const struct http_handler *handler;
  void *ctx;
  struct http_counts *counts;
  struct connection_list idle, waiting, others; /* longest in this state first */
  unsigned n, nwaiting;
  struct event *work; /* answers the next request in the queue */
  bool draining;
  int64_t linger_ms;
  time_t date_s;
  char date[32];
};

/* --- send.c --- */
/* Puts head and body of the connection's answer into the output. */
void send_answer(struct connection *c);
/* Puts more bytes of the file into the output. False: the file has become shorter. */
bool send_more(struct connection *c);
const char *status_phrase(int status);

/* --- peer.c --- */
/* Fills the request's peer from the connection's certificate. */
void peer_fill(struct connection *c, struct request *r);

#endif
