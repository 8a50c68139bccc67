/* Resource types: the names of their attributes, and which resources are the same. The agent implements their effects.
 * Puppet's own types are rows of schemas.def; the environment reads those of modules (environment/restypes.c). Both
 * have the same interface. */
#ifndef FICELLE_RESTYPES_RESTYPE_H
#define FICELLE_RESTYPES_RESTYPE_H

#include "base/map.h"
#include "base/regex.h"
#include "base/symbol.h"
#include "compiler/values/value.h"

/* How a pattern splits a title: its groups are the values of these attributes, in order. */
struct title_pattern {
  const struct regex *regex;
  const symbol *const *names;
  uint32_t n; /* further groups are ignored; attributes without a group are undef */
};

/* The values of attributes from a title, in the pattern's order; V_UNDEF: the group did not match. */
struct title_part {
  const symbol *name;
  value value;
};
enum { FEW_TITLE_PARTS = 2 };
struct title_parts {
  struct title_part *items; /* `few`, unless there are more: the struct must not be copied */
  uint32_t n;
  struct title_part few[FEW_TITLE_PARTS];
};

enum { RESTYPE_EARLY_IDS = 2048 };

/* The source of a type: Puppet's own, a file in .resource_types, a file in Ruby. */
enum restype_origin { RESTYPE_NATIVE, RESTYPE_STATIC, RESTYPE_RUBY };

struct restype {
  const symbol *name; /* "file" */
  enum restype_origin origin;
  str module;                      /* module that contains the type; empty: Puppet's own */
  str file;                        /* the file with the type; empty: a table */
  const symbol *const *attributes; /* properties and parameters, without metaparameters, ended by NULL */
  uint32_t nattributes;
  const symbol *const *keys; /* the namevars, sorted by name; usually one */
  uint32_t nkeys;
  const symbol *namevar;                /* the only key; "name" if there is not exactly one */
  bool not_isomorphic;                  /* titles alone distinguish resources (exec, notify …) */
  bool plain_title;                     /* the title is the value of the only key */
  bool title_in_ruby;                   /* only its Ruby file can split titles */
  const struct title_pattern *patterns; /* tried in order */
  uint32_t npatterns;
  /* Puppet's own patterns: sets `parts` (at most nkeys). False: the title does not match. */
  bool (*split_title)(const struct restype *t, str title, struct title_parts *parts);
  /* Names that it accepts, including metaparameters, and "name" unless the type is static: bits of names with small
   * ids, which most attributes have, and a set of all. */
  uint64_t early[RESTYPE_EARLY_IDS / 64];
  struct ptrmap attribute_set;
};

enum title_split { TITLE_SPLIT, TITLE_FITS_NONE, TITLE_TAKES_TOO_LONG, TITLE_IN_RUBY };

/* --- Puppet's own types and those of the modules in its packages --- */
/* NULL if the type does not exist. */
const struct restype *restype_find(const symbol *name);
/* Returns all of them, ended by NULL. */
const struct restype *const *restype_all(void);

/* --- all types --- */
/* Makes a type in an arena, with a plain title; the functions below set its attributes and keys. */
struct restype *restype_new(struct arena *a, const symbol *name, enum restype_origin origin);
/* In Puppet's order; `keys` in the order of declaration. */
void restype_set_attributes(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n);
void restype_set_keys(struct arena *a, struct restype *t, const symbol *const *names, uint32_t n);
void restype_set_patterns(struct restype *t, const struct title_pattern *patterns, uint32_t n);
bool restype_has_attribute(const struct restype *t, const symbol *name); /* including metaparameters */
/* Splits a title. For TITLE_SPLIT, *out is set, in memory of `a`. For TITLE_IN_RUBY, environment_split_title must call
 * its Ruby file. */
enum title_split restype_split_title(const struct restype *t, struct arena *a, str title, struct title_parts *out);

/* --- metaparameters --- */
bool restype_is_metaparameter(const symbol *name);
/* For before, notify, require and subscribe. */
/* The bits of their ids (1 << id % 64), like struct resource's mask of parameters. */
uint64_t restype_relationship_mask(void);
bool restype_is_relationship(const symbol *name);
/* Returns all of them in Puppet's order, ended by NULL. */
const symbol *const *restype_metaparameters(void);

#endif
