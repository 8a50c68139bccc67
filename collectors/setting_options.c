/* Makes the tables of getopt_long from a list of settings. A setting is found by the value of its option: its
 * index plus FIRST. */
#include "collectors/setting_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIRST = 1000 }; /* values of settings for getopt_long, above all letters */

static char *option_name(const char *name)
{
  char *option = xstrdup(name);
  for (char *p = option; *p != '\0'; p++) {
    if (*p == '_') *p = '-';
  }
  return option;
}

void setting_options_make(struct setting_options *o, const struct setting_option *settings, size_t count,
                          const struct option *others, const char *letters)
{
  size_t other_count = 0;
  while (others[other_count].name != NULL) other_count++;
  *o = (struct setting_options){.settings = settings, .count = count};
  o->all = xcalloc(count + other_count + 1, sizeof *o->all);
  char *letter = o->letters = xcalloc(1, 2 * count + strlen(letters) + 1);
  for (size_t i = 0; i < count; i++) {
    o->all[i] = (struct option){option_name(settings[i].name), required_argument, NULL, FIRST + (int)i};
    if (settings[i].letter == '\0') continue;
    *letter++ = settings[i].letter;
    *letter++ = ':';
  }
  for (size_t i = 0; i < other_count; i++) o->all[count + i] = others[i];
  strcpy(letter, letters);
}

void setting_options_free(struct setting_options *o)
{
  for (size_t i = 0; i < o->count; i++) free((char *)o->all[i].name);
  free(o->all);
  free(o->letters);
  *o = (struct setting_options){0};
}

int setting_options_find(const struct setting_options *o, int option)
{
  if (option >= FIRST) return option - FIRST;
  for (size_t i = 0; i < o->count; i++) {
    if (o->settings[i].letter != '\0' && o->settings[i].letter == option) return (int)i;
  }
  return -1;
}

void setting_options_print(const struct setting_option *settings, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const struct setting_option *s = &settings[i];
    char *name = option_name(s->name);
    char letter[8] = "   ";
    if (s->letter != '\0') snprintf(letter, sizeof letter, "-%c,", s->letter);
    const int used = printf("  %s --%s %s", letter, name, s->argument);
    printf("%*s%s\n", used < 30 ? 30 - used : 2, "", s->description);
    if (*s->initial != '\0') printf("%30s(default %s)\n", "", s->initial);
    free(name);
  }
}
