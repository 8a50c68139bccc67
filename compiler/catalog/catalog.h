/* The catalog during a compilation: resources in order, edges, classes, tags, and pending work, all in the
 * compilation's arena. Functions fail by fail_error (so that inside an evaluation the message gets Puppet's "Evaluation
 * Error: Error while evaluating a Resource Statement, …") unless their comment names another way. */
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

/* An edge that contain() made. */
struct contained {
  const struct resource *container, *class;
  struct source *source;
  uint32_t offset;
};

/* The name and version of the catalog. */
struct catalog_identity {
  str name;         /* certname */
  str version_text; /* from config_version; empty: version_number */
  int64_t version_number;
  char uuid[37];
};

/* The tags of all resources. */
struct catalog_tags {
  struct strmap known;        /* text -> struct tag * */
  size_t longest;             /* bytes of the longest in JSON */
  uint32_t container_changes; /* counts tags added to containers after their evaluation */
};

/* Names of classes in the order of evaluation, each once. */
struct catalog_classes {
  const symbol **names;
  uint32_t n, cap;
};

/* Relations between resources beside the edges of containment. */
struct catalog_relations {
  struct ptrvec arrows;   /* struct relationship *: those of manifests */
  struct relation *items; /* of the finished catalog */
  uint32_t n, cap;
  struct ptrvec contained; /* struct contained *: edges of contain(), which may be cyclic */
  str cycles_dot;          /* a graph of the cycles; empty: no cycles */
};

/* Pending work. */
struct catalog_work {
  struct ptrvec bodies;     /* struct resource *: classes and defines that may need evaluation */
  struct ptrvec collectors; /* struct collector * */
  struct strmap overrides;  /* key of a missing resource -> struct ptrvec * of struct override * */
  struct ptrmap overriding; /* definitions that contain a collector with overrides */
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
  struct resource tag_holder; /* has the catalog's own tags */
  struct catalog_relations relations;
  struct catalog_work work;
  struct catalog_node_match node;
  struct provenance *provenance; /* where values came from (provenance.h); NULL: not kept */
  bool has_untitled;             /* some value has a reference with an empty title */
};

/* environment_find_type for a name in lower case without a leading "::". */
const struct resource_type *catalog_type(struct compilation *c, const symbol *name);

/* --- making resources --- */
enum resource_form { RESOURCE_FORM_REGULAR, RESOURCE_FORM_VIRTUAL, RESOURCE_FORM_EXPORTED };

/* One body of a resource expression: a resource for each title. */
struct resource_request {
  const ast *place;    /* the expression, for file and line; never NULL */
  str type_name;       /* as written */
  const symbol *known; /* of type_name, if that is in lower case without a leading "::"; else NULL */
  enum resource_form form;
  const str *titles;
  const value *typed; /* the values of the titles if some are not strings; else NULL */
  uint32_t ntitles;
  const struct parameter *params; /* those of a `default` body are merged in */
  uint32_t nparams;
  struct valuevec *refs; /* references to the new resources (type values) are appended; may be NULL */
};
/* Creates the resources. Classes are evaluated at once, defines later in their order. */
void catalog_create_resources(struct compilation *c, struct scope *s, const struct resource_request *request);
/* `File { mode => … }` in scope s. */
void catalog_define_defaults(struct compilation *c, struct scope *s, str type_name, const struct parameter *params,
                             uint32_t nparams);
/* For Ruby code. Returns the defaults of a type in the scope and those around it: {attribute => value}. */
value catalog_defaults(struct compilation *c, struct scope *s, str type_name);
/* Adds or replaces a default of the scope. */
void catalog_set_default(struct compilation *c, struct scope *s, str type_name, const struct parameter *p);
/* From now on Ruby's object of the scope is asked for all defaults of this scope and those around it. */
void scope_replace_defaults(struct compilation *c, struct scope *s, value object);
/* `File['x'] { mode => … }`: one reference. The caller has checked that it is a resource reference with a
 * title (ILLEGAL_OVERRIDDEN_TYPE). */
void catalog_override(struct compilation *c, struct scope *s, const ast *place, const struct type *reference,
                      const struct parameter *params, uint32_t nparams);

/* --- classes. Names without leading "::" --- */
/* include: declares and evaluates classes that the catalog lacks. `out` (room for n, may be NULL) receives Class[...]
 * of each, beginning with those that the catalog had, as Puppet's evaluate_classes returns them. */
void catalog_include_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n,
                             struct resource **out);
void catalog_contain_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n);
void catalog_require_classes(struct compilation *c, struct scope *s, const str *names, uint32_t n);

/* --- finding --- */
/* Finds a resource by title (of classes in any case), alias, or the values of its namevars; NULL: not found. */
struct resource *catalog_find(struct compilation *c, const symbol *type, str title);
/* Finds a class by its name in lower case. */
struct resource *catalog_find_class(struct compilation *c, const symbol *name);
/* Finds "File[/x]"; NULL: not found, or not a reference. */
struct resource *catalog_find_ref(struct compilation *c, str ref);
struct resource *catalog_find_reference(struct compilation *c, const struct type *reference);
/* Returns File['x']['mode']: the parameter, the resource default of its scope, or undef. */
value catalog_parameter(const struct resource *r, const symbol *name);
/* Returns the value Type[Class[..]] or Type[Resource[..]] for a resource. */
value catalog_reference(struct compilation *c, const struct resource *r);

/* --- steps of compile.c --- */
struct catalog *catalog_new(struct compilation *c);
struct resource *resource_new(struct compilation *c, struct scope *s, const struct resource_type *type, str title);
/* Adds a resource, like Puppet's add_resource; without `contained` it makes no edge and does not check the stage. */
void catalog_add(struct compilation *c, struct scope *s, struct resource *r, bool contained);
void catalog_add_class(struct compilation *c, const symbol *name);
void catalog_add_edge(struct compilation *c, struct resource *source, struct resource *target);
bool catalog_has_edge(const struct resource *source, const struct resource *target);
/* Evaluates a class, define or node if that has not been done. */
void catalog_evaluate(struct compilation *c, struct resource *r);
/* The same without the tags of its containers, like Puppet's evaluate_code. */
void catalog_evaluate_code(struct compilation *c, struct resource *r);
/* Removes a resource with its edges and aliases. Collectors still find it. */
void catalog_remove(struct compilation *c, struct resource *r);
struct resource *catalog_ensure_class(struct compilation *c, struct scope *s, const struct definition *d,
                                      const struct hash *params);
struct resource *catalog_ensure_node(struct compilation *c, const struct definition *d);
/* Evaluates pending defines; true if there were any. */
bool catalog_evaluate_defines(struct compilation *c);
/* Finishes overrides, tags, Sensitive values and names of attributes; then copies metaparameters from containers to
 * what they contain. */
void catalog_finish(struct compilation *c);
void catalog_check_overrides(struct compilation *c);
/* Fails if a reference has an empty title and its type has no resource with an empty title. For a finished catalog. */
void catalog_check_titles(struct compilation *c);

/* --- writing (catalog_json.c) --- */
/* Writes the catalog without virtual resources, and without exported ones if `drop_exported`. */
void catalog_write_json(struct compilation *c, struct json_writer *w, bool drop_exported);
uint32_t catalog_count(const struct catalog *cat, bool drop_exported, uint32_t *edges);
/* Counts the resources of each type that are written. The types are in the order of their first resources, in the
 * compilation's arena. */
size_t catalog_count_types(struct compilation *c, struct observer_type_count **out);

#endif
