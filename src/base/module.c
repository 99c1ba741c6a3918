// module.c -- where modules lie. See module.h.

#define _GNU_SOURCE

#include "base/module.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

// In the folder of this file, or in one that lies as it does when installed.
static void *open_near(const char *file, const char *name) {
  static const char *const folders[] = {"", "/selvage", "/../lib/selvage"};
  const char *slash = strrchr(file, '/');
  void *module = NULL;
  for (size_t i = 0; slash && !module && i < SV_COUNT(folders); i++) {
    sv_text path = {0};
    sv_text_bytes(&path, file, (size_t)(slash - file));
    sv_text_printf(&path, "%s/%s", folders[i], name);
    module = dlopen(sv_text_get(&path), RTLD_NOW | RTLD_LOCAL);
    sv_text_free(&path);
  }
  return module;
}

static void *open_installed(const char *name) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/%s", SELVAGE_MODULES, name);
  void *module = dlopen(sv_text_get(&path), RTLD_NOW | RTLD_LOCAL);
  sv_text_free(&path);
  return module;
}

// Near the library or the program, or where it was to be installed.
void *sv_module_open(const char *name) {
  static const char here[] = "";
  char self[4096] = "";
  Dl_info library = {0};
  void *module = NULL;
  if (dladdr(here, &library) && library.dli_fname) module = open_near(library.dli_fname, name);
  if (!module && readlink("/proc/self/exe", self, sizeof self - 1) > 0)
    module = open_near(self, name);
  return module ? module : open_installed(name);
}
