/* Commands and lists of augeas resources: any bytes. */
#include <stdint.h>
#include <stdio.h>

#include "agent/providers/augeas/commands.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints what follows a wrong comparator. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  return freopen("/dev/null", "w", stdout) == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct ral ral = {.arena = arena_new()};
  const str text = arena_str(ral.arena, str_n((const char *)data, size));
  struct augeas_commands all;
  struct valuevec list = {0};
  (void)augeas_parse(&ral, value_str(text), STR("/files/x"), &all);
  (void)augeas_parse_list(ral.arena, text, &list);
  arena_free(ral.arena);
  return 0;
}
