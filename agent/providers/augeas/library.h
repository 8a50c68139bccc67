/* libaugeas, loaded when a resource needs it, because it loads libfa and libxml2. Its functions are declared here as in
 * augeas(3), since its header would require the headers of libxml2 at build time. */
#ifndef FICELLE_AGENT_PROVIDERS_AUGEAS_LIBRARY_H
#define FICELLE_AGENT_PROVIDERS_AUGEAS_LIBRARY_H

#include <stdbool.h>

typedef struct augeas augeas;

enum { AUG_TYPE_CHECK = 1 << 2, AUG_NO_LOAD = 1 << 5, AUG_NO_MODL_AUTOLOAD = 1 << 6 };

/* All functions except the first return -1 for an error. aug_match returns the number of paths, which the caller
 * frees. */
struct augeas_library {
  augeas *(*aug_init)(const char *root, const char *load_path, unsigned flags);
  void (*aug_close)(augeas *aug);
  int (*aug_get)(const augeas *aug, const char *path, const char **text);
  int (*aug_set)(augeas *aug, const char *path, const char *text);
  int (*aug_setm)(augeas *aug, const char *base, const char *sub, const char *text);
  int (*aug_insert)(augeas *aug, const char *path, const char *label, int before);
  int (*aug_rm)(augeas *aug, const char *path);
  int (*aug_mv)(augeas *aug, const char *from, const char *to);
  int (*aug_cp)(augeas *aug, const char *from, const char *to);
  int (*aug_rename)(augeas *aug, const char *path, const char *label);
  int (*aug_match)(const augeas *aug, const char *path, char ***found);
  int (*aug_save)(augeas *aug);
  int (*aug_load)(augeas *aug);
  int (*aug_defvar)(augeas *aug, const char *name, const char *expression);
  int (*aug_defnode)(augeas *aug, const char *name, const char *expression, const char *text, int *created);
};

/* Whether it is installed. */
bool augeas_library_there(void);
/* Never NULL: ends the process with a message if the library cannot be loaded. */
const struct augeas_library *augeas_library(void);

#endif
