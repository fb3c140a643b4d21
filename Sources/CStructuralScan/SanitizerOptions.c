// What sanitizers are set to in programs that are built with them, in every environment that a test
// may start them in.

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

// The search for lost memory does not see through a reference that is a case of an enumeration,
// which has bits of its own in it: Scripts/check-leaks looks for what is kept.
const char *__asan_default_options(void);

const char *__asan_default_options(void) { return "detect_leaks=0:abort_on_error=1"; }

#endif
#if __has_feature(thread_sanitizer)

// A program that ends would wait a second for other threads, and a test would take it for one that
// goes on.
const char *__tsan_default_options(void);

const char *__tsan_default_options(void) { return "atexit_sleep_ms=0"; }

#endif
#endif
