/* The prompt of `ficelle evaluate`: libedit reads lines; input continues until it parses. */
#include "cli/evaluate_prompt.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/edit_library.h"
#include "cli/evaluate_words.h"
#include "cli/syntax_cli.h"
#include "compiler/evaluator/eval.h"

enum { HISTORY_SIZE = 1000 };

struct prompt {
  struct compilation *c;
  struct settings *settings;
  EditLine *el;
  History *history;
  HistEvent event;
  char *history_file;  /* NULL: it cannot be stored */
  struct buf text;     /* the lines of an incomplete text */
  struct frame *frame; /* top scope, kept between texts */
  bool over;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

/* --- history --- */

/* $XDG_STATE_HOME/ficelle/history, by default below ~/.local/state; creates the directories. */
static char *find_history(void)
{
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  char path[4096];
  int n = state != NULL && state[0] == '/' ? snprintf(path, sizeof path, "%s/ficelle/history", state)
          : home != NULL && home[0] == '/' ? snprintf(path, sizeof path, "%s/.local/state/ficelle/history", home)
                                           : -1;
  if (n < 0 || n >= (int)sizeof path) return NULL;
  for (char *p = path + 1; (p = strchr(p, '/')) != NULL; p++) {
    *p = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return NULL;
    *p = '/';
  }
  return xstrdup(path);
}

static void remember(struct prompt *p, const char *text)
{
  /* A line that begins with a blank is not stored, so that secrets can be typed. */
  if (text[0] == ' ' || text[0] == '\0' || text[0] == '\n') return;
  edit_library()->history(p->history, &p->event, H_ENTER, text);
}

static void save_history(struct prompt *p)
{
  if (p->history_file == NULL) return;
  const mode_t before = umask(077);
  edit_library()->history(p->history, &p->event, H_SAVE, p->history_file);
  umask(before);
}

/* --- editing --- */

static struct prompt *of(EditLine *el)
{
  void *p;
  edit_library()->el_get(el, EL_CLIENTDATA, &p);
  return p;
}

static char *prompt_text(EditLine *el)
{
  static char first[] = "ficelle> ", more[] = "    ...> ";
  return of(el)->text.n == 0 ? first : more;
}

static unsigned char complete(EditLine *el, int ch)
{
  (void)ch;
  const LineInfo *line = edit_library()->el_line(el);
  const str before = str_n(line->buffer, (size_t)(line->cursor - line->buffer));
  struct arena *a = arena_new();
  struct completion found;
  evaluate_complete(of(el)->c, a, before, &found);
  unsigned char result = CC_ERROR;
  if (found.insert.n > 0) {
    result = edit_library()->el_insertstr(el, arena_strz(a, found.insert)) == 0 ? CC_REFRESH : CC_ERROR;
  } else if (found.n > 1) {
    putchar('\n');
    for (uint32_t i = 0; i < found.n && i < 200; i++)
      printf("%.*s%s", STR_FMT(found.words[i]), i % 6 == 5 ? "\n" : "  ");
    putchar('\n');
    result = CC_REDISPLAY;
  }
  arena_free(a);
  return result;
}

static bool open_editor(struct prompt *p)
{
  setlocale(LC_CTYPE, "");
  p->el = edit_library()->el_init("ficelle", stdin, stdout, stderr);
  p->history = edit_library()->history_init();
  if (p->el == NULL || p->history == NULL) return false;
  edit_library()->history(p->history, &p->event, H_SETSIZE, HISTORY_SIZE);
  edit_library()->history(p->history, &p->event, H_SETUNIQUE, 1);
  p->history_file = find_history();
  if (p->history_file != NULL) edit_library()->history(p->history, &p->event, H_LOAD, p->history_file);
  edit_library()->el_set(p->el, EL_CLIENTDATA, p);
  edit_library()->el_set(p->el, EL_PROMPT, prompt_text);
  edit_library()->el_set(p->el, EL_EDITOR, "emacs");
  edit_library()->el_set(p->el, EL_HIST, edit_library()->history, p->history);
  edit_library()->el_set(p->el, EL_ADDFN, "ficelle-complete", "complete the word", complete);
  edit_library()->el_set(p->el, EL_BIND, "^I", "ficelle-complete", NULL);
  edit_library()->el_source(p->el, NULL);
  return true;
}

static void close_editor(struct prompt *p)
{
  save_history(p);
  if (p->el != NULL) edit_library()->el_end(p->el);
  if (p->history != NULL) edit_library()->history_end(p->history);
  free(p->history_file);
  buf_free(&p->text);
}

/* --- evaluating --- */

struct text {
  struct prompt *prompt;
  const struct ast_program *program;
};

static void evaluate_one(struct context *context, void *arg)
{
  (void)context;
  const struct text *t = arg;
  struct compilation *c = t->prompt->c;
  environment_define(c, (struct ast_program *)t->program);
  const value v = eval_program(c, c->top, t->program);
  struct buf out = BUF_IN(c->arena);
  value_inspect(&out, v);
  printf("=> %.*s\n", STR_FMT(buf_view(&out)));
}

static void evaluate_program(struct prompt *p, const struct ast_program *program)
{
  struct compilation *c = p->c;
  struct text t = {p, program};
  const uint32_t depth = c->context.depth;
  if (!context_protect(&c->context, evaluate_one, &t)) {
    cli_error("%.*s", STR_FMT(context_message(&c->context)));
    scope_restore(c->top, p->frame);
    c->environment->broken = false;
  }
  c->context.depth = depth;
  c->context.node = NULL;
  p->frame = c->top->frame;
}

/* Whether more lines could complete the text: the only error is its end. */
static bool wants_more(const struct diag_list *diags, size_t length)
{
  for (uint32_t i = 0; i < diags->n; i++) {
    const struct diagnostic *d = &diags->items[i];
    switch (d->issue) {
    case ISSUE_UNCLOSED_QUOTE:
    case ISSUE_UNCLOSED_MLCOMMENT:
    case ISSUE_HEREDOC_WITHOUT_END_TAGGED_LINE:
    case ISSUE_HEREDOC_WITHOUT_TEXT: return true;
    case ISSUE_SYNTAX_ERROR:
      if (d->offset >= length || str_find(d->message, STR("end of input"), 0) != SIZE_MAX) return true;
      break;
    default: break;
    }
  }
  return false;
}

/* An empty line ends a text in any case. */
static void take_line(struct prompt *p, str line)
{
  const bool empty = str_trim(line).n == 0;
  if (p->text.n == 0 && empty) return;
  buf_str(&p->text, line);
  if (line.n == 0 || line.p[line.n - 1] != '\n') buf_char(&p->text, '\n');
  struct arena *a = p->c->arena;
  const str text = arena_str(a, buf_view(&p->text));
  struct parse_options o = syntax_options(a, p->settings);
  struct diag_list diags;
  diag_list_init(&diags, a);
  const struct ast_program *program = parse_text(a, STR_EMPTY, text, &o, &diags);
  if (program == NULL && !empty && wants_more(&diags, str_trim(text).n)) return;
  remember(p, str_trim(text).n == text.n - 1 ? arena_strz(a, str_sub(text, 0, text.n - 1)) : text.p);
  buf_clear(&p->text);
  syntax_tell(a, p->settings, &diags);
  if (program != NULL) evaluate_program(p, program);
  else syntax_tell_error(a, &diags, syntax_error_text(a, p->settings, &diags));
}

/* --- commands --- */

static void print_variables(struct prompt *p)
{
  const struct ptrmap *all = &p->c->top->variables;
  for (uint32_t i = 0; i < all->n; i++) {
    struct buf out = BUF_IN(p->c->arena);
    value_inspect(&out, *(const value *)all->entries[i].value);
    printf("$%s = %.*s\n", ((const symbol *)all->entries[i].key)->text, STR_FMT(buf_view(&out)));
  }
}

static void print_resources(struct prompt *p)
{
  const struct ptrvec *all = &p->c->catalog->resources;
  for (uint32_t i = 0; i < all->n; i++) printf("%.*s\n", STR_FMT(((const struct resource *)all->items[i])->ref));
}

static void print_help(struct prompt *p)
{
  (void)p;
  printf("Type Puppet code; its value is printed. Input continues over several lines until it is complete; an\n"
         "empty line ends it. Tab completes words, the arrow keys recall earlier input.\n"
         "  :variables   all variables of top scope\n"
         "  :resources   all declared resources\n"
         "  :help        print this text\n"
         "  :quit        exit; Ctrl-D exits, too\n");
}

static void quit(struct prompt *p) { p->over = true; }

/* False if it is not a command. */
static bool command(struct prompt *p, str line)
{
  static const struct {
    const char *name;
    void (*run)(struct prompt *p);
  } commands[] = {
    {":help", print_help}, {":quit", quit}, {":variables", print_variables}, {":resources", print_resources}};
  line = str_trim(line);
  if (p->text.n > 0 || line.n < 2 || line.p[0] != ':' || line.p[1] == ':') return false;
  for (size_t i = 0; i < CLI_COUNT(commands); i++) {
    if (!str_starts(str_of(commands[i].name), line)) continue;
    commands[i].run(p);
    return true;
  }
  cli_error("Unknown command %.*s; :help lists the commands", STR_FMT(line));
  return true;
}

/* --- all --- */

static void read_texts(struct prompt *p)
{
  while (!p->over) {
    int n = 0;
    fflush(stdout);
    const char *line = edit_library()->el_gets(p->el, &n);
    if (interrupted || (line == NULL && errno == EINTR)) {
      interrupted = 0;
      buf_clear(&p->text);
      edit_library()->el_reset(p->el);
      putchar('\n');
    } else if (line == NULL || n <= 0) {
      p->over = true;
      putchar('\n');
    } else if (!command(p, str_n(line, (size_t)n))) {
      take_line(p, str_n(line, (size_t)n));
    }
  }
}

void evaluate_prompt(struct compilation *c, void *arg)
{
  struct compile_cli *job = arg;
  struct prompt p = {.c = c, .settings = job->cli->settings, .text = BUF_HEAP, .frame = c->top->frame};
  struct sigaction on = {.sa_handler = on_interrupt}, before;
  sigaction(SIGINT, &on, &before);
  if (open_editor(&p)) read_texts(&p);
  else cli_error("The terminal cannot be used");
  close_editor(&p);
  sigaction(SIGINT, &before, NULL);
}
