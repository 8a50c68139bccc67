/* Renders ERB without Ruby: supports the part of Ruby that templates use, with exactly the same results. A template
 * with other syntax is rejected when it is parsed (`body` is NULL). If a method is not supported for its receiver,
 * rendering ends (`left`). Ruby then renders the whole template.
 *
 * Rendering has no effects: it changes nothing outside its arena, and the functions of `struct erb_world` must not
 * either. So it can be abandoned at any time. */
#ifndef FICELLE_TEMPLATE_ERB_H
#define FICELLE_TEMPLATE_ERB_H

#include "base/map.h"
#include "compiler/erb/erb_value.h"

struct erb_node;
struct scope;

struct erb_template {
  struct erb_node *body; /* NULL: requires Ruby */
  str reason;            /* the reason: "the method 'x'" */
  uint32_t line;         /* the line of the reason */
  uint32_t nlocals, nivars;
  const symbol **ivars; /* names without @ */
};

/* Never fails: a template that cannot be parsed requires Ruby. The text must live as long as the arena. */
struct erb_template *erb_parse(struct arena *a, str text);

/* A function of Puppet or stdlib without effects: it returns a value or fails. A call of any other function requires
 * Ruby. */
struct erb_function {
  str name;
  bool older; /* Puppet itself provides scope.function_NAME */
};

/* The operations that a template needs. Names of variables are without $; the values must remain valid while
 * rendering. */
struct erb_world {
  void *ctx;
  value *(*instance_variable)(void *ctx, str name); /* NULL: not set */
  /* scope[name]; NULL: nil. An unknown variable is an error or a warning unless `quiet`. */
  const value *(*lookup)(void *ctx, str name, bool quiet);
  /* The value of a name in scope.to_hash, NULL: none; and the whole hash. See scope_shown and scope_all_shown.
   * `all_shown` may be NULL: then to_hash requires Ruby. */
  value *(*shown)(void *ctx, str name, bool around, bool with_undef);
  void (*all_shown)(void *ctx, bool around, bool with_undef, struct strmap *all);
  /* scope.function_NAME (`older`) or scope.call_function. False: Ruby must call it. */
  bool (*call)(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n, value *result);
  value (*classes)(void *ctx);
  str file; /* path of the template; empty: inline */
};

/* The result of rendering. `left`: Ruby must render the template, for `reason`. `line`: the last evaluated line, also
 * if a function failed. */
struct erb_result {
  str text;
  bool left;
  str reason;
  uint32_t line;
};

/* Renders into *r, which must not be on the stack of a protected call. Failures of functions are passed on. Can be
 * nested. */
void erb_render(struct context *c, const struct erb_template *t, const struct erb_world *w, struct erb_result *r);

#endif
