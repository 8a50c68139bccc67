/* Resources and their parameters during a compilation. */
#ifndef FICELLE_CATALOG_RESOURCE_H
#define FICELLE_CATALOG_RESOURCE_H

#include "base/map.h"
#include "base/symbol.h"
#include "compiler/environment/resource_type.h"
#include "compiler/syntax/source.h"
#include "compiler/values/value.h"

struct compilation;
struct listed_type;
struct type_texts;
struct edge;
struct scope;
struct definition;
struct restype;

/* An attribute of an expression or of a resource. The evaluator of an attribute operation sets name, value, append,
 * source, offset and setter. */
struct parameter {
  const symbol *name;
  value value;
  struct source *source; /* where it was set; NULL: unknown */
  struct scope *setter;  /* scope that set it; used by overrides */
  uint32_t offset;
  bool append;       /* +> */
  bool from_default; /* came from resource defaults */
  bool own;          /* its arrays and hashes are not shared */
};

/* A tag has one bit in each word; a set of tags has the bits of all its tags. A set lacks each tag whose bits it does
 * not cover. */
struct tag_bits {
  uint64_t low, high;
};
static inline bool tag_bits_cover(struct tag_bits set, struct tag_bits some)
{
  return ((some.low & ~set.low) | (some.high & ~set.high)) == 0;
}
static inline struct tag_bits tag_bits_both(struct tag_bits a, struct tag_bits b)
{
  return (struct tag_bits){a.low | b.low, a.high | b.high};
}

/* Tags are interned per catalog, not per process, since titles are tags. */
enum { TAG_ROOM = 16 };
struct tag {
  str text, quoted; /* quoted: as JSON; at least TAG_ROOM bytes are readable */
  struct tag_bits bits;
  bool qualified;          /* contains "::" */
  struct ptrvec *segments; /* its parts as tags; NULL until a resource has it */
};

/* Tags of one resource, or of the catalog. The set is empty when it is zero. */
struct tag_set {
  const struct tag **items; /* in the order they were added, each once; room for `cap` */
  uint32_t n, cap;
  struct tag_bits bits; /* of all its tags */
  struct ptrmap *index; /* tag -> anything; NULL while there are few */
};

/* Tags of its containers that a resource has. */
struct tag_inheritance {
  struct tag_bits bits;          /* of all containers, computed when the catalog's */
  uint32_t version;              /* tags.container_changes was this + 1; 0: never */
  uint32_t nmerged;              /* number of tags of `merged` that were merged; tags are never removed */
  const struct resource *merged; /* container whose tags were merged last */
};

/* Parameters in the order they were set, each name once. */
struct resource_params {
  struct parameter *items; /* room for `cap` */
  uint32_t n, cap;
  uint64_t mask; /* symbol_mask of their names: a parameter whose bit is missing is not set */
};

/* Where a resource comes from. */
struct resource_origin {
  const struct definition *setter; /* Puppet's `source`: the definition that declared it */
  struct source *source;           /* NULL: not declared in a text (include): no file and line in the catalog */
  uint32_t offset;                 /* in the source */
  uint32_t line;                   /* 0: none */
  str file;                        /* empty: none */
  str exporter;                    /* the node that exports it, if it is from the store; else empty */
};

/* Edges of a resource: lists linked by edge.next_in and edge.next_out, in the order they were added. */
struct resource_edges {
  struct edge *first_in, *last_in; /* from its containers */
  struct edge *first_out, *last_out;
};

/* Finished steps of a resource. */
struct resource_progress {
  bool evaluated;    /* the body of a class, define or node, or the checks of others */
  bool scope_tagged; /* it has the tags of its containers */
  bool checked;      /* its parameters were checked at its evaluation, and have not changed since */
  bool finished;
};

/* For writing the catalog. */
struct resource_writing {
  bool exported_last; /* by create_resources: the catalog has `exported` after `kind` */
  bool plain_ref;     /* `ref` needs no escapes in JSON; set when the resource is first written */
};

struct resource {
  const symbol *type;       /* lower case: "file", "class", "apache::vhost" */
  str title;                /* as Puppet's `title` prints it: "Base::Sub" for classes, "main" for main */
  const value *typed_title; /* the value that create_resources got in place of a string; else NULL */
  str ref;                  /* "File[/tmp/x]" */
  struct type_texts *texts; /* shared by its type; never NULL */
  enum resource_kind kind;
  uint32_t index;                      /* place in the catalog */
  const struct definition *definition; /* classes, defines and nodes; NULL for the others */
  const struct restype *restype;       /* built-in types; NULL for the others */
  struct resource_params params;
  const symbol **sensitive; /* names of parameters whose value was Sensitive */
  uint32_t nsensitive;
  bool virtual, exported; /* exported ones are virtual as well, until they are collected */
  bool declared;          /* by a resource expression, which sets `kind`; not by include */
  bool managed;           /* collectors find it and finishing changes it: all but Stage[main], Class[Settings] */
  struct resource_progress done;
  struct resource_writing writing;
  struct resource_origin origin;
  struct scope *scope;        /* declared in; NULL: none */
  struct scope *body_scope;   /* scope of an evaluated class, define or node; NULL before that */
  struct listed_type *listed; /* set once it is in the catalog and collectors can find it; else NULL */
  struct tag_set tags;
  struct tag_inheritance inherited;
  struct resource_edges edges;
};

/* The bit of an attribute in masks. */
static inline uint64_t symbol_mask(const symbol *name) { return (uint64_t)1 << (name->id & 63); }

/* Returns NULL if it is not set. `name` and `title` have no special meaning. */
static inline struct parameter *resource_param(const struct resource *r, const symbol *name)
{
  if ((r->params.mask & symbol_mask(name)) == 0) return NULL;
  for (struct parameter *p = r->params.items, *end = p + r->params.n; p < end; p++) {
    if (p->name == name) return p;
  }
  return NULL;
}
/* Returns the value of a parameter like Puppet's resource[name]: `title` is the title; undef if not set. Ignores
 * defaults. */
value resource_value(const struct resource *r, const symbol *name);
/* Whether the resource may have the attribute: a parameter of its define or class, or a metaparameter. */
bool resource_accepts(struct compilation *c, const struct resource *r, const symbol *name);
/* Sets or replaces a parameter; `tag` also tags the resource. */
void resource_set(struct compilation *c, struct resource *r, const struct parameter *p);
/* Removes a parameter. */
void resource_unset(struct resource *r, const symbol *name);

/* --- tags --- */
/* Finds a tag by its text in any case; creates it if `make`, else returns NULL. */
struct tag *catalog_tag(struct compilation *c, str text, bool make);
bool tag_is_valid(str tag);
/* Adds a tag in lower case, and the segments of a qualified one. Fails with "Invalid tag 'x y'". */
void resource_tag(struct compilation *c, struct resource *r, str tag);
/* Adds the tags in a string or a (nested) array of strings; ignores undef. */
void resource_tag_value(struct compilation *c, struct resource *r, value v);
/* Whether the resource has the tag (lower case) or will inherit it from its containers. */
bool resource_is_tagged(struct compilation *c, struct resource *r, str tag);
bool resource_is_tagged_with(struct compilation *c, struct resource *r, const struct tag *t);
/* Whether the resource itself has the tag. */
bool resource_has_tag(struct compilation *c, const struct resource *r, str tag);

/* Returns "Scope(Class[main])", the source of log messages. */
str scope_label(struct scope *s);

#endif
