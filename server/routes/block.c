#include "server/routes/block.h"

#include "server/routes/input.h"
#include "server/routes/routes.h"

bool block_read(struct arena *a, str code_ast, struct compile_block *out, str *error)
{
  value tree;
  if (!route_read_json(a, code_ast, &tree, error)) return false;
  const str kind = value_member_text(tree, "__ptype");
  const value locator = value_member(tree, "locator"), text = value_member(locator, "string"),
              offset = value_member(tree, "offset"), statements = value_member(tree, "statements");
  if (!str_starts(kind, STR("Puppet::AST::"))) {
    *error = STR("The code_ast is not a tree of Puppet::AST");
    return false;
  }
  if (str_eqz(kind, "Puppet::AST::Program")) {
    *error = STR("not supported: a code_ast of a whole program");
    return false;
  }
  if (text.kind != V_STRING || offset.kind != V_INT || offset.integer < 0 || offset.integer > (int64_t)text.length) {
    *error = STR("not supported: a code_ast without its source text");
    return false;
  }
  out->file = value_member_text(locator, "file");
  out->text = value_text(text);
  out->offset = (uint32_t)offset.integer;
  out->statements = !str_eqz(kind, "Puppet::AST::BlockExpression") ? 1
                    : statements.kind == V_ARRAY                   ? statements.array->n
                                                                   : 0;
  return true;
}
