/* Data lookup as Hiera 5 defines it: layers (global, environment, module), their hierarchies of data, merging of
 * values, and values of class parameters. Configurations and data files are kept in the environment's generation: they
 * are read again only after a file has changed, appeared or disappeared. Paths with %{…} are resolved once per
 * compilation, and again if one of their variables has another value in the calling scope.
 *
 * Failures that Puppet raises as LookupError are complete messages (FAILURE_LOOKUP); others get the place of the call,
 * as every error of a function does. */
#ifndef FICELLE_LOOKUP_LOOKUP_H
#define FICELLE_LOOKUP_LOOKUP_H

#include "compiler/compilation/compilation.h"

struct explain;
struct scope;

/* The arguments of lookup(). Zeros mean "not given". */
struct lookup_request {
  const str *names; /* alternatives: the first that has a value is used */
  uint32_t n;
  const struct type *type;      /* NULL: any */
  value merge;                  /* name of a strategy, or a hash with `strategy` and its options; undef: none */
  const struct hash *overrides; /* values that win without a search or merge; NULL: none */
  const struct hash *fallbacks; /* `default_values_hash`; NULL: none */
  bool has_default;
  value default_value;
  value (*otherwise)(void *ctx); /* the block, called if nothing is found; NULL: none */
  void *otherwise_ctx;
  struct explain *explain; /* receives the explanation; NULL: none */
};

/* Returns the value found or the default; without a default fails with Puppet's "did not find a value". */
value lookup_values(struct compilation *c, struct scope *s, const struct lookup_request *request);

/* The same with the rules of hiera(), hiera_array() and so on. `hierarchy`: paths that are searched before those of a
 * configuration of version 3; undef: none. */
value lookup_hiera(struct compilation *c, struct scope *s, const struct lookup_request *request, value hierarchy);

/* Warns once that a function is deprecated in favour of lookup. */
void lookup_warn_deprecated(struct compilation *c, const char *function);

/* A key: "a::b", "a.b.0", "'a.b'.c". */
struct lookup_key {
  str text; /* as written */
  str root;
  uint64_t code;         /* value_hash_code() of the root; 0: not computed */
  str module_name;       /* the root up to the first "::"; p NULL: none */
  const value *segments; /* strings, and integers where the text is one */
  uint32_t n;
};
/* Makes a key of a text without dots and quotes. Borrows the text. */
struct lookup_key lookup_key_plain(str text);

/* Looks a class parameter up, with the key "class::name"; false if the data does not have it. The key's text must live
 * as long as the generation of the environment. */
bool lookup_parameter(struct compilation *c, struct scope *s, const struct lookup_key *key, value *out);

/* Reads configurations and data files of the environment and of its own modules that do not depend on the node in
 * advance, until the time `until_ms` of base/deadline.h. */
void lookup_preload(struct compilation *c, int64_t until_ms);

/* --- explaining --- */
/* `options`: explain lookup_options too; `only_options`: explain only them. */
struct explain *explain_new(struct arena *a, bool options, bool only_options);
/* Closes all steps: what follows is about the whole lookup. */
void explain_end(struct explain *e);
/* Adds a line of text to the current step. */
void explain_text(struct explain *e, str text);
/* As `puppet lookup --explain` prints it; ends with a line break unless it is empty. */
void explain_write(const struct explain *e, struct buf *out);
/* The same as data: branches, keys, values, events. */
value explain_value(const struct explain *e);

#endif
