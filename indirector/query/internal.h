/* What the files of the query engine share. */
#ifndef FICELLE_INDIRECTOR_QUERY_INTERNAL_H
#define FICELLE_INDIRECTOR_QUERY_INTERNAL_H

#include "indirector/query/pdb.h"
#include "indirector/store/internal.h"

enum pdb_type {
  PDB_TEXT,
  PDB_TIME, /* milliseconds */
  PDB_BOOL,
  PDB_NUMBER,
  PDB_JSON, /* any JSON, as canonical text */
  PDB_LIST, /* JSON list of texts: equal when one of them is equal */
  PDB_PATH, /* JSON list of texts and numbers */
  PDB_HASH, /* twenty bytes, shown in hexadecimal */
  PDB_SHOWN /* JSON that can only be selected */
};

enum {
  PDB_HIDDEN = 1, /* can be queried, but is not a field of a row */
  PDB_NEVER_NULL = 2,
  PDB_NESTED = 4,  /* a list of lists: equal when one of their texts is equal */
  PDB_SELECTED = 8 /* can only be selected */
};

struct pdb_field {
  const char *name, *sql;
  enum pdb_type type;
  unsigned flags;
};

struct pdb_entity {
  const char *name;  /* "fact_contents" */
  const char *path;  /* "fact-contents" */
  const char *from;  /* tables; that of nodes has the alias n */
  const char *where; /* NULL: all rows */
  bool has_node;     /* rows of hidden nodes are left out … */
  const struct pdb_field *fields;
  size_t nfields;
  const char *order; /* the default; NULL: none */
  bool not_in_pql;
  bool hidden_too;   /* … but not for this entity's path, as in PuppetDB */
  const char *alias; /* its name in messages; NULL: name */
};

extern const struct pdb_entity pdb_entities[];
extern const size_t pdb_entity_count;
/* By name or path; NULL: unknown. */
const struct pdb_entity *pdb_entity_named(str name);
const struct pdb_field *pdb_field_named(const struct pdb_entity *e, str name);
/* The fields that rows of both have in common, as pairs; 0: none. */
size_t pdb_relation(const struct pdb_entity *outer, const struct pdb_entity *inner, const char *pairs[4][2]);

/* --- compiling --- */

/* A value bound to a `?`. */
struct pdb_bound {
  enum { BOUND_TEXT, BOUND_INT, BOUND_REAL, BOUND_BLOB } kind;
  str text;
  int64_t integer;
  double real;
};

struct pdb_column {
  str name;
  enum pdb_type type;
};

/* A query while it is compiled, and its statement. */
struct pdb_query {
  struct arena *arena;
  struct pdb_bound *bound;
  uint32_t nbound, bound_cap;
  struct buf sql; /* of the whole statement */
  struct pdb_column *columns;
  uint32_t ncolumns;
  bool root;                /* the query contains its entity */
  bool inside;              /* a sub-query is compiled: rows of hidden nodes count, too */
  bool any_state, any_type; /* the query itself, or its path, selects the nodes and the kinds of reports */
  bool grouped;
  int depth;
  int status; /* of the error */
  str error;
};

/* Sets the error (400); always false. */
bool pdb_fail(struct pdb_query *q, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool pdb_fail_with(struct pdb_query *q, int status, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void pdb_bind_text(struct pdb_query *q, str text);
void pdb_bind_int(struct pdb_query *q, int64_t i);
void pdb_bind_real(struct pdb_query *q, double d);

/* Paging. */
struct pdb_order {
  str field;
  value path; /* undef if it is not a string */
  bool descending;
};
struct pdb_paging {
  struct pdb_order *order;
  uint32_t norder;
  int64_t limit, offset; /* limit -1: no limit */
};

/* Checks all names of fields. */
bool pdb_check(struct pdb_query *q, const struct pdb_entity *e, value tree);
/* These set the error that a field cannot be queried or extracted; always false. */
bool pdb_unknown_field(struct pdb_query *q, const struct pdb_entity *e, str name);
bool pdb_unknown_extract(struct pdb_query *q, const struct pdb_entity *e, str name);
/* Whether it is a path with dots in a field of JSON. */
bool pdb_is_dotted(const struct pdb_entity *e, str name);
/* Appends a condition on rows of the entity to `out`. */
bool pdb_condition(struct pdb_query *q, const struct pdb_entity *e, value tree, struct buf *out);
/* Appends an expression for a selectable field, with dots or without. */
bool pdb_shown(struct pdb_query *q, const struct pdb_entity *e, str name, struct buf *out, enum pdb_type *type);
/* Appends the SELECT of a sub-query: `extract` with its fields in order. */
bool pdb_subselect(struct pdb_query *q, const struct pdb_entity *e, value tree, uint32_t wanted, struct buf *out);
/* Compiles the whole SELECT: condition or extract, and paging. Fills columns. `total`: only count the rows. */
bool pdb_select(struct pdb_query *q, const struct pdb_entity *e, value tree, const struct pdb_paging *paging,
                bool total, struct buf *out);
/* Splits ["from", entity, query?, paging…]. */
bool pdb_from(struct pdb_query *q, value tree, const struct pdb_entity **e, value *query, struct pdb_paging *paging);

/* Whether ["OP", "field", …] is anywhere in the tree. */
bool pdb_mentions(value tree, const char *field);
bool pdb_is(value tree, const char *op);
str pdb_json(struct arena *a, value v);

/* --- running --- */

struct pdb_run {
  struct store *store;
  struct pdb_query *q;
  int64_t until; /* deadline_now_ms(); 0: no limit */
};
/* Prepares and binds; NULL with the error in q. */
sqlite3_stmt *pdb_start(struct pdb_run *run, str sql);
/* The next row: SQLITE_ROW, SQLITE_DONE, or anything else with the error in q. */
int pdb_step(struct pdb_run *run, sqlite3_stmt *st);
void pdb_stop(struct pdb_run *run, sqlite3_stmt *st);
void pdb_write_row(sqlite3_stmt *st, const struct pdb_column *columns, uint32_t n, struct buf *out);

/* --- event counts (counts.c) --- */
struct pdb_counts {
  str summarize_by, count_by;
  value filter;
  bool aggregate;
  bool distinct; /* only the last event of each resource of a node between the two times */
  int64_t from, until;
};
bool pdb_select_counts(struct pdb_query *q, value tree, const struct pdb_counts *c, const struct pdb_paging *paging,
                       bool total, struct buf *out);

#endif
