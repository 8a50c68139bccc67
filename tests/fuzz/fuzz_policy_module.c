/* Files of SELinux policy modules: any bytes. A version is a part of the file. */
#include <stdint.h>

#include "agent/providers/selinux/selinux.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct ral ral = {.arena = arena_new()};
  const str bytes = arena_str(ral.arena, str_n((const char *)data, size));
  str version;
  if (selinux_module_version(&ral, bytes, STR("/m.pp"), &version)) {
    if (version.n > 0 && (version.p < bytes.p || version.p + version.n > bytes.p + bytes.n)) __builtin_trap();
  } else if (ral.error.n == 0) {
    __builtin_trap();
  }
  arena_free(ral.arena);
  return 0;
}
