/* Attribute operations as parameters. */
#ifndef FICELLE_EVALUATOR_EVAL_RESOURCES_H
#define FICELLE_EVALUATOR_EVAL_RESOURCES_H

#include "compiler/catalog/resource.h"

struct parameter_list {
  struct parameter *items;
  uint32_t n, cap;
};

#endif
