/* Scopes and variables. A compilation has one top scope, a node scope under it when a node definition
 * matched, one scope per class, per instance of a define, per call of a function; lambdas nest in the scope
 * they were written in.
 *
 * Look-up of an unqualified name: the local frames (lambda parameters and locals, innermost first), the scope
 * itself, then its `outer`: for a class the scope of the class it inherits, else the node scope or the top
 * scope; never the scope that declared it. Resource defaults alone follow `declarer`, which is dynamic.
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
  bool assigned; /* always true but for parameters that have no value yet */
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
  const struct ast *place;  /* parameters: what was evaluated when that began, for errors */
  struct source *place_source;
};

struct scope {
  enum scope_kind kind;
  struct compilation *compilation;
  struct scope *outer;                 /* where unqualified names are looked up next; NULL for top */
  struct scope *declarer;              /* the scope that declared this class or define instance; resource defaults */
  struct resource *resource;           /* Class[x], D[t], Node[n], Class[main] */
  const struct definition *definition; /* NULL for top and functions */
  struct ptrmap variables;             /* const symbol * -> value * (in the compilation's arena) */
  struct ptrmap *defaults;             /* type symbol -> struct resource_defaults *; NULL: none */
  struct frame *frame;                 /* innermost local frame, NULL: none */
  str module_name;                     /* "" at top */
  uint32_t plain_names; /* so many of its variables, from the first, are known to have names that are words */
};

struct scope *scope_new(struct compilation *c, enum scope_kind kind, struct scope *outer, struct scope *declarer);
/* Of a class or node that is evaluated, by its name in lower case; NULL: it is not. */
struct scope *scope_of_class(struct compilation *c, const symbol *name);
/* NULL when not found; does not fail and does not warn (but a parameter that has no value yet fails). */
const value *scope_find(struct scope *s, const symbol *name);
/* "$a::b" without the leading ::  Finds variables of top scope and of classes. *reason says why not ("class a
 * could not be found" / "class a has not been evaluated" / why its file cannot be loaded) or is empty. */
const value *scope_find_qualified(struct scope *s, str name, str *reason);
/* The same in two steps. The parts of a name with "::" in it, NULL without; and the variable of a class or of top
 * scope. NULL does not mean that the variable is unknown: scope_find_qualified finds others. */
struct scope_path {
  const symbol *scope, *leaf;
};
struct scope_path *scope_split(struct arena *a, str name);
const value *scope_find_split(struct scope *s, const struct scope_path *path);
/* By text, qualified or not; NULL when not found. What functions, EPP and lookups use. */
const value *scope_lookup(struct scope *s, str name);
/* The same, and the groups of the last match by their numbers ("1"): what Ruby code finds in a scope. */
const value *scope_lookup_all(struct scope *s, str name);
/* What a template has as @name: NULL when it has none, undef included. Of the scope, the classes it inherits, the node,
 * top scope. In names that a template cannot write, "_" stands for the other characters. */
value *scope_template_variable(struct scope *s, str name);
/* Tells the names of all variables that may be such, some more than once. */
void scope_each_template_name(struct scope *s, void (*tell)(void *ctx, const symbol *name), void *ctx);
/* What Ruby's scope.to_hash has under a name, NULL: nothing; with the classes it inherits, the node and top scope when
 * `around`, with undef of its own when `with_undef`. Undef takes away what is further out, but not what a class that it
 * inherits takes away. */
value *scope_shown(struct scope *s, const symbol *name, bool around, bool with_undef);
/* All of them by name: value *, in Ruby's order. */
void scope_all_shown(struct scope *s, bool around, bool with_undef, struct strmap *all);
/* Whether a variable of that name exists, with a value or undef: what defined('$x') asks. */
bool scope_exists(struct scope *s, str name);
/* Whether `name` is set in the innermost variable frame (where an assignment would put it). */
bool scope_bound(const struct scope *s, const symbol *name);
/* Sets in the innermost variable frame. Fails with ILLEGAL_REASSIGNMENT and friends. */
void scope_set(struct scope *s, const symbol *name, value v);
/* The same without checks of reserved names: parameters, node variables, title, name. A name that is set
 * already fails all the same. */
void scope_set_builtin(struct scope *s, const symbol *name, value v);
/* $facts, $trusted and $server_facts, which no parameter may be named after. */
bool scope_is_reserved(const symbol *name);
/* Fails when a name is one of those. */
void scope_reject_reserved(struct compilation *c, const symbol *name);
/* "$settings::x" and other qualified variables that belong to no class scope. Name without leading "::". */
void scope_set_qualified(struct compilation *c, str name, value v);
const value *scope_match_variable(struct scope *s, int n);
void scope_push_match(struct scope *s, const struct regex_match *m, str subject);
void scope_push_frame(struct scope *s);
/* Parameters of a class, a define, a lambda or a template, none of which has a value yet. While the frame is
 * there, eval_parameter_default() evaluates defaults that may use the parameters set so far. Remove it with
 * scope_restore. */
struct frame *scope_push_parameters(struct scope *s, str callee, const symbol *const *names, uint32_t n);
void frame_set(struct compilation *c, struct frame *f, const symbol *name, value v);
/* NULL: not there, or without a value. */
const value *frame_get(const struct frame *f, const symbol *name);
/* Back to what `frame` was (saved by the caller before pushing). */
void scope_restore(struct scope *s, struct frame *frame);

#endif
