/* Queries in PQL: parsed, compiled, and executed. */
#include "tests/fuzz/fuzz_pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_pdb_ask(STR_EMPTY, str_n((const char *)data, size));
  return 0;
}
