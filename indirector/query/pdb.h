/* PuppetDB's query API over the store: PQL and AST in, rows as JSON out.
 *
 * A query is a value: the JSON of PuppetDB's AST (["and", ["=", "certname", "x"], …]). PQL is translated into it. An
 * AST is compiled into one SELECT with bound parameters over the tables of its entity (entities.c); text of the client
 * never becomes a part of the SQL. Messages are PuppetDB's if they are readable. */
#ifndef FICELLE_INDIRECTOR_QUERY_PDB_H
#define FICELLE_INDIRECTOR_QUERY_PDB_H

#include "indirector/store/store.h"

/* The version of PuppetDB whose answers are reproduced. */
#define PDB_VERSION "7.12.1"

/* Receives a piece of the answer; false stops the query. */
typedef bool pdb_put_fn(void *ctx, str piece);

struct pdb_parameter {
  str name, value; /* decoded */
};

/* A request below /pdb/query/v4. */
struct pdb_request {
  str path; /* the rest: "nodes/x/facts", with %XX not decoded; empty: the root */
  const struct pdb_parameter *parameters;
  size_t nparameters;
  str body;           /* of a POST: a JSON object with the parameters; empty: no body */
  int64_t time_limit; /* seconds; 0: no limit */
  pdb_put_fn *put;
  void *ctx;
};

struct pdb_answer {
  int status; /* 200: `put` received the rows; else `error` is the whole body */
  bool json;  /* `error` is JSON, not text */
  str error;
  int64_t total; /* for X-Records; -1: not requested */
};

/* Answers a request, allocating in the arena. */
void pdb_answer(struct store *s, struct arena *a, const struct pdb_request *r, struct pdb_answer *out);

/* Runs a query that contains its entity: AST (["from", …]) or PQL (a text). *rows are values. False with a message. */
bool store_query(struct store *s, struct arena *a, value query, int64_t time_limit, value *rows, str *error);

/* Parses PQL into AST; false with PuppetDB's message, which has several lines. */
bool pdb_parse_pql(struct arena *a, str text, value *tree, str *error);

/* Executes a command (POST /pdb/cmd/v1): `parameters` of its URL with the payload as `body`, or, without parameters,
 * the whole command as `body`. The answer's `error` is the whole body, whatever the status. */
void pdb_take_command(struct store *s, struct arena *a, const struct pdb_parameter *parameters, size_t nparameters,
                      str body, struct pdb_answer *out);

#endif
