/* Methods of numbers. Integers have 64 bits: a result that needs more, or that is a Rational in Ruby, requires Ruby. */

#include "base/double.h"
#include "compiler/erb/erb_internal.h"

_Noreturn static void overflow(struct erb_call *c) { erb_leave(c->e, "'%.*s' beyond 64 bits", STR_FMT(c->name)); }

static bool both_integers(const struct erb_call *c) { return c->self.kind == E_INT && c->args[0].kind == E_INT; }

static double as_float(struct erb_call *c, erv v)
{
  if (v.kind == E_INT) return (double)v.integer;
  if (v.kind != E_FLOAT) erb_leave(c->e, "'%.*s' of a number with a %s", STR_FMT(c->name), erb_class_name(v));
  return v.number;
}

/* --- arithmetic --- */

/* The name is "+", "-" or "*". */
static erv m_arithmetic(struct erb_call *c)
{
  const char op = c->name.p[0];
  int64_t i;
  if (!both_integers(c)) {
    const double a = as_float(c, c->self), b = as_float(c, c->args[0]);
    return erv_float(op == '+' ? a + b : op == '-' ? a - b : a * b);
  }
  const int64_t a = c->self.integer, b = c->args[0].integer;
  if (op == '+'   ? __builtin_add_overflow(a, b, &i)
      : op == '-' ? __builtin_sub_overflow(a, b, &i)
                  : __builtin_mul_overflow(a, b, &i))
    overflow(c);
  return erv_int(i);
}

/* Ruby rounds quotients down, so the remainder has the sign of the divisor. */
static void divide(struct erb_call *c, int64_t *quotient, int64_t *rest)
{
  int64_t a = c->self.integer, b = c->args[0].integer;
  if (b == 0) erb_leave(c->e, "a division by zero");
  if (a == INT64_MIN && b == -1) overflow(c);
  *quotient = a / b;
  *rest = a % b;
  if (*rest != 0 && (*rest < 0) != (b < 0)) {
    *quotient -= 1;
    *rest += b;
  }
}

static erv m_divide(struct erb_call *c)
{
  int64_t quotient, rest;
  if (!both_integers(c)) return erv_float(as_float(c, c->self) / as_float(c, c->args[0]));
  divide(c, &quotient, &rest);
  return erv_int(quotient);
}

static erv m_modulo(struct erb_call *c)
{
  int64_t quotient, rest;
  if (!both_integers(c)) erb_leave(c->e, "'%%' of floats");
  divide(c, &quotient, &rest);
  return erv_int(rest);
}

static erv m_power(struct erb_call *c)
{
  if (!both_integers(c) || c->args[0].integer < 0) erb_leave(c->e, "'**' of something other than integers");
  int64_t v = 1;
  for (int64_t i = 0; i < c->args[0].integer; i++) {
    deadline_step();
    if (__builtin_mul_overflow(v, c->self.integer, &v)) overflow(c);
    if (v == 0 || (v == 1 && i > 1)) break;
    if (v == -1 || v == 1) return erv_int(c->self.integer == -1 && c->args[0].integer % 2 != 0 ? -1 : 1);
  }
  return erv_int(v);
}

static erv m_negate(struct erb_call *c)
{
  if (c->self.kind == E_FLOAT) return erv_float(-c->self.number);
  if (c->self.integer == INT64_MIN) overflow(c);
  return erv_int(-c->self.integer);
}

static erv m_succ(struct erb_call *c)
{
  if (c->self.integer == INT64_MAX) overflow(c);
  return erv_int(c->self.integer + 1);
}

/* --- comparing; strings too --- */

/* The variant has a bit for each accepted order. */
enum { LESS = 1, SAME = 2, MORE = 4 };

static erv m_order(struct erb_call *c)
{
  const int order = erb_order(c->e, c->self, c->args[0]);
  return erv_bool((c->method->variant & (order < 0 ? LESS : order > 0 ? MORE : SAME)) != 0);
}

/* --- converting --- */

static erv whole(struct erb_call *c, double f)
{
  if (!(f > -9.2e18 && f < 9.2e18)) overflow(c);
  return erv_int((int64_t)f);
}

static erv m_to_i(struct erb_call *c)
{
  return c->self.kind == E_INT ? c->self : whole(c, double_trunc(c->self.number));
}

static erv m_round(struct erb_call *c)
{
  return c->self.kind == E_INT ? c->self : whole(c, double_round(c->self.number));
}

const struct erb_method erb_number_methods[] = {
  {"+ - *", K_NUMBER, 1, 1, NO_BLOCK, m_arithmetic},
  {"/", K_NUMBER, 1, 1, NO_BLOCK, m_divide},
  {"%", K_NUMBER, 1, 1, NO_BLOCK, m_modulo},
  {"**", K_NUMBER, 1, 1, NO_BLOCK, m_power},
  {"-@", K_NUMBER, 0, 0, NO_BLOCK, m_negate},
  {"succ next", K_INT, 0, 0, NO_BLOCK, m_succ},
  {"<", K_NUMBER | K_STRING, 1, 1, NO_BLOCK, m_order, LESS},
  {">", K_NUMBER | K_STRING, 1, 1, NO_BLOCK, m_order, MORE},
  {"<=", K_NUMBER | K_STRING, 1, 1, NO_BLOCK, m_order, LESS | SAME},
  {">=", K_NUMBER | K_STRING, 1, 1, NO_BLOCK, m_order, MORE | SAME},
  {"to_i to_int truncate", K_NUMBER, 0, 0, NO_BLOCK, m_to_i},
  {"round", K_NUMBER, 0, 0, NO_BLOCK, m_round},
  {0},
};
