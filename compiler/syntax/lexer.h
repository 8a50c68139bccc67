/* The lexer: converts bytes to tokens, on demand. Only interpolated strings and heredocs are lexed as a whole when they
 * begin, into a queue. Internal to compiler/syntax. */
#ifndef FICELLE_SYNTAX_LEXER_H
#define FICELLE_SYNTAX_LEXER_H

#include <setjmp.h>

#include "base/regex.h"
#include "base/stack.h"
#include "compiler/syntax/diag.h"

enum token_kind {
#define X(kind, text) TOKEN_##kind,
#include "compiler/syntax/token.def"
#undef X
  TOKEN_KIND_COUNT
};
#define KEYWORD_FIRST TOKEN_CASE
#define KEYWORD_LAST TOKEN_BOOLEAN
static inline bool token_is_keyword(enum token_kind kind) { return kind >= KEYWORD_FIRST && kind <= KEYWORD_LAST; }

/* The text of a heredoc without its margin. Maps its offsets to the text that contains it. */
struct sublocator {
  const struct sublocator *parent; /* of the text that contains it; NULL: the file */
  uint32_t lead;                   /* where it begins in that text */
  bool has_margin;
  uint32_t nlines;
  const uint32_t *lines; /* offsets of its lines */
  /* [i]: bytes of margin removed before the end of line i's margin, i from 1 */
  const uint32_t *removed;
};

struct token {
  uint8_t kind;                 /* enum token_kind */
  uint32_t offset, length;      /* in the text of `sub` */
  str value;                    /* names, strings, numbers as written (digits), patterns */
  const struct sublocator *sub; /* NULL: the file itself */
  /* REGEX: struct regex; SUBLOCATE: the struct sublocator of the following tokens */
  const void *data;
};

struct token_queue {
  struct token *items;
  uint32_t head, n, cap;
};

/* Shared by the lexer of a file and those of the heredocs in it. */
struct lex_context {
  struct arena *arena;
  struct source *source;
  struct diag_list *diags;
  jmp_buf *fail; /* target of an error, which is then in diags */
  struct token_queue queue;
  uint32_t depth, max_depth; /* nesting of interpolations and heredocs, and of the parser */
  bool tasks;
};

enum epp_mode { EPP_NONE, EPP_TEXT, EPP_CODE, EPP_EXPRESSION };

struct lexer {
  struct lex_context *cx;
  const char *text;
  uint32_t n, pos;
  const struct sublocator *sub;
  enum token_kind after; /* the previous token */
  int brace_count;
  uint32_t line_start;   /* the beginning of the current line, as the lexer saw it */
  uint32_t newline_jump; /* end of the heredoc text that follows this line; 0: none */
  enum epp_mode epp_mode;
  bool epp_open;    /* inside a tag */
  unsigned escapes; /* ESCAPE_… of a heredoc's text */
  bool interpolate; /* a heredoc's text with "" around its tag */
  str matched;      /* the text scanned last; Puppet shows it if a quote is not closed */
};

enum lexed { LEXED_NOTHING, LEXED_TOKEN, LEXED_QUEUED };

void lexer_init(struct lexer *lx, struct lex_context *cx, str text);
/* Begins an EPP template: queues its first tokens. */
void lexer_begin_epp(struct lexer *lx);
/* Reads the next token; TOKEN_EOF at the end. */
void lexer_next(struct lexer *lx, struct token *t);

/* -- between the files of the lexer -- */
enum lexed lex_one(struct lexer *lx, struct token *t);
enum lexed lex_number(struct lexer *lx, struct token *t);
enum lexed lex_single_quoted(struct lexer *lx, struct token *t);
enum lexed lex_double_quoted(struct lexer *lx, struct token *t);
enum lexed lex_heredoc(struct lexer *lx);
/* Reads text up to the next tag, after "%>" or "-%>" (`trim`). */
void lex_epp_text(struct lexer *lx, bool trim);
/* Queues the tokens of a heredoc's text: STRING, or DQPRE … DQPOST. */
void lex_unquoted(struct lexer *lx);
void lex_check_bom(struct lexer *lx);

_Noreturn void lex_fail(struct lexer *lx, enum issue issue, uint32_t at, ...);
void lex_warn(struct lexer *lx, enum issue issue, uint32_t at, ...);
void lex_enter(struct lexer *lx);
static inline void lex_leave(struct lexer *lx) { lx->cx->depth--; }
void lex_queue(struct lexer *lx, enum token_kind kind, uint32_t offset, uint32_t length, str value, const void *data);
/* Skips blanks between tokens as Puppet does; does not change `matched`. */
void lex_skip_blanks(struct lexer *lx);
/* length of the blank character there; 0: none */
uint32_t lex_blank_at(const struct lexer *lx, uint32_t pos);
/* Returns up to five of the next characters, as Puppet quotes them. */
str lex_followed_by(struct lexer *lx);
str lex_format_quote(struct lexer *lx, str q);
uint32_t lex_word_end(const struct lexer *lx, uint32_t pos);     /* end of the run of \w */
uint32_t lex_variable_end(const struct lexer *lx, uint32_t pos); /* end of (::)?(\w+::)*\w+, or pos */

enum {
  ESCAPE_BACKSLASH = 1,
  ESCAPE_T = 2,
  ESCAPE_R = 4,
  ESCAPE_N = 8,
  ESCAPE_S = 16,
  ESCAPE_U = 32,
  ESCAPE_NEWLINE = 64,
  ESCAPE_DOLLAR = 128,
  ESCAPE_QUOTES = 256,
  ESCAPE_DOUBLE_QUOTED = 511
};

/* Converts offset and length to the text that contains `sub`; the length changes if a margin was removed. */
void sub_locate(const struct sublocator *sub, uint32_t *offset, uint32_t *length);
/* Converts an offset to the file. */
uint32_t sub_file_offset(const struct sublocator *sub, uint32_t offset);

/* character classes */
/* C_LOWER: a-z and _. C_IGNORED: the first character of a blank, a comment or a line end. */
enum { C_WORD = 1, C_LOWER = 2, C_UPPER = 4, C_DIGIT = 8, C_BLANK = 16, C_IGNORED = 32 };
extern const uint8_t lex_class[256];
#define LEX_IS(c, what) ((lex_class[(unsigned char)(c)] & (what)) != 0)
static inline char lex_at(const struct lexer *lx, uint32_t pos) { return pos < lx->n ? lx->text[pos] : '\0'; }
static inline str lex_slice(const struct lexer *lx, uint32_t from, uint32_t to)
{
  return (str){lx->text + from, to - from};
}
static inline enum lexed lex_token(struct lexer *lx, struct token *t, enum token_kind kind, uint32_t offset, str value)
{
  *t = (struct token){
    .kind = (uint8_t)kind, .offset = offset, .length = lx->pos - offset, .value = value, .sub = lx->sub};
  return LEXED_TOKEN;
}
const char *token_name(enum token_kind kind);

#endif
