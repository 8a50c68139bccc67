/* Apply blocks of Bolt (struct compile_block). */
#ifndef FICELLE_EVALUATOR_APPLY_BLOCK_H
#define FICELLE_EVALUATOR_APPLY_BLOCK_H

#include "compiler/compilation/compilation.h"

/* Sets the variables and evaluates the block in top scope; fails as evaluation does. Puppet does this when the catalog
 * without it is finished, and then finishes what it added: the same as after the manifests, since nothing else is
 * evaluated. */
void eval_apply_block(struct compilation *c, const struct compile_block *b);

#endif
