#include "cli/abbreviation.h"

#include <assert.h>
#include <stdio.h>

/* The candidates so far. Two passes go over all names: the first finds the shortest match, the second looks for matches
 * that make it ambiguous. */
struct search {
  str typed;
  char best[CLI_OPTION_MAX];
  bool comparing, ambiguous;
};

static bool same_letter(char a, char b)
{
  return ascii_lower((unsigned char)a) == ascii_lower((unsigned char)b) || (a == '_' && b == '-') ||
         (a == '-' && b == '_');
}

/* '_' separates words, like '-'. */
static bool in_word(char c) { return c != '_' && ascii_is_word((unsigned char)c); }

/* Whether `typed` abbreviates `name`: each of its words is a prefix of the word at the same position in `name`. */
static bool begins(str typed, const char *name)
{
  for (size_t i = 0; i < typed.n; i++) {
    if (!in_word(typed.p[i])) {
      while (in_word(*name)) name++;
    }
    if (*name == '\0' || !same_letter(*name++, typed.p[i])) return false;
  }
  return true;
}

static void consider(struct search *s, const char *prefix, const char *name)
{
  char whole[CLI_OPTION_MAX];
  const int n = snprintf(whole, sizeof whole, "%s%s", prefix, name);
  assert(n > 0 && (size_t)n < sizeof whole);
  if (!begins(s->typed, whole)) return;
  if (s->comparing) s->ambiguous |= strncmp(whole, s->best, strlen(s->best)) != 0;
  else if (s->best[0] == '\0' || (size_t)n < strlen(s->best)) memcpy(s->best, whole, (size_t)n + 1);
}

static void consider_all(struct search *s, const struct cli_usage *usage)
{
  static const char *const common[] = {"debug", "help", "run_mode", "verbose", "version"};
  for (size_t i = 0; i < CLI_COUNT(common); i++) consider(s, "", common[i]);
  for (size_t i = 0; i < usage->option_count; i++) {
    consider(s, "", usage->options[i].name);
    if (usage->options[i].kind == CLI_FLAG) consider(s, "no-", usage->options[i].name);
  }
  for (int i = 0; i < SETTING_COUNT; i++) {
    consider(s, "", setting_defs[i].name);
    if (setting_defs[i].type == SETTING_TYPE_BOOLEAN) consider(s, "no-", setting_defs[i].name);
  }
}

enum abbreviation abbreviation_find(const struct cli_usage *usage, str typed, char full[CLI_OPTION_MAX])
{
  struct search s = {.typed = typed};
  assert(usage != NULL);
  if (typed.n == 0) return ABBREVIATION_NONE;
  consider_all(&s, usage);
  if (s.best[0] == '\0') return ABBREVIATION_NONE;
  s.comparing = true;
  consider_all(&s, usage);
  memcpy(full, s.best, CLI_OPTION_MAX);
  return s.ambiguous ? ABBREVIATION_AMBIGUOUS : ABBREVIATION_FOUND;
}
