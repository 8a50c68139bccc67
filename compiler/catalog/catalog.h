/* The catalog while it is made: resources in order, edges, classes, tags, and the work that is left to do.
 * All of it lives in the compilation's arena. Functions fail by fail_error (so that inside an evaluation the
 * message gets Puppet's "Evaluation Error: Error while evaluating a Resource Statement, …") unless said
 * otherwise. */
#ifndef FICELLE_CATALOG_CATALOG_H
#define FICELLE_CATALOG_CATALOG_H

#include "base/json_write.h"
#include "base/map.h"
#include "compiler/catalog/collector.h"
#include "compiler/catalog/names.h"
#include "compiler/catalog/relationship.h"
#include "compiler/catalog/resource.h"
#include "compiler/compilation/compilation.h"
#include "compiler/environment/environment.h"

/* container -> contained. Each is in a list of its source and one of its target. */
struct edge {
  struct resource *source, *target;
  struct edge *next_in, *next_out;
};

/* Where contain() made an edge. */
struct contained {
  const struct resource *container, *class;
  struct source *source;
  uint32_t offset;
};

/* What the catalog says of itself. */
struct catalog_identity {
  str name;         /* certname */
  str version_text; /* from config_version; empty: version_number */
  int64_t version_number;
  char uuid[37];
};

/* The tags that its resources share. */
struct catalog_tags {
  struct strmap known;        /* text -> struct tag * */
  size_t longest;             /* bytes of it in JSON */
  uint32_t container_changes; /* counts tags that came to containers already evaluated */
};

/* Names of classes, in the order they were evaluated, without doubles. */
struct catalog_classes {
  const symbol **names;
  uint32_t n, cap;
};

/* Relations between resources beside the edges of containment. */
struct catalog_relations {
  struct ptrvec arrows;   /* struct relationship *: as manifests say them */
  struct relation *items; /* of the finished catalog */
  uint32_t n, cap;
  struct ptrvec contained; /* struct contained *: what contain() made, which may go in a circle */
  str cycles_dot;          /* when there are cycles: a graph of them */
};

/* Work that is left to do. */
struct catalog_work {
  struct ptrvec bodies;     /* struct resource *: classes and defines that may have to be evaluated later */
  struct ptrvec collectors; /* struct collector * */
  struct strmap overrides;  /* key of a resource that is not there yet -> struct ptrvec * of struct override * */
  struct ptrmap overriding; /* definitions a collector with overrides stood in */
};

/* The text that a node definition with a regular expression matched. */
struct catalog_node_match {
  struct regex_match match;
  str subject;
};

struct catalog {
  struct arena *arena;
  struct catalog_identity identity;
  struct ptrvec resources;    /* struct resource *, in order */
  struct catalog_index index; /* by type and title or alias */
  struct ptrmap type_texts;   /* type symbol -> struct type_texts * */
  struct resource *main;
  struct catalog_tags tags;
  struct catalog_classes classes;
  struct resource tag_holder; /* its tags are the catalog's */
  struct catalog_relations relations;
  struct catalog_work work;
  struct catalog_node_match node;
  struct provenance *provenance; /* where values came from (provenance.h); NULL: not kept */
  bool has_untitled;             /* values with references that have an empty title were seen */
};

/* environment_find_type for a name in lower case without "::" in front. */
const struct resource_type *catalog_type(struct compilation *c, const symbol *name);

/* --- making resources --- */
enum resource_form { RESOURCE_FORM_REGULAR, RESOURCE_FORM_VIRTUAL, RESOURCE_FORM_EXPORTED };

/* One body of a resource expression: a resource for each title. */
struct resource_request {
  const ast *place;    /* the expression, for file and line; never NULL */
  str type_name;       /* as written */
  const symbol *known; /* of type_name, when that is in lower case without "::" in front; else NULL */
  enum resource_form form;
  const str *titles;
  const value *typed; /* the values behind the titles where some are no strings; else NULL */
  uint32_t ntitles;
  const struct parameter *params; /* those of a `default` body are merged in */
  uint32_t nparams;
  struct valuevec *refs; /* references to the new resources (type values) are appended; may be NULL */
};
/* Classes are evaluated at once, defines when their turn comes. */
void catalog_create_resources(struct compilation *c, struct scope *s, const struct resource_request *request);
/* `File { mode => … }` in scope s. */
void catalog_define_defaults(struct compilation *c, struct scope *s, str type_name, const struct parameter *params,
                             uint32_t nparams);
