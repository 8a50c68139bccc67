#include "agent/ral/ral.h"
const struct ral_type ral_type_file = {.name = "file"};
