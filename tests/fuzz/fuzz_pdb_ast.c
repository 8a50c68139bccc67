/* Queries as AST: the first line is the path. */
#include "tests/fuzz/fuzz_pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const str all = str_n((const char *)data, size);
  size_t end = str_index(all, '\n', 0);
  if (end == SIZE_MAX) end = size;
  fuzz_pdb_ask(str_sub(all, 0, end), str_from(all, end + 1));
  return 0;
}
