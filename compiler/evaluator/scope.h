/* Scopes and variables. A compilation has one top scope, a node scope under it when a node definition matched, one
 * scope per class, per instance of a define, per call of a function; lambdas nest in the scope they were written in.
 *
 * Look-up of an unqualified name: the local frames (lambda parameters and locals, innermost first), the scope itself,
 * then its `outer`: for a class the scope of the class it inherits, else the node scope or the top scope; never
 * the scope that declared it. Resource defaults alone follow `declarer`, which is dynamic.
 * Variables are set once. Match variables ($0 …) live in frames of their own. */
#ifndef FICELLE_EVALUATOR_SCOPE_H
#define FICELLE_EVALUATOR_SCOPE_H

#include "base/map.h"
#include "compiler/values/value.h"

struct compilation;
struct resource;
struct definition;

enum scope_kind { SCOPE_TOP, SCOPE_NODE, SCOPE_CLASS, SCOPE_DEFINE, SCOPE_FUNCTION };

/* A local frame: either variables (of a lambda) or the groups of a match. */
struct frame {
  struct frame *outer;
  bool is_match;
  struct ptrmap variables;              /* symbol -> value* ; unused for a match */
  const struct regex_match *match;
  str subject;
};

struct scope {
  enum scope_kind kind;
  struct compilation *compilation;
  struct scope *outer;                  /* where unqualified names are looked up next; NULL for top */
  struct scope *declarer;               /* who declared this class or define instance; resource defaults */
  struct resource *resource;            /* Class[x], D[t], Node[n], Class[main] */
  const struct definition *definition;  /* NULL for top and functions */
  struct ptrmap variables;              /* const symbol * -> value * (in the compilation's arena) */
  struct ptrmap *defaults;              /* type symbol -> struct resource_defaults *; NULL: none */
  struct frame *frame;                  /* innermost local frame, NULL: none */
  str module_name;                      /* "" at top */
};

struct scope *scope_new(struct compilation *c, enum scope_kind kind, struct scope *outer, struct scope *declarer);
/* NULL when not found; does not fail and does not warn. */
const value *scope_find(struct scope *s, const symbol *name);
/* "$a::b" without the leading ::  Finds variables of top scope and of classes. *reason says why not ("class a could
 * not be found" / "class a has not been evaluated") or is empty. */
const value *scope_find_qualified(struct scope *s, str name, str *reason);
/* By text, qualified or not; NULL when not found. What functions, EPP and lookups use. */
const value *scope_lookup(struct scope *s, str name);
/* Sets in the innermost variable frame. Fails with ILLEGAL_REASSIGNMENT and friends. */
void scope_set(struct scope *s, const symbol *name, value v);
/* The same without checks of reserved names: parameters, node variables, title, name. */
void scope_set_builtin(struct scope *s, const symbol *name, value v);
const value *scope_match_variable(struct scope *s, int n);
void scope_push_match(struct scope *s, const struct regex_match *m, str subject);
void scope_push_frame(struct scope *s);
/* Back to what `frame` was (saved by the caller before pushing). */
void scope_restore(struct scope *s, struct frame *frame);

#endif
