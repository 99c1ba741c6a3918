// replay_main.c -- runs a fuzz target over files instead of random inputs.
//
//   fuzz_boolprog FILE-OR-DIRECTORY...
//
// Directories are searched to the bottom; paths that do not exist are passed
// over. Each file is given as a block of exactly its size, so that a sanitizer
// sees every read past its end. Status 77 (skipped) if there was no file.

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NO_FILES = 77, CANNOT_READ = 1 };

static void fail(const char *path) {
  perror(path);
  exit(CANNOT_READ);
}

static uint8_t *read_file(const char *path, size_t size) {
  uint8_t *data = malloc(size ? size : 1);
  FILE *in = fopen(path, "rb");
  if (!data || !in || fread(data, 1, size, in) != size) fail(path);
  fclose(in);
  return data;
}

static size_t replay_file(const char *path, size_t size) {
  fprintf(stderr, "%s (%zu bytes)\n", path, size);
  uint8_t *data = read_file(path, size);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return 1;
}

static size_t replay(const char *path);

static size_t replay_entry(const char *directory, const char *name) {
  size_t bytes = strlen(directory) + strlen(name) + 2;
  char *path = malloc(bytes);
  if (!path) fail(name);
  snprintf(path, bytes, "%s/%s", directory, name);
  size_t files = replay(path);
  free(path);
  return files;
}

static size_t replay_directory(const char *path) {
  struct dirent **entries;
  int n = scandir(path, &entries, NULL, alphasort);
  if (n < 0) fail(path);
  size_t files = 0;
  for (int i = 0; i < n; i++) {
    if (entries[i]->d_name[0] != '.') files += replay_entry(path, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return files;
}

static size_t replay(const char *path) {
  struct stat info;
  if (stat(path, &info)) return 0;
  if (S_ISDIR(info.st_mode)) return replay_directory(path);
  return S_ISREG(info.st_mode) ? replay_file(path, (size_t)info.st_size) : 0;
}

int main(int argc, char **argv) {
  size_t files = 0;
  for (int i = 1; i < argc; i++) files += replay(argv[i]);
  printf("%zu files\n", files);
  return files ? 0 : NO_FILES;
}
