/* Facts from YAML. */
#include "tests/fuzz/fuzz_value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_one_value(value_read_yaml, data, size); }
