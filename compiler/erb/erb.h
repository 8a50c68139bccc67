/* ERB rendered without Ruby: the part of Ruby that templates use, with Ruby's exact meaning. A template with any other
 * syntax is refused when it is read (`body` is NULL). A combination of receiver and method that is not here is met
 * while rendering, and ends it (`left`). Ruby then renders the whole template.
 *
 * A rendering has no effects: it changes nothing outside its arena, and what it calls through `struct erb_world` must
 * have none either. So it can be given up anywhere. */
#ifndef FICELLE_TEMPLATE_ERB_H
#define FICELLE_TEMPLATE_ERB_H

#include "base/map.h"
#include "compiler/erb/erb_value.h"

struct erb_node;
struct scope;

struct erb_template {
  struct erb_node *body; /* NULL: it needs Ruby */
  str reason;            /* why it does: "the method 'x'" */
  uint32_t line;         /* and where */
  uint32_t nlocals, nivars;
  const symbol **ivars; /* names without @ */
};

/* Never fails: a template that cannot be parsed needs Ruby. The text must live as long as the arena. */
struct erb_template *erb_parse(struct arena *a, str text);

/* A function of Puppet or stdlib without effects: it gives a value, or fails. A call of any other
 * function is Ruby's. */
struct erb_function {
  str name;
  bool older; /* Puppet itself has it as scope.function_NAME */
};

/* What a template asks for. Names of variables are without $; the values must stay where they are while rendering. */
struct erb_world {
  void *ctx;
  value *(*instance_variable)(void *ctx, str name); /* NULL: not set */
  /* scope[name], NULL: nil. An unknown variable is an error or a warning unless `quiet`. */
  const value *(*lookup)(void *ctx, str name, bool quiet);
  /* What scope.to_hash has under a name, NULL: nothing; and all of it. See scope_shown and scope_all_shown. `all_shown`
   * may be NULL: then to_hash needs Ruby. */
  value *(*shown)(void *ctx, str name, bool around, bool with_undef);
  void (*all_shown)(void *ctx, bool around, bool with_undef, struct strmap *all);
  /* scope.function_NAME (`older`) or scope.call_function. False: Ruby has to call it. */
  bool (*call)(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n, value *result);
  value (*classes)(void *ctx);
  str file; /* path of the template; empty: inline */
};

/* How a rendering ended. `left`: Ruby has to render the template, for `reason`. `line`: the last line that was
 * evaluated, also when a function failed. */
struct erb_result {
  str text;
  bool left;
  str reason;
  uint32_t line;
};

/* Renders into *r, which must not be on the stack of a protected call. Failures of functions pass through. Nests. */
void erb_render(struct context *c, const struct erb_template *t, const struct erb_world *w, struct erb_result *r);

#endif
