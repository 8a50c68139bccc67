/* Runs a fuzz target on files, without a fuzzer: `make test` replays the corpora with it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
  FILE *f = fopen(path, "rb");
  if (f == NULL) {
    perror(path);
    return 1;
  }
  static uint8_t data[1 << 20];
  size_t n = fread(data, 1, sizeof data, f);
  fclose(f);
  /* An exact copy, so that the sanitizers detect reading past the end. */
  uint8_t *copy = malloc(n != 0 ? n : 1);
  if (copy == NULL) return 1;
  for (size_t i = 0; i < n; i++) copy[i] = data[i];
  LLVMFuzzerTestOneInput(copy, n);
  free(copy);
  return 0;
}

int main(int argc, char **argv)
{
  int bad = 0;
  for (int i = 1; i < argc; i++) bad += replay(argv[i]);
  printf("%d inputs replayed\n", argc - 1);
  return bad != 0;
}
