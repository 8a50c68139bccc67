/* Apply blocks of Bolt, which sends their trees in Puppet's serialized form (Puppet::AST::…). A tree contains the text
 * of its file and the block's position in it, so the text is parsed again and the block is found there. */
#ifndef FICELLE_SERVER_ROUTES_BLOCK_H
#define FICELLE_SERVER_ROUTES_BLOCK_H

#include "base/arena.h"
#include "compiler/compilation/compilation.h"
#include "compiler/values/value.h"

/* `code_ast`: JSON. Fills all but the variables. False with the reason: it is not JSON, not a tree,
 * or not supported. */
bool block_read(struct arena *a, str code_ast, struct compile_block *out, str *error);

#endif
