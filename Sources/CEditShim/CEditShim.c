#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include "CEditShim.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static FILE *stream(int descriptor, const char *mode) {
  switch (descriptor) {
    case 0: return stdin;
    case 1: return stdout;
    case 2: return stderr;
    default: return fdopen(descriptor, mode);
  }
}

EditLine *ed_open(const char *program, int input, int output, int error) {
  FILE *in = stream(input, "r"), *out = stream(output, "w"), *err = stream(error, "w");
  if (!in || !out || !err) return NULL;
  return el_init(program, in, out, err);
}

int ed_set_int(EditLine *editor, int option, int value) { return el_set(editor, option, value); }

int ed_get_int(EditLine *editor, int option, int *value) { return el_get(editor, option, value); }

int ed_set_string(EditLine *editor, int option, const char *value) {
  return el_set(editor, option, value);
}

int ed_get_string(EditLine *editor, int option, const char **value) {
  return el_get(editor, option, value);
}

int ed_set_prompt(EditLine *editor, ed_prompt_fn prompt, char escape) {
  return el_set(editor, EL_PROMPT_ESC, prompt, (int)escape);
}

int ed_set_reader(EditLine *editor, ed_read_fn reader) {
  return el_set(editor, EL_GETCFN, reader);
}

int ed_add_command(EditLine *editor, const char *name, const char *help, ed_command_fn command) {
  return el_set(editor, EL_ADDFN, name, help, command);
}

int ed_bind(EditLine *editor, const char *key, const char *command) {
  return el_set(editor, EL_BIND, key, command, (char *)NULL);
}

int ed_bind_vi(EditLine *editor, const char *key, const char *command) {
  return el_set(editor, EL_BIND, "-a", key, command, (char *)NULL);
}

int ed_set_modes(EditLine *editor, const char *set, const char *mode) {
  return el_set(editor, EL_SETTY, set, mode, (char *)NULL);
}

int ed_set_context(EditLine *editor, void *context) {
  return el_set(editor, EL_CLIENTDATA, context);
}

void *ed_context(EditLine *editor) {
  void *context = NULL;
  el_get(editor, EL_CLIENTDATA, &context);
  return context;
}

int ed_refresh(EditLine *editor) { return el_set(editor, EL_REFRESH); }

int ed_width(wchar_t character) { return wcwidth(character); }

void ed_flush(void) {
  fflush(stdout);
  fflush(stderr);
}

static int install(int signal, ed_signal_fn handler, int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL);
}

int ed_on_signal(int signal, ed_signal_fn handler, int once) {
  return install(signal, handler, once ? (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK) : 0);
}

int ed_default_signal(int signal) { return install(signal, SIG_DFL, 0); }

int ed_ignore_signal(int signal) { return install(signal, SIG_IGN, 0); }

int ed_unblock_signal(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  return sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int ed_take_keys(int descriptor) {
  struct termios modes;
  if (tcgetattr(descriptor, &modes) != 0) return -1;
  modes.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
  modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  modes.c_cc[VSUSP] = modes.c_cc[VQUIT] = _POSIX_VDISABLE;
  return tcsetattr(descriptor, TCSADRAIN, &modes);
}
