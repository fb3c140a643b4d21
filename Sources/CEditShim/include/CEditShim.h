#ifndef SHELF_CEDITSHIM_H
#define SHELF_CEDITSHIM_H

#include <histedit.h>
#include <wchar.h>

/// What Swift cannot reach of libedit by itself: its variadic functions, the C library's streams,
/// and the parts of signal handling whose structures differ from system to system.

typedef char *(*ed_prompt_fn)(EditLine *);
typedef unsigned char (*ed_command_fn)(EditLine *, int);
typedef int (*ed_read_fn)(EditLine *, wchar_t *);
typedef void (*ed_signal_fn)(int);

/// Opens an editor on file descriptors; 0, 1 and 2 share the C library's own streams.
/// Returns NULL when a descriptor cannot be used.
EditLine *ed_open(const char *program, int input, int output, int error);

/// `el_set` and `el_get` with one argument.
int ed_set_int(EditLine *editor, int option, int value);
int ed_get_int(EditLine *editor, int option, int *value);
int ed_set_string(EditLine *editor, int option, const char *value);
int ed_get_string(EditLine *editor, int option, const char **value);

/// `escape` surrounds what takes no room on the screen.
int ed_set_prompt(EditLine *editor, ed_prompt_fn prompt, char escape);

int ed_set_reader(EditLine *editor, ed_read_fn reader);
int ed_add_command(EditLine *editor, const char *name, const char *help, ed_command_fn command);

/// Binds a key in the map for inserting; `ed_bind_vi` does so in the map of vi's commands.
int ed_bind(EditLine *editor, const char *key, const char *command);
int ed_bind_vi(EditLine *editor, const char *key, const char *command);

/// Changes the terminal modes libedit uses: `set` is `-d` while editing, `-x` while not.
int ed_set_modes(EditLine *editor, const char *set, const char *mode);

/// A pointer that callbacks get back from their editor.
int ed_set_context(EditLine *editor, void *context);
void *ed_context(EditLine *editor);

/// Draws prompt and line; the cursor must be at the start of an empty line.
int ed_refresh(EditLine *editor);

/// Columns that libedit gives to a printable character; negative for others.
int ed_width(wchar_t character);

/// Writes out what the standard streams hold back.
void ed_flush(void);

/// Installs a handler that interrupts system calls; `once` puts the default back when it runs.
int ed_on_signal(int signal, ed_signal_fn handler, int once);
int ed_default_signal(int signal);
int ed_ignore_signal(int signal);

/// Lets a signal through that is blocked because its handler runs.
int ed_unblock_signal(int signal);

/// Lets a terminal hand over keys as they are pressed, without showing them; of the keys that are
/// signals only Ctrl-C stays one. Returns 0, or -1 where there is no terminal.
int ed_take_keys(int descriptor);

#endif
