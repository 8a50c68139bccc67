#include "agent/providers/selinux/selinux.h"

#include "agent/system/command.h"

bool selinux_change(struct ral *ral, const char *const *argv)
{
  const struct command c = {.argv = argv, .umask = -1};
  struct command_result result;
  if (!command_try(ral, &c, &result)) return false;
  if (result.end == COMMAND_EXITED && result.status == 0) return true;
  const size_t end = str_index(result.output, '\n', 0);
  const str first = end != SIZE_MAX ? str_sub(result.output, 0, end) : result.output;
  if (first.n == 0) return ral_fail(ral, "%s returned %d", argv[0], result.status);
  return ral_fail(ral, "%.*s", STR_FMT(first));
}
