/* Runs a command and writes its peak memory in KiB to a file: peak FILE COMMAND… Exits as the command did. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  if (argc < 3) {
    fputs("usage: peak FILE COMMAND…\n", stderr);
    return 2;
  }
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
    perror("peak");
    return 1;
  }
  FILE *f = fopen(argv[1], "w");
  if (f == NULL || fprintf(f, "%ld\n", usage.ru_maxrss) < 0 || fclose(f) != 0) {
    perror(argv[1]);
    return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
