/* Collectors: `File<| mode == '0644' |> { owner => root }`, `realize`, and what they match. The evaluator
 * turns the query into a small program of struct query; the catalog runs it until nothing new is found. */
#ifndef FICELLE_CATALOG_COLLECTOR_H
#define FICELLE_CATALOG_COLLECTOR_H

#include "base/map.h"
#include "compiler/catalog/resource.h"
#include "compiler/types/type.h"

struct catalog;
struct relationship_end;

enum query_op {
  QUERY_AND,
  QUERY_OR, /* left, right */
  QUERY_EQUAL,
  QUERY_NOT_EQUAL, /* name, value: an attribute, or `title`; `tag` with QUERY_NOT_EQUAL only */
  QUERY_TAG,       /* tag == x: one of `tags` */
  QUERY_NEVER,     /* an operand that is no comparison and false */
  QUERY_ALWAYS     /* … and true */
};

struct query {
  enum query_op op;
  const struct query *left, *right;
  const symbol *name;
  value value;
  const struct tag **tags;
  uint32_t ntags;
  struct tag_bits needs; /* of the tags without which nothing matches */
  uint64_t names;        /* masks of the attributes asked for */
};

/* A resource that another node exports, and where they are looked for. `rtype` as "Apache::Vhost". Values of
 * the query that are references are given as text. False with a message; the results are in the arena. */
struct exported_resource {
  str certname, type, title;
  const struct hash *parameters;
};
struct exported_source {
  void *ctx;
  bool (*search)(void *ctx, struct arena *a, str rtype, str node, const struct query *query,
                 struct exported_resource **out, uint32_t *n, str *error);
};

enum collector_kind { COLLECT_VIRTUAL, COLLECT_EXPORTED, COLLECT_FIXED };

struct collector {
  enum collector_kind kind;
  const symbol *type;          /* lower case; not for FIXED */
  const struct query *query;   /* NULL: all */
  struct parameter *overrides; /* from the braces; file, line and setter in each */
  uint32_t noverrides;
  bool has_overrides;
  struct scope *scope;
  struct source *source; /* place of the expression */
  uint32_t offset;
  struct ptrvec collected; /* struct resource *, in the order found */
  struct ptrmap collected_set;
  const struct relationship_end *alternative; /* X -> C -> Y: X, for when C stays empty */
  uint32_t nalternative;
  str *refs; /* FIXED: references not found yet, "File[/x]" */
  uint32_t nrefs;
  bool deleted;
  uint32_t seen;                    /* so many resources of the type were looked at, */
  uint32_t seen_changes, seen_tags; /* when the counts of changes were these, + 1 */
  bool searched;                    /* EXPORTED: the other nodes' resources were looked for */
};

/* The resources of one type, in order, and how often something changed that a query may have asked for. */
struct listed_type {
  struct ptrvec resources;
  uint64_t asked; /* masks of the attributes that queries ask for */
  uint32_t changes;
};

/* Fails for types nothing can be collected of: "Classes cannot be collected", "Resource type x doesn't
 * exist". `type_name` in lower case. */
void catalog_check_collectable(struct compilation *c, str type_name);
/* Registers a collector of a type that was checked. `place`: the expression. Overrides may be 0. */
struct collector *catalog_collect(struct compilation *c, struct scope *s, const ast *place, str type_name,
                                  enum collector_kind kind, const struct query *query,
                                  const struct parameter *overrides, uint32_t noverrides);
/* The function realize(): references as values (types Resource/Class, or strings "File[x]"); arrays are
 * flattened. */
void catalog_realize(struct compilation *c, struct scope *s, const value *refs, uint32_t n);

/* The catalog's part: runs all collectors once; true when any found something new. */
bool catalog_run_collectors(struct compilation *c);
/* Fails when a realize() found no resource. */
void catalog_check_collectors(struct compilation *c);

#endif
