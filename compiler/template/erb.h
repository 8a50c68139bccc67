/* ERB rendered without Ruby: the part of Ruby that templates are made of, with Ruby's exact meaning. A template with
 * anything else in it is known as such once it is parsed; what only shows while rendering ends the rendering with
 * nothing lost but time, since a template has no effects before its end. Both then go to Ruby. */
#ifndef FICELLE_TEMPLATE_ERB_H
#define FICELLE_TEMPLATE_ERB_H

#include "base/map.h"
#include "compiler/template/erb_value.h"

struct erb_node;
struct scope;

struct erb_template {
  struct erb_node *body;        /* NULL: it needs Ruby */
  str reason;                   /* why it does: "the method 'x'" */
  uint32_t line;                /* and where */
  uint32_t nlocals, nivars, ndefinitions;
  const symbol **ivars;         /* names without @ */
};

/* Never fails: what cannot be parsed needs Ruby. The text must live as long as the arena. */
struct erb_template *erb_parse(struct arena *a, str text);

/* What a template asks of the world. Names of variables as Ruby has them (no $); the values must stay where they are
 * while rendering. */
struct erb_world {
  void *ctx;
  value *(*instance_variable)(void *ctx, str name);               /* NULL: not set */
  /* scope[name], NULL: nil; what is not known is an error or a warning unless `quiet`. */
  value *(*lookup)(void *ctx, str name, bool quiet);
  /* What scope.to_hash has under a name, NULL: nothing; and all of it. See scope_shown and scope_all_shown. */
  value *(*shown)(void *ctx, str name, bool around, bool with_undef);
  void (*all_shown)(void *ctx, bool around, bool with_undef, struct strmap *all);
  /* scope.function_NAME (old) or scope.call_function; false when it must be Ruby that calls it. */
  bool (*call)(void *ctx, str name, bool old, const value *args, uint32_t n, value *result);
  /* scope.setvar; false when Ruby would not let it. */
  bool (*set)(void *ctx, str name, value v);
  value (*classes)(void *ctx);
  str file;                                                       /* path of the template; empty: inline */
};

/* How a rendering ended. `left`: it must be Ruby, and what for. `line`: the last one that was looked at, also when a
 * function failed. */
struct erb_result {
  str text;
  bool left;
  str reason;
  uint32_t line;
};

/* Renders into *r, which must not be on the stack of a protected call. Failures of functions pass through. Nests. */
void erb_render(struct context *c, const struct erb_template *t, const struct erb_world *w, struct erb_result *r);

#endif
