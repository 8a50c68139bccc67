/* ficelle-load: simulates many agents of a server, in one process with one event loop. Its own work must be small
 * compared with what it measures: answers are not decoded, and requests are assembled from prepared parts.
 *
 *   options   the command line                        nodes    whose catalogs: names, facts, certificates
 *   request   the texts of requests                  reply    answers as they come
 *   client    one agent: its connection, its steps   driver   all of them: ramp, stages, the end
 *   tally     what is counted (spread: percentiles)  show, results, draw    text, JSON, pictures
 *
 * A client takes one node after the other and performs a transaction for it: a catalog, or a complete run. A stage has
 * a number of concurrent clients; there is one stage for each number in --concurrency. */
#ifndef FICELLE_LOAD_LOAD_H
#define FICELLE_LOAD_LOAD_H

#include <openssl/ssl.h>
#include <sys/socket.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/settings.h"
#include "cli/cli.h"
#include "load/tally.h"

enum load_reuse {
  LOAD_REUSE_RUN,   /* a connection for each transaction, as agents do */
  LOAD_REUSE_NONE,  /* one for each request */
  LOAD_REUSE_CLIENT /* one for the client's life, as far as the server keeps it */
};

enum { LOAD_STAGES_MOST = 32, LOAD_CLIENTS_MOST = 100000 };

/* Times are seconds. */
struct load_options {
  const char *server;
  unsigned port;
  const char *environment;
  unsigned stages[LOAD_STAGES_MOST], stage_count; /* clients at one time */
  unsigned repeat;                                /* transactions of each client; 0: until the end of the time */
  double duration, ramp, think, splay, timeout;
  bool runs;         /* whole runs; else catalogs only */
  bool first;        /* each is the first run of a new node */
  bool gzip, resume; /* compressed answers; TLS sessions are resumed */
  enum load_reuse reuse;
  /* Nodes. */
  const char *name; /* "%d" is the number of the node */
  unsigned nodes;
  const char *facts_file, *facts_dir, *report_file;
  bool node_certificates;                      /* each has its own, in certdir and privatekeydir */
  const char *certificate, *key, *authorities; /* NULL: none */
  /* Results. */
  const char *json, *draw, *label;
  bool quiet;
};

/* Reads the command line; CLI_GO or an exit status. Texts are those of argv and of the settings. */
int load_options_read(struct load_options *o, struct cli *cli, int *argc, char **argv);

/* --- nodes --- */

struct load_text; /* a body with holes for a node's name */

struct load_node {
  str name;
  const struct load_text *facts; /* as a field of a form */
  X509 *certificate;             /* NULL: none */
  EVP_PKEY *key;
  SSL_SESSION *session; /* to be resumed; owned; NULL: none */
  bool ran;             /* a run has succeeded */
  str *sources;         /* of files in its catalog: "modules/M/f"; NULL: unknown so far */
  size_t source_count;
};

struct load_nodes {
  struct arena *arena;
  struct load_node *nodes;
  size_t count;
  const struct load_text *report;
};

/* False with a line in `why`. */
bool load_nodes_read(struct load_nodes *n, struct arena *a, const struct load_options *o, struct settings *s,
                     struct buf *why);
void load_nodes_release(struct load_nodes *n);
/* Finds the sources of the catalog's files, once. `body`: as it was sent. */
void load_node_learn(struct load_nodes *n, struct load_node *node, str body, bool gzip);

/* Decompresses a gzip body, to at most 256 MiB. False: it is damaged; *out may contain its beginning. */
bool load_uncompress(str body, struct buf *out);

/* --- requests --- */

/* Encodes facts in JSON as an agent sends them in a form, escaped twice. Placeholders become gaps, which each request
 * fills. */
const struct load_text *load_text_facts(struct arena *a, str json);
const struct load_text *load_text_plain(struct arena *a, str json);
#define LOAD_PUPPET_VERSION "8.10.0"
/* Placeholders for a node's name, its first part, and the rest. */
#define LOAD_TOKEN_NAME "zq0ficelle0node0qz"
#define LOAD_TOKEN_HOST "zq0ficelle0host0qz"
#define LOAD_TOKEN_DOMAIN "zq0ficelle0domain0qz"
#define LOAD_TOKEN_UUID "zq0ficelle0uuid0qz"
#define LOAD_TOKEN_TIME "zq0ficelle0time0qz"

struct load_wish {
  const struct load_options *o;
  const struct load_nodes *nodes;
  const struct load_node *node;
  enum load_step step;
  size_t file;             /* which of its sources */
  const char *uuid, *time; /* of the run */
};
/* Appends the whole request. */
void load_request_write(struct buf *out, const struct load_wish *w);

/* --- all clients --- */

struct load {
  struct load_options o;
  struct arena *arena;
  struct settings *settings;
  struct load_nodes nodes;
  struct event_base *base;
  SSL_CTX *tls;
  struct sockaddr_storage address;
  int address_size;
  struct tally tally; /* of the stage */
  size_t next_node;
  bool stopping; /* start no more transactions */
  bool interrupted;
};

/* Runs all stages, and calls `over` after each. False with a line in `why` when the test could not start. */
bool driver_run(struct load *l, void (*over)(struct load *l, const struct tally *t, void *ctx), void *ctx,
                struct buf *why);

/* --- results --- */

struct json_t;
/* Prints a stage as text for people. */
void show_stage(const struct load *l, const struct tally *t, struct buf *out);
void show_table(const struct load *l, struct json_t *stages, struct buf *out);
/* The stage as JSON; a new reference. */
struct json_t *results_stage(const struct load *l, const struct tally *t);
/* All results of a run of the program: its options and its stages, whose reference is taken. A new reference. */
struct json_t *results_all(const struct load *l, struct json_t *stages);
/* Draws the results of one or several runs of the program, an array of results of results_all, into a folder: files of
 * numbers, a script for gnuplot, and PNG when gnuplot is installed. False with a line in `why`. */
bool draw_results(struct json_t *runs, const char *folder, struct buf *why);

#endif
