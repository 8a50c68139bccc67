/* Bodies of commands; the first byte selects the command. Accepted data can be queried. */
#include "tests/fuzz/fuzz_pdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const commands[][2] = {
    {"replace_facts", "5"}, {"replace_catalog", "9"}, {"store_report", "8"}, {"deactivate_node", "3"}};
  static const char *const asked[] = {"facts", "catalogs", "reports", "nodes"};
  if (size == 0) return 0;
  struct arena *a = arena_new();
  struct pdb_answer answer;
  const size_t which = data[0] & 3;
  const struct pdb_parameter parameters[] = {{STR("command"), str_of(commands[which][0])},
                                             {STR("version"), str_of(commands[which][1])},
                                             {STR("certname"), STR("a")}};
  const bool old = (data[0] & 4) != 0;
  pdb_take_command(fuzz_pdb_store(), a, parameters, old ? 0 : 3, str_n((const char *)data + 1, size - 1), &answer);
  if (answer.status != 200 && answer.status != 400) abort();
  if (answer.status == 200) fuzz_pdb_ask(str_of(asked[which]), STR("[\"~\",\"certname\",\".\"]"));
  arena_free(a);
  return 0;
}
