/* Settings of a daemon as options of its command line: agentx_socket is --agentx-socket. */
#ifndef FICELLE_COLLECTORS_SETTING_OPTIONS_H
#define FICELLE_COLLECTORS_SETTING_OPTIONS_H

#include <getopt.h>
#include <stddef.h>

struct setting_option {
  const char *name;                             /* as in the file */
  char letter;                                  /* of the short option; 0: none */
  const char *argument, *initial, *description; /* for --help; initial "": shows no default */
};

/* The tables for getopt_long(). */
struct setting_options {
  const struct setting_option *settings;
  size_t count;
  struct option *all;
  char *letters;
};

/* Makes the tables of the settings and the program's other options, which end with a row without a name and whose
 * letters are `letters`. The arguments are borrowed. */
void setting_options_make(struct setting_options *o, const struct setting_option *settings, size_t count,
                          const struct option *others, const char *letters);
void setting_options_free(struct setting_options *o);
/* Returns the index of the setting for a result of getopt_long; -1: another option. */
int setting_options_find(const struct setting_options *o, int option);
/* Prints a line or two of --help for each setting. */
void setting_options_print(const struct setting_option *settings, size_t count);

#endif
