/* Files by their path, and by the mounts `modules` … : see below. */
#include "indirector/internal.h"
const struct terminus terminus_file_content = {"file", NULL, NULL, NULL, NULL};
const struct terminus terminus_file_metadata = {"file", NULL, NULL, NULL, NULL};
