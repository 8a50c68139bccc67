/* Apply blocks of Bolt, which sends their trees in Puppet's serialized form (Puppet::AST::…). A tree tells the text of
 * its file and where it stands, so the text is parsed again and the block is found there. */
#ifndef FICELLE_SERVER_ROUTES_BLOCK_H
#define FICELLE_SERVER_ROUTES_BLOCK_H

#include "base/arena.h"
#include "compiler/compilation/compilation.h"
#include "compiler/values/value.h"

/* `code_ast`: JSON. Fills all but the variables. False with the reason: it is no JSON, it is no tree, or one that is
 * not supported. */
bool block_read(struct arena *a, str code_ast, struct compile_block *out, str *error);

#endif
