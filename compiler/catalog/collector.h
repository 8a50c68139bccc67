/* Collectors (`File<| mode == '0644' |> { owner => root }`), realize(), and the resources that they match. The
 * evaluator compiles the query into a struct query; the catalog runs it until nothing new is found. */
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
  QUERY_NEVER,     /* an operand that is not a comparison, and is false */
  QUERY_ALWAYS     /* … and true */
};

struct query {
  enum query_op op;
  const struct query *left, *right;
  const symbol *name;
  value value;
  const struct tag **tags;
  uint32_t ntags;
  struct tag_bits needs; /* tags that every match has */
  uint64_t names;        /* masks of the attributes in the query */
};

/* A resource that another node exports, and the source of such resources. `rtype`: "Apache::Vhost". References in the
 * query are texts. False with a message in *error; the results are in the arena. */
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
  const struct relationship_end *alternative; /* X -> C -> Y: X, used if C stays empty */
  uint32_t nalternative;
  str *refs; /* FIXED: references not found yet, "File[/x]" */
  uint32_t nrefs;
  bool deleted;
  uint32_t seen;                    /* number of resources of the type that it has checked, */
  uint32_t seen_changes, seen_tags; /* the counts of changes at that time, + 1 */
  bool searched;                    /* EXPORTED: the other nodes' resources have been searched */
};

/* The resources of one type, in order, and the number of changes to attributes that a query may have read. */
struct listed_type {
  struct ptrvec resources;
  uint64_t asked; /* masks of the attributes in queries */
  uint32_t changes;
};

/* Fails for types that cannot be collected: "Classes cannot be collected", "Resource type x doesn't exist".
 * `type_name` is in lower case. */
void catalog_check_collectable(struct compilation *c, str type_name);
/* Registers a collector of a type that was checked. `place` is the expression. `noverrides` may be 0. */
struct collector *catalog_collect(struct compilation *c, struct scope *s, const ast *place, str type_name,
                                  enum collector_kind kind, const struct query *query,
                                  const struct parameter *overrides, uint32_t noverrides);
/* The function realize(). References are values: types Resource or Class, or strings "File[x]". Arrays are flattened.
 */
void catalog_realize(struct compilation *c, struct scope *s, const value *refs, uint32_t n);

/* For the catalog. Runs all collectors once; returns whether one found something new. */
bool catalog_run_collectors(struct compilation *c);
/* Fails if a realize() did not find its resource. */
void catalog_check_collectors(struct compilation *c);

#endif
