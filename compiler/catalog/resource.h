/* Resources while a catalog is being made, and their parameters. */
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

/* One attribute as given by an expression, and as kept in a resource. Who evaluates an attribute operation
 * fills name, value, append, source, offset and setter. */
struct parameter {
  const symbol *name;
  value value;
  struct source *source; /* where it was set; NULL unknown */
  struct scope *setter;  /* scope that set it: overrides ask for it */
  uint32_t offset;
  bool append;       /* +> */
  bool from_default; /* came from resource defaults */
  bool own;          /* nothing else has the arrays and hashes in it */
};

/* A tag has one bit in each word; a set of tags has those of all its tags. So what a set does not cover is
 * not in it. */
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

/* Tags are interned per catalog: titles are tags, and must not stay when the catalog is gone. */
enum { TAG_ROOM = 16 };
struct tag {
  str text, quoted; /* quoted: as JSON; TAG_ROOM bytes of it can be read at least */
  struct tag_bits bits;
  bool qualified;          /* has segments, */
  struct ptrvec *segments; /* as tags; NULL until a resource got them */
};

/* Tags of one resource, or of the catalog. The set is empty when it is zero. */
struct tag_set {
  const struct tag **items; /* in the order they were added, without doubles; room for `cap` */
  uint32_t n, cap;
  struct tag_bits bits; /* of all its tags */
  struct ptrmap *index; /* tag -> anything; made when there are many */
};

/* What a resource has from the tags of what contains it. */
struct tag_inheritance {
  struct tag_bits bits;          /* of all containers, as they were when the catalog's */
  uint32_t version;              /* tags.container_changes was this + 1; 0: never */
  uint32_t nmerged;              /* so many tags of `merged` were merged: tags only become more */
  const struct resource *merged; /* whose tags were merged last */
};

/* Parameters in the order they were set, no name twice. */
struct resource_params {
  struct parameter *items; /* room for `cap` */
  uint32_t n, cap;
  uint64_t mask; /* symbol_mask of their names: one whose bit is missing is not set */
};

/* Where a resource comes from. */
struct resource_origin {
  const struct definition *setter; /* Puppet's `source`: the definition that declared it */
  struct source *source;           /* NULL: not from a text (include): no file and line in the catalog */
  uint32_t offset;                 /* in the source */
  uint32_t line;                   /* 0: none */
  str file;                        /* empty: none */
  str exporter;                    /* the node that exports it, when it came from the store; else empty */
};

/* Edges of the catalog at a resource: lists through edge.next_in and edge.next_out, in the order they were added. */
struct resource_edges {
  struct edge *first_in, *last_in; /* from its containers */
  struct edge *first_out, *last_out;
};

/* What has been done with a resource. */
struct resource_progress {
  bool evaluated;    /* the body of a class, define or node; the checks of others */
  bool scope_tagged; /* it has the tags of what contains it */
  bool checked;      /* its parameters were checked when it was evaluated, and not changed since */
  bool finished;
};

/* For who writes the catalog. */
struct resource_writing {
  bool exported_last; /* by create_resources: the catalog has `exported` behind `kind` */
  bool plain_ref;     /* nothing in `ref` has to be escaped in JSON: known once the resource was written */
};

struct resource {
  const symbol *type;       /* lower case: "file", "class", "apache::vhost" */
  str title;                /* as Puppet's `title` prints it: "Base::Sub" for classes, "main" for main */
  const value *typed_title; /* what create_resources was given in place of a string; else NULL */
  str ref;                  /* "File[/tmp/x]" */
  struct type_texts *texts; /* what all of its type share; never NULL */
  enum resource_kind kind;
  uint32_t index;                      /* place in the catalog */
  const struct definition *definition; /* classes, defines and nodes; NULL for the others */
  const struct restype *restype;       /* built-in types; NULL for the others */
  struct resource_params params;
  const symbol **sensitive; /* names of parameters whose value was Sensitive */
  uint32_t nsensitive;
  bool virtual, exported; /* exported ones are virtual as well, until they are collected */
  bool declared;          /* by a resource expression: has a kind; `include` does not */
  bool managed;           /* collectors see it and finishing touches it: all but Stage[main], Class[Settings] */
  struct resource_progress done;
  struct resource_writing writing;
  struct resource_origin origin;
  struct scope *scope;        /* declared in; NULL: in none */
  struct scope *body_scope;   /* scope of the evaluated class, define or node; NULL before */
  struct listed_type *listed; /* once it is in the catalog and collectors can see it; else NULL */
  struct tag_set tags;
  struct tag_inheritance inherited;
  struct resource_edges edges;
};

/* The bit of an attribute in masks. */
static inline uint64_t symbol_mask(const symbol *name) { return (uint64_t)1 << (name->id & 63); }

/* NULL when not set. `name` and `title` are not special here. */
static inline struct parameter *resource_param(const struct resource *r, const symbol *name)
{
  if ((r->params.mask & symbol_mask(name)) == 0) return NULL;
  for (struct parameter *p = r->params.items, *end = p + r->params.n; p < end; p++) {
    if (p->name == name) return p;
  }
  return NULL;
}
/* The value of a parameter as Puppet's resource[name]: `title` is the title; undef when not set. No defaults. */
value resource_value(const struct resource *r, const symbol *name);
/* Whether the resource may have such an attribute (parameters of defines and classes, metaparameters
 * included). */
bool resource_accepts(struct compilation *c, const struct resource *r, const symbol *name);
/* Sets or replaces; a parameter `tag` also tags the resource. */
void resource_set(struct compilation *c, struct resource *r, const struct parameter *p);
/* Takes a parameter away. */
void resource_unset(struct resource *r, const symbol *name);

/* --- tags --- */
/* The one tag of that text, in any case. NULL when there is none yet and none is to be made. */
struct tag *catalog_tag(struct compilation *c, str text, bool make);
bool tag_is_valid(str tag);
/* Adds a tag in lower case, and the segments of a qualified one. Fails with "Invalid tag 'x y'". */
void resource_tag(struct compilation *c, struct resource *r, str tag);
/* Tags with a value: a string, or an array of such (nested ones too); undef is nothing. */
void resource_tag_value(struct compilation *c, struct resource *r, value v);
/* Whether the resource has the tag (lower case) or is going to inherit it from what contains it. */
bool resource_is_tagged(struct compilation *c, struct resource *r, str tag);
bool resource_is_tagged_with(struct compilation *c, struct resource *r, const struct tag *t);
/* Whether the resource itself has it. */
bool resource_has_tag(struct compilation *c, const struct resource *r, str tag);

/* "Scope(Class[main])": the source of log messages. */
str scope_label(struct scope *s);

#endif
