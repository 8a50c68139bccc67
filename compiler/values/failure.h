/* How a compilation fails. There is one description of it, struct failure, and one way to fail, fail_with() in
 * context.h; fail_error(), fail_issue(), fail_message() and fail_limit() only fill in the description.
 *
 * What happened (`text`) and what Puppet puts around it on the way out (`wrap`, `label`, `place`) stay apart until
 * somebody needs the message: failure_message() is the only place that makes one. Code that catches a failure decides
 * by failure_is_catchable(), as the `rescue` in Puppet's own code would, and by `class`, `origin` and `wrap`; it never
 * compares texts. Who adds to a failure on its way out makes the message so far the text of the new one
 * (failure_enclose()). */
#ifndef FICELLE_VALUES_FAILURE_H
#define FICELLE_VALUES_FAILURE_H

#include "base/arena.h"
#include "compiler/observer/observer.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"

struct runtime;

/* The class of the exception that Puppet would have raised; it decides where the error is caught. */
enum failure_origin {
  FAILED_IN_PUPPET, /* a Puppet::Error */
  FAILED_IN_LOOKUP, /* a DataBinding::LookupError, which is a Puppet::Error too */
  FAILED_IN_RUBY,   /* another StandardError */
  FAILED_IN_JUMP,   /* break(), next() or return() with nothing to leave: a StandardError, not wrapped by defines */
  FAILED_UNCAUGHT,  /* a ScriptError, which nothing catches: the message is shown alone, without a node */
  FAILED_NOT_FOUND  /* throw :no_such_key of a data function: not an error for the lookup that catches it */
};

/* What the message has around the text. */
enum failure_wrap {
  WRAP_NONE,       /* "<text><place>" */
  WRAP_EVALUATION, /* "Evaluation Error: <text><place>" */
  WRAP_LABEL       /* "Evaluation Error: Error while evaluating <label>, <text><place>"; without a label as WRAP_NONE */
};

/* Unknown parts are empty or 0. */
struct failure_place {
  str file;
  uint32_t line, column;
};

struct failure {
  enum failure_class class;
  enum issue issue; /* ISSUE_NONE: the exception has no code */
  enum failure_origin origin;
  enum failure_wrap wrap;
  str text;  /* what happened; at most MESSAGE_BYTES, longer ones are cut in the middle */
  str label; /* of WRAP_LABEL, with its article: "a Function Call" */
  struct failure_place place;
  const ast *node;              /* whose label and place these are; only compared, its text may be gone */
  const struct runtime *raised; /* what code in Ruby raised; NULL: it was not, or that does not matter */
};

/* Puppet's complete message, as it is printed after "Error: " but without " on node …". Needs no memory when text and
 * message are the same. */
str failure_message(struct arena *a, const struct failure *f);
/* The text of the error before the evaluator has added its label and place. A message that is complete when it is
 * raised is returned unchanged. */
str failure_detail(struct arena *a, const struct failure *f);

/* Puppet's `rescue Puppet::Error` and `rescue => e`. */
enum failure_rescue { RESCUE_PUPPET_ERROR, RESCUE_STANDARD_ERROR };
/* Whether such a rescue catches it. Limits and defects of the compiler never are, so that a loop
 * cannot continue after them. */
bool failure_is_catchable(const struct failure *f, enum failure_rescue rescue);

/* Wraps a failure in the text of an outer place: `text`, made from failure_message(f), and that place. Class, issue and
 * origin do not change. */
void failure_enclose(struct failure *f, str text, struct failure_place place);

#endif
