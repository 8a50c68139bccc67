/* Failures of a compilation. struct failure describes one, and fail_with() in context.h raises it; fail_error(),
 * fail_issue(), fail_message() and fail_limit() only fill in the description.
 *
 * The error itself (`text`) and what Puppet adds around it (`wrap`, `label`, `place`) are kept apart until the message
 * is needed: only failure_message() builds it. Code that catches a failure uses failure_is_catchable(), which decides
 * like the `rescue` in Puppet's code, and `class`, `origin` and `wrap`; it never compares texts. failure_enclose() adds
 * the text of an outer place: the message so far becomes part of the new text. */
#ifndef FICELLE_VALUES_FAILURE_H
#define FICELLE_VALUES_FAILURE_H

#include "base/arena.h"
#include "compiler/observer/observer.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"

struct runtime;

/* The class of the exception that Puppet would raise; it decides where the error is caught. */
enum failure_origin {
  FAILED_IN_PUPPET, /* a Puppet::Error */
  FAILED_IN_LOOKUP, /* a DataBinding::LookupError, which is a Puppet::Error too */
  FAILED_IN_RUBY,   /* another StandardError */
  FAILED_IN_JUMP, /* break(), next() or return() outside of a block or function: a StandardError, not wrapped by defines
                   */
  FAILED_UNCAUGHT, /* a ScriptError, which is never caught: the message is shown without a node */
  FAILED_NOT_FOUND /* throw :no_such_key of a data function: not an error for the lookup that catches it */
};

/* The text that a message has around `text`. */
enum failure_wrap {
  WRAP_NONE,       /* "<text><place>" */
  WRAP_EVALUATION, /* "Evaluation Error: <text><place>" */
  WRAP_LABEL /* "Evaluation Error: Error while evaluating <label>, <text><place>"; without a label like WRAP_NONE */
};

/* Unknown parts are empty or 0. */
struct failure_place {
  str file;
  uint32_t line, column;
};

struct failure {
  enum failure_class class;
  enum issue issue; /* ISSUE_NONE: the exception has no issue code */
  enum failure_origin origin;
  enum failure_wrap wrap;
  str text;  /* the error; at most MESSAGE_BYTES, longer texts are shortened in the middle */
  str label; /* for WRAP_LABEL, with its article: "a Function Call" */
  struct failure_place place;
  const ast *node;              /* the node of label and place; only compared, its source may have been freed */
  const struct runtime *raised; /* the Ruby object that was raised; NULL: not raised in Ruby, or not relevant */
};

/* Returns Puppet's complete message, as it is printed after "Error: " but without " on node …". Needs no memory if it
 * is the same as the text. */
str failure_message(struct arena *a, const struct failure *f);
/* Returns the text of the error before the evaluator adds its label and place. A message that was complete when it was
 * raised is returned unchanged. */
str failure_detail(struct arena *a, const struct failure *f);

/* The clauses `rescue Puppet::Error` and `rescue => e` of Puppet's code. */
enum failure_rescue { RESCUE_PUPPET_ERROR, RESCUE_STANDARD_ERROR };
/* Whether such a clause catches the failure. Limits and internal errors are never caught, so that a loop cannot
 * continue after them. */
bool failure_is_catchable(const struct failure *f, enum failure_rescue rescue);

/* Wraps a failure in an outer place: `text`, made from failure_message(f), and that place. Class, issue and origin do
 * not change. */
void failure_enclose(struct failure *f, str text, struct failure_place place);

#endif
