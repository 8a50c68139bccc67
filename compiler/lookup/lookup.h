/* Data lookup as Hiera 5 defines it: the layers of a site (global, environment, module), their hierarchies of
 * data, the merging of what several of them say, and the parameters of classes that are found there.
 *
 * What is read from files (configurations, data) is kept in the environment's generation, so that it is read
 * again only when a file has changed, has appeared or has gone. What depends on variables (paths with %{…} in
 * them) is worked out once per compilation, and again when one of these variables has another value in the
 * scope that asks.
 *
 * Failures: those that Puppet raises as LookupError are complete messages (FAILURE_LOOKUP); others get the
 * place of the call, as every error of a function. */
#ifndef FICELLE_LOOKUP_LOOKUP_H
#define FICELLE_LOOKUP_LOOKUP_H

#include "compiler/compilation/compilation.h"

struct explain;
struct scope;

/* The arguments of lookup(). Zeros mean "not given". */
struct lookup_request {
  const str *names; /* the first that is found counts */
  uint32_t n;
  const struct type *type;      /* NULL: any */
  value merge;                  /* name of a strategy, or a hash with `strategy` and its options; undef: none */
  const struct hash *overrides; /* found there: neither searched nor merged; NULL: none */
  const struct hash *fallbacks; /* `default_values_hash`; NULL: none */
  bool has_default;
  value default_value;
  value (*otherwise)(void *ctx); /* the block: called when nothing is found; NULL: none */
  void *otherwise_ctx;
  struct explain *explain; /* receives the explanation; NULL: none */
};

/* The value found, else of the default; without any fails with Puppet's "did not find a value". */
value lookup_values(struct compilation *c, struct scope *s, const struct lookup_request *request);

/* hiera(), hiera_array() and so on: the same with the rules of the older functions. `hierarchy`: paths to be
 * searched before those of a configuration of version 3; undef: none. */
value lookup_hiera(struct compilation *c, struct scope *s, const struct lookup_request *request, value hierarchy);

/* Tells once that a function is deprecated in favour of lookup. */
void lookup_warn_deprecated(struct compilation *c, const char *function);

/* A key: "a::b", "a.b.0", "'a.b'.c". */
struct lookup_key {
  str text; /* as written */
  str root;
  uint64_t code;         /* value_hash_code() of the root; 0: not worked out */
  str module_name;       /* what is before the first "::" of the root; p NULL: none */
  const value *segments; /* strings, and integers where the text is one */
  uint32_t n;
};
/* One without dots and quotes, which is its own root. Borrows the text. */
struct lookup_key lookup_key_plain(str text);

/* The value of a class parameter, whose key is "class::name"; false if the data has none. The key's text has to live as
 * long as the generation of the environment. */
bool lookup_parameter(struct compilation *c, struct scope *s, const struct lookup_key *key, value *out);

/* --- explaining --- */
/* `options`: also how lookup_options came about; `only_options`: nothing else. */
struct explain *explain_new(struct arena *a, bool options, bool only_options);
/* All steps are over: what is told next is of the whole. */
void explain_end(struct explain *e);
/* Adds a line of text at the present place. */
void explain_text(struct explain *e, str text);
/* As `puppet lookup --explain` prints it; ends with a line break unless it is empty. */
void explain_write(const struct explain *e, struct buf *out);
/* The same as data: branches, keys, values, events. */
value explain_value(const struct explain *e);

#endif
