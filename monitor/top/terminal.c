/* Draws the cells of a grid; ncurses finds out which have changed. terminal_close() restores the terminal. */
#include "monitor/top/terminal.h"

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <term.h>
#include <unistd.h>

#include "base/library.h"

/* clang-format off */
#define CURSES_FUNCTIONS(X)                                                                                      \
  X(setupterm) X(tigetstr) X(newterm) X(endwin) X(delscreen) X(cbreak) X(noecho) X(keypad) X(wtimeout) X(wgetch) X(wrefresh)  \
  X(werase) X(wmove) X(waddnwstr) X(wattrset) X(getmaxx) X(getmaxy) X(curs_set) X(has_colors) X(start_color)      \
  X(use_default_colors) X(init_pair) X(COLOR_PAIR)
/* clang-format on */

struct curses_library {
#define X(name) __typeof__(name) *name;
  CURSES_FUNCTIONS(X)
#undef X
  WINDOW **screen; /* stdscr */
};

struct terminal {
  struct curses_library l;
  SCREEN *screen;
  WINDOW *window;
  int style[GRID_STYLES];
};

/* Colours if the terminal has them and NO_COLOR is not set, otherwise bold, underlined and reverse. */
static void set_styles(struct terminal *t)
{
  static const struct {
    short color; /* -1: that of the terminal */
    attr_t with_color, without;
  } styles[GRID_STYLES] = {
    [GRID_PLAIN] = {-1, A_NORMAL, A_NORMAL},
    [GRID_TITLE] = {-1, A_REVERSE, A_REVERSE},
    [GRID_HEAD] = {-1, A_BOLD | A_UNDERLINE, A_BOLD | A_UNDERLINE},
    [GRID_LABEL] = {COLOR_CYAN, A_NORMAL, A_NORMAL},
    [GRID_GOOD] = {COLOR_GREEN, A_NORMAL, A_NORMAL},
    [GRID_WARN] = {COLOR_YELLOW, A_BOLD, A_BOLD},
    [GRID_BAD] = {COLOR_RED, A_BOLD, A_BOLD | A_REVERSE},
  };
  const char *no_color = getenv("NO_COLOR");
  const bool color = (no_color == NULL || *no_color == '\0') && t->l.has_colors() && t->l.start_color() == OK &&
                     t->l.use_default_colors() == OK;
  for (short i = 0; i < GRID_STYLES; i++) {
    t->style[i] = (int)(color ? styles[i].with_color : styles[i].without);
    if (color && styles[i].color >= 0 && t->l.init_pair((short)(i + 1), styles[i].color, -1) == OK)
      t->style[i] |= t->l.COLOR_PAIR(i + 1);
  }
}

/* Without this, as on a "dumb" terminal, ncurses prints the cells of a frame one after the other. */
static bool moves_cursor(const struct terminal *t)
{
  const char *cup = t->l.tigetstr("cup");
  return cup != NULL && cup != (const char *)-1;
}

struct terminal *terminal_open(struct buf *why)
{
  struct terminal *t = xcalloc(1, sizeof *t);
  const char *name = getenv("TERM");
  int error;
  library_load("libncursesw.so.6", CURSES_FUNCTIONS(LIBRARY_NAME) LIBRARY_NAME(stdscr), &t->l);
  if (name == NULL || *name == '\0') {
    buf_z(why, "the environment variable TERM is not set");
  } else if (t->l.setupterm(name, STDOUT_FILENO, &error) != OK) {
    buf_printf(why, error == 0 ? "the terminal '%s' is unknown" : "unknown terminal type '%s'", name);
  } else if (!moves_cursor(t)) {
    buf_printf(why, "the terminal '%s' cannot move its cursor; --batch prints frames as text", name);
  } else if ((t->screen = t->l.newterm(name, stdout, stdin)) == NULL) {
    buf_printf(why, "the terminal '%s' cannot be used", name);
  }
  if (t->screen == NULL) {
    free(t);
    return NULL;
  }
  t->window = *t->l.screen;
  t->l.cbreak();
  t->l.noecho();
  t->l.keypad(t->window, TRUE);
  t->l.curs_set(0);
  set_styles(t);
  return t;
}

void terminal_close(struct terminal *t)
{
  if (t == NULL) return;
  t->l.endwin();
  t->l.delscreen(t->screen);
  free(t);
}

void terminal_size(const struct terminal *t, int *width, int *height)
{
  *width = t->l.getmaxx(t->window);
  *height = t->l.getmaxy(t->window);
}

void terminal_show(struct terminal *t, const struct grid *g)
{
  wchar_t text[256];
  t->l.werase(t->window);
  for (int y = 0; y < g->height; y++) {
    const struct grid_cell *row = &g->cell[(size_t)y * (size_t)g->width];
    for (int x = 0; x < g->width;) {
      const int style = row[x].style, from = x;
      int n = 0;
      for (; x < g->width && n < 256 && row[x].style == style; x++) text[n++] = (wchar_t)row[x].character;
      t->l.wattrset(t->window, t->style[style]);
      if (t->l.wmove(t->window, y, from) == OK) t->l.waddnwstr(t->window, text, n);
    }
  }
  t->l.wrefresh(t->window);
}

int terminal_key(struct terminal *t, int timeout_ms)
{
  static const struct {
    int curses, key;
  } keys[] = {{KEY_UP, TERMINAL_UP},           {KEY_DOWN, TERMINAL_DOWN}, {KEY_PPAGE, TERMINAL_PAGE_UP},
              {KEY_NPAGE, TERMINAL_PAGE_DOWN}, {KEY_HOME, TERMINAL_HOME}, {KEY_END, TERMINAL_END},
              {KEY_RESIZE, TERMINAL_NONE}};
  t->l.wtimeout(t->window, timeout_ms);
  const int c = t->l.wgetch(t->window);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (c == keys[i].curses) return keys[i].key;
  return c == ERR ? TERMINAL_NONE : c < 0x100 ? c : TERMINAL_OTHER;
}
