/* Parses text into a validated tree. Everything is allocated in the given arena, which must outlive the tree. */
#ifndef FICELLE_SYNTAX_PARSE_H
#define FICELLE_SYNTAX_PARSE_H

#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"

struct parse_options {
  bool epp;             /* the text is an EPP template */
  bool tasks;           /* setting `tasks`: plan and apply are keywords */
  bool skip_validation; /* parse only (parser dump) */
  /* setting `strict`: IGNORE, WARNING or ERROR, for issues that depend on it */
  enum severity strict;
  /* For the rules of ILLEGAL_DEFINITION_LOCATION: the paths of the environment's module directories; may be empty. */
  const str *module_directories;
  uint32_t nmodule_directories;
  /* the environment's main manifest (file or directory), exempt from these rules; may be empty */
  str initial_manifest;
  uint32_t max_depth; /* nesting limit; 0 = default */
};

/* Larger texts are rejected: a tree takes up to twenty times the memory of its text. */
enum { MAX_SOURCE_BYTES = 128 << 20 };
/* The default limit of nesting. Trees may be six times as high, because operators of one level form chains. */
enum { DEFAULT_MAX_DEPTH = 1000 };

/* Parses and validates. The first lexing or syntax error ends parsing, as in Puppet; validation errors are collected in
 * pre-order. Returns NULL after an error; `diags` may contain warnings in any case. */
struct ast_program *parse_text(struct arena *a, str file, str text, const struct parse_options *o,
                               struct diag_list *diags);

/* Puppet Notation, as `puppet parser dump --format pn` prints it. */
void pn_dump(struct buf *out, const struct ast_program *p, bool pretty);
/* The same as JSON, as `--format json` prints it. */
void pn_dump_json(struct buf *out, const struct ast_program *p, bool pretty);

#endif
