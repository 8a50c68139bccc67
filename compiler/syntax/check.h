/* The validator: visits every node in Puppet's order (a node, then its children) and collects issues.
 * Internal to compiler/syntax. */
#ifndef FICELLE_SYNTAX_CHECK_H
#define FICELLE_SYNTAX_CHECK_H

#include "compiler/syntax/label.h"
#include "compiler/syntax/parse.h"

enum check_location { LOCATION_UNKNOWN, LOCATION_FREE, LOCATION_BAD, LOCATION_MODULE };

struct checker {
  struct arena *a;
  struct diag_list *diags;
  struct ast_program *program;
  const struct parse_options *o;
  const ast **path; /* the enclosing nodes, without the program */
  uint32_t depth, cap;
  enum check_location location; /* what may be defined in the file; determined at the first use */
  str namespace;                /* of a file in a module: the required prefix of names in it */
  struct diag_list before;      /* counts at the beginning of the check */
  bool stopped;                 /* a checker of heredoc syntax stopped the validation */
};

#define LABEL(x) STR_FMT(ast_label(c->a, (x)))
#define A_AN(x) STR_FMT(ast_a_an(c->a, (x)))
#define A_AN_UC(x) STR_FMT(ast_A_An(c->a, (x)))

/* Returns the i-th enclosing node: 1 is the parent. NULL: the program, or none. */
const ast *check_container(const struct checker *c, uint32_t i);
void check_issue(struct checker *c, enum issue issue, const ast *node, ...);
void check_issue_as(struct checker *c, enum severity severity, enum issue issue, const ast *node, ...);

/* -- possible uses of nodes (check_role.c) -- */
void check_rvalue(struct checker *c, const ast *node);
void check_relation(struct checker *c, const ast *node);
void check_query(struct checker *c, const ast *node);
void check_assign(struct checker *c, const ast *node);
void check_hostname(struct checker *c, const ast *node, const ast *definition);
bool check_is_idem(const ast *node);              /* has no effect except for its value */
const ast *check_ends_with_idem(const ast *body); /* the last expression if it is idem */
bool check_without_title(const struct checker *c, const ast *node);
bool check_in_apply(const struct checker *c);

/* -- names (check_name.c) -- */
bool check_is_parameter_name(str s);
bool check_is_variable_name(str s);
bool check_is_numeric_variable_name(str s);
bool check_is_definition_name(str s);
bool check_is_type_name(str s, bool absolute_allowed);

/* -- definitions (check_definition.c) -- */
void check_function_definition(struct checker *c, const ast *node);
void check_host_class_definition(struct checker *c, const ast *node);
void check_catalog_definition(struct checker *c, const ast *node); /* a class or a define */
void check_node_definition(struct checker *c, const ast *node);
void check_type_alias(struct checker *c, const ast *node);
void check_type_mapping(struct checker *c, const ast *node);
void check_type_definition(struct checker *c, const ast *node);
void check_parameter(struct checker *c, const ast *node);
void check_lambda(struct checker *c, const ast *node);
void check_epp(struct checker *c, const ast *node);

/* -- places of definitions (check_location.c) -- */
void check_definition_location(struct checker *c, const ast *node, str name);
void check_top_constructs(struct checker *c);

/* -- literals (check_literal.c) -- */
void check_literal_hash(struct checker *c, const ast *node);
void check_literal_integer(struct checker *c, const ast *node);

/* -- syntax of heredocs (check_heredoc.c) -- */
void check_heredoc(struct checker *c, const ast *node);

#endif