/* `File['x'] { mode => … }`: one reference. The caller has checked that it is a resource reference with a
 * title (ILLEGAL_OVERRIDDEN_TYPE). */
void catalog_override(struct compilation *c, struct scope *s, const ast *place, const struct type *reference,
                      const struct parameter *params, uint32_t nparams);

/* --- classes. Names without leading "::" --- */
/* include: declares and evaluates those that are not there yet. `out` (room for n, may be NULL) gets
 * Class[...] of each, those already there first, as Puppet's evaluate_classes returns them. */
void catalog_include_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n,
                             struct resource **out);
void catalog_contain_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n);
void catalog_require_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n);

/* --- finding --- */
/* By title, alias, or the value of the namevars. Class titles in any case. NULL when not there. */
struct resource *catalog_find(struct compilation *c, const symbol *type, str title);
/* The class of that name, in lower case. */
struct resource *catalog_find_class(struct compilation *c, const symbol *name);
/* "File[/x]"; NULL when not there or no reference at all. */
struct resource *catalog_find_ref(struct compilation *c, str ref);
struct resource *catalog_find_reference(struct compilation *c, const struct type *reference);
/* File['x']['mode']: the parameter or what the resource defaults of its scope say; undef when neither. */
value catalog_parameter(const struct resource *r, const symbol *name);
/* Type[Class[..]] or Type[Resource[..]] value for a resource. */
value catalog_reference(struct compilation *c, const struct resource *r);

/* --- steps of compile.c --- */
struct catalog *catalog_new(struct compilation *c);
struct resource *resource_new(struct compilation *c, struct scope *s, const struct resource_type *type, str title);
/* Puppet's add_resource; without `contained` no edge is made and the stage is not checked. */
void catalog_add(struct compilation *c, struct scope *s, struct resource *r, bool contained);
void catalog_add_class(struct compilation *c, const symbol *name);
void catalog_add_edge(struct compilation *c, struct resource *source, struct resource *target);
bool catalog_has_edge(const struct resource *source, const struct resource *target);
/* Evaluates a class, define or node; nothing when it has been. */
void catalog_evaluate(struct compilation *c, struct resource *r);
/* The same without the tags of what contains it: Puppet's evaluate_code. */
void catalog_evaluate_code(struct compilation *c, struct resource *r);
/* Takes it out, with its edges and aliases. Collectors still find it. */
void catalog_remove(struct compilation *c, struct resource *r);
struct resource *catalog_ensure_class(struct compilation *c, struct scope *s, const struct definition *d,
                                      const struct hash *params);
struct resource *catalog_ensure_node(struct compilation *c, const struct definition *d);
/* Evaluates defines that wait; true when there were any. */
bool catalog_evaluate_defines(struct compilation *c);
/* Overrides, tags, Sensitive, attribute names; then metaparameters flow from containers to what they contain. */
void catalog_finish(struct compilation *c);
void catalog_check_overrides(struct compilation *c);
/* Fails for a reference without a title, where its resource type has none that is empty. Once it is finished. */
void catalog_check_titles(struct compilation *c);

/* --- writing (catalog_json.c) --- */
/* Resources that are virtual are left out; exported ones too when `drop_exported`. */
void catalog_write_json(struct compilation *c, struct json_writer *w, bool drop_exported);
uint32_t catalog_count(const struct catalog *cat, bool drop_exported, uint32_t *edges);
/* How many of each type are handed over: the types in the order of their first resources, in
 * the compilation's arena. */
size_t catalog_count_types(struct compilation *c, struct observer_type_count **out);

#endif
