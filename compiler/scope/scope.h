/* Scopes and variables. A compilation has one top scope, a node scope under it when a node definition
 * matched, one scope per class, per instance of a define, per call of a function; lambdas nest in the scope that
 * contains them.
 *
 * Look-up of an unqualified name: the local frames (lambda parameters and locals, innermost first), the scope
 * itself, then its `outer`: for a class the scope of the class it inherits, else the node scope or the top
 * scope; never the scope that declared it. Only resource defaults follow `declarer`, which is dynamic.
 * Variables are set once. Match variables ($0 …) live in frames of their own. */
#ifndef FICELLE_SCOPE_SCOPE_H
#define FICELLE_SCOPE_SCOPE_H

#include "base/map.h"
#include "compiler/compilation/compilation.h"

struct ast;
struct resource;
struct definition;
struct source;

enum scope_kind { SCOPE_TOP, SCOPE_NODE, SCOPE_CLASS, SCOPE_DEFINE, SCOPE_FUNCTION };

enum frame_kind {
  FRAME_LOCAL,     /* variables of a lambda or of an EPP template */
  FRAME_MATCH,     /* the groups of a match */
  FRAME_PARAMETERS /* parameters while their defaults are evaluated */
};

struct binding {
  const symbol *name;
  value value;
  bool assigned; /* false only for parameters that have no value yet */
};

struct frame {
  struct frame *outer;
  enum frame_kind kind;
  bool read_only; /* parameters: a default is being evaluated */
  uint32_t n, cap;
  struct binding *bindings;
  const struct regex_match *match;
  str subject;
  str callee;               /* parameters: whose, for messages ("Class[Foo]", "lambda") */
  const symbol *evaluating; /* parameters: the one whose default is being evaluated */
  const struct ast *place;  /* parameters: the expression in evaluation at that time, for errors */
  struct source *place_source;
};

struct replaced_defaults;
struct scope {
  enum scope_kind kind;
  struct compilation *compilation;
  struct scope *outer;                 /* where unqualified names are looked up next; NULL for top */
  struct scope *declarer;              /* the scope that declared this class or define instance; resource defaults */
  struct resource *resource;           /* Class[x], D[t], Node[n], Class[main] */
  const struct definition *definition; /* NULL for top and functions */
  struct ptrmap variables;             /* const symbol * -> value * (in the compilation's arena) */
  struct ptrmap *defaults;             /* type symbol -> struct resource_defaults *; NULL: none */
  struct replaced_defaults *replaced;  /* Ruby code gives the defaults; NULL: it does not */
  struct frame *frame;                 /* innermost local frame, NULL: none */
  str module_name;                     /* "" at top */
  uint32_t plain_names;                /* the number of variables, from the first, whose names are known to be words */
};

struct scope *scope_new(struct compilation *c, enum scope_kind kind, struct scope *outer, struct scope *declarer);
/* Returns the scope of a class or node by its name in lower case; NULL: not evaluated. */
struct scope *scope_of_class(struct compilation *c, const symbol *name);
/* Finds a variable; NULL: not found. Does not warn; fails only for a parameter that has no value yet. */
const value *scope_find(struct scope *s, const symbol *name);
/* Finds a qualified variable ("a::b") of top scope or a class. If it fails, *reason is empty, "class a could not be
 * found", "class a has not been evaluated", or why the file of the class cannot be loaded. */
const value *scope_find_qualified(struct scope *s, str name, str *reason);
/* The same in two steps: splits a name at its last "::" (NULL: it has none), and finds the variable of a class or of
 * top scope. NULL does not mean that the variable is unknown: scope_find_qualified finds others. */
struct scope_path {
  const symbol *scope, *leaf;
};
struct scope_path *scope_split(struct arena *a, str name);
const value *scope_find_split(struct scope *s, const struct scope_path *path);
/* Finds a variable by a name that may be qualified; NULL: not found. For functions, EPP and lookups. */
const value *scope_lookup(struct scope *s, str name);
/* The same, also for groups of the last match ("1"). For Ruby code. */
const value *scope_lookup_all(struct scope *s, str name);
/* Finds @name of a template in the scope, its inherited classes, the node and top scope; NULL: missing or undef.
 * Characters that Ruby does not allow in such a name are replaced with "_". */
value *scope_template_variable(struct scope *s, str name);
/* Calls `tell` with the names of all such variables, with some more than once. */
void scope_each_template_name(struct scope *s, void (*tell)(void *ctx, const symbol *name), void *ctx);
/* Finds a name of Ruby's scope.to_hash; NULL: missing. `around`: also in inherited classes, the node and top scope;
 * `with_undef`: returns undef of the scope itself. An undef hides the variable of outer scopes, except an undef of an
 * inherited class. */
value *scope_shown(struct scope *s, const symbol *name, bool around, bool with_undef);
/* Adds all of them by name: value *, in Ruby's order. */
void scope_all_shown(struct scope *s, bool around, bool with_undef, struct strmap *all);
/* Whether the variable exists, also with the value undef, as for defined('$x'). */
bool scope_exists(struct scope *s, str name);
/* Whether `name` is set in the innermost variable frame (where an assignment would put it). */
bool scope_bound(const struct scope *s, const symbol *name);
/* Sets a variable in the innermost variable frame. Fails with ILLEGAL_REASSIGNMENT or another issue of assignments. */
void scope_set(struct scope *s, const symbol *name, value v);
/* The same without checks of reserved names: parameters, node variables, title, name. Fails if the name is set. */
void scope_set_builtin(struct scope *s, const symbol *name, value v);
/* Sets a variable in the local frame just pushed, which does not have it. Does not search, so many cost little each. */
void scope_set_first(struct scope *s, const symbol *name, value v);
/* As scope_set_builtin(), without a copy, for a scope without frames and a value that outlives it. False if the name is
 * set. */
bool scope_share(struct scope *s, const symbol *name, const value *v);
/* Whether it is `facts`, `trusted` or `server_facts`, which are not valid names of parameters. */
bool scope_is_reserved(const symbol *name);
/* Fails for such a name. */
void scope_reject_reserved(struct compilation *c, const symbol *name);
/* Sets "settings::x" and other qualified variables without a class scope. Name without a leading "::". */
void scope_set_qualified(struct compilation *c, str name, value v);
const value *scope_match_variable(struct scope *s, int n);
void scope_push_match(struct scope *s, const struct regex_match *m, str subject);
void scope_push_frame(struct scope *s);
/* Pushes a frame for parameters of a class, define, lambda or template, without values. eval_parameter_default() then
 * evaluates defaults, which may use the parameters set so far. Remove it with scope_restore. */
struct frame *scope_push_parameters(struct scope *s, str callee, const symbol *const *names, uint32_t n);
void frame_set(struct compilation *c, struct frame *f, const symbol *name, value v);
/* NULL: unknown, or without a value. */
const value *frame_get(const struct frame *f, const symbol *name);
/* Removes frames: `frame` is the innermost one that the caller saved before pushing. */
void scope_restore(struct scope *s, struct frame *frame);

#endif
