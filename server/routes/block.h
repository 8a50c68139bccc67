/* Apply blocks of Bolt, which sends their syntax trees in Puppet's serialized form (Puppet::AST::…). A tree contains
 * the text of its file and the block's position in it, so ficelle parses the text again and finds the block there. */
#ifndef FICELLE_SERVER_ROUTES_BLOCK_H
#define FICELLE_SERVER_ROUTES_BLOCK_H

#include "base/arena.h"
#include "compiler/compilation/compilation.h"
#include "compiler/values/value.h"

/* Reads `code_ast`, which is JSON, and fills in all members but the variables. False with the reason: invalid JSON,
 * not a tree, or not supported. */
bool block_read(struct arena *a, str code_ast, struct compile_block *out, str *error);

#endif
