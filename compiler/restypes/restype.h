/* Resource types: the names of their attributes and what makes two resources the same thing. What the attributes do
 * to a host is the agent's business. Puppet's own are rows of schemas.def, those of modules are read by the
 * environment (environment/restypes.c); all look alike from here. */
#ifndef FICELLE_RESTYPES_RESTYPE_H
#define FICELLE_RESTYPES_RESTYPE_H

#include "base/map.h"
#include "base/regex.h"
#include "base/symbol.h"
#include "compiler/values/value.h"

/* What one pattern makes of a title: its groups are the values of these attributes, in order. */
struct title_pattern {
  const struct regex *regex;
  const symbol *const *names;
  uint32_t n; /* groups beyond it are left, attributes beyond the groups are undef */
};

/* The values that a title gives to attributes, in the pattern's order; V_UNDEF: a group that took no part. */
struct title_part {
  const symbol *name;
  value value;
};
struct title_parts {
  struct title_part *items;
  uint32_t n;
};

enum { RESTYPE_EARLY_IDS = 2048 };

/* Where it was read: Puppet's own, a file in .resource_types, a file in Ruby. */
enum restype_origin { RESTYPE_NATIVE, RESTYPE_STATIC, RESTYPE_RUBY };

struct restype {
  const symbol *name; /* "file" */
  enum restype_origin origin;
  str module;                      /* module that brings the type, empty: Puppet's own */
  str file;                        /* where it was read; empty: from a table */
  const symbol *const *attributes; /* properties and parameters without metaparameters, ended by NULL */
  uint32_t nattributes;
  const symbol *const *keys; /* the namevars, sorted by name: one in almost every type */
  uint32_t nkeys;
  const symbol *namevar;                /* the only key, "name" when there is not exactly one */
  bool not_isomorphic;                  /* only titles distinguish resources (exec, notify …) */
  bool plain_title;                     /* the title is the value of the only key */
  bool title_in_ruby;                   /* only its file in Ruby can take a title apart */
  const struct title_pattern *patterns; /* tried in order */
  uint32_t npatterns;
  /* Puppet's own patterns: the parts, in `parts` (room for nkeys). False when the title fits none. */
  bool (*split_title)(const struct restype *t, str title, struct title_parts *parts);
  /* What it accepts, metaparameters too, and "name" unless the type is a static one: bits of names with small ids,
   * since those of attributes are met early, and a set of all. */
  uint64_t early[RESTYPE_EARLY_IDS / 64];
  struct ptrmap attribute_set;
};

enum title_split { TITLE_SPLIT, TITLE_FITS_NONE, TITLE_TAKES_TOO_LONG, TITLE_IN_RUBY };

/* --- Puppet's own types and those of the modules in its packages --- */
/* NULL if the type does not exist. */
const struct restype *restype_find(const symbol *name);
/* All of them, ended by NULL. */
const struct restype *const *restype_all(void);

/* --- all types --- */
/* A type in an arena, with a plain title; its attributes and keys are set by the functions below. */
struct restype *restype_new(struct arena *a, const symbol *name, enum restype_origin origin);
/* In Puppet's order; `keys` in the order of declaration. */
void restype_set_attributes(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n);
void restype_set_keys(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n);
void restype_set_patterns(struct restype *t, const struct title_pattern *patterns, uint32_t n);
bool restype_has_attribute(const struct restype *t, const symbol *name); /* metaparameters included */
/* Takes a title apart; *out is filled (memory of `a`) when the answer is TITLE_SPLIT. For TITLE_IN_RUBY the environment
 * asks its file (environment_split_title). */
enum title_split restype_split_title(const struct restype *t, struct arena *a, str title, struct title_parts *out);

/* --- metaparameters --- */
bool restype_is_metaparameter(const symbol *name);
/* before, notify, require, subscribe. */
/* The bits of their ids (1 << id % 64), as in struct resource's mask of parameters. */
uint64_t restype_relationship_mask(void);
bool restype_is_relationship(const symbol *name);
/* All of them in Puppet's order, ended by NULL. */
const symbol *const *restype_metaparameters(void);

#endif
