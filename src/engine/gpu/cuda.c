// cuda.c -- an NVIDIA GPU, through its driver and its run-time compiler. See device.h.
//
// Both libraries are loaded when they are first needed: nothing of CUDA is
// there when Selvage is built, and people without a GPU notice nothing. The
// few declarations below are the driver's stable interface.

#include "base/cache.h"
#include "engine/gpu/device.h"
#include <dlfcn.h>

typedef unsigned long long device_pointer;
typedef struct module *module_handle;
typedef struct function *function_handle;
typedef struct context *context_handle;
typedef struct program *program_handle;

enum { ATTRIBUTE_PROCESSORS = 16, ATTRIBUTE_MAJOR = 75, ATTRIBUTE_MINOR = 76 };
enum { BLOCK = 128, BLOCKS_PER_PROCESSOR = 8 };

// Name, result, arguments. Each returns 0 if all is well.
#define DRIVER(F)                                                                                 \
  F(cuInit, (unsigned))                                                                           \
  F(cuDriverGetVersion, (int *))                                                                  \
  F(cuDeviceGet, (int *, int))                                                                    \
  F(cuDeviceGetName, (char *, int, int))                                                          \
  F(cuDeviceGetAttribute, (int *, int, int))                                                      \
  F(cuDevicePrimaryCtxRetain, (context_handle *, int))                                            \
  F(cuCtxSetCurrent, (context_handle))                                                            \
  F(cuCtxSynchronize, (void))                                                                     \
  F(cuModuleLoadData, (module_handle *, const void *))                                            \
  F(cuModuleGetFunction, (function_handle *, module_handle, const char *))                        \
  F(cuMemGetInfo_v2, (size_t *, size_t *))                                                        \
  F(cuMemAlloc_v2, (device_pointer *, size_t))                                                    \
  F(cuMemFree_v2, (device_pointer))                                                               \
  F(cuMemsetD8_v2, (device_pointer, unsigned char, size_t))                                       \
  F(cuMemcpyHtoD_v2, (device_pointer, const void *, size_t))                                      \
  F(cuMemcpyDtoH_v2, (void *, device_pointer, size_t))                                            \
  F(cuGetErrorString, (int, const char **))                                                       \
  F(cuLaunchKernel, (function_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
                     unsigned, void *, void **, void **))
#define COMPILER(F)                                                                                \
  F(nvrtcVersion, (int *, int *))                                                                  \
  F(nvrtcCreateProgram,                                                                            \
    (program_handle *, const char *, const char *, int, const char *const *, const char *const *)) \
  F(nvrtcCompileProgram, (program_handle, int, const char *const *))                               \
  F(nvrtcGetProgramLogSize, (program_handle, size_t *))                                            \
  F(nvrtcGetProgramLog, (program_handle, char *))                                                  \
  F(nvrtcGetCUBINSize, (program_handle, size_t *))                                                 \
  F(nvrtcGetCUBIN, (program_handle, char *))                                                       \
  F(nvrtcDestroyProgram, (program_handle *))

typedef struct {
  void *driver, *compiler;
#define DECLARE(NAME, ARGUMENTS) int(*NAME) ARGUMENTS;
  DRIVER(DECLARE)
  COMPILER(DECLARE)
#undef DECLARE
  int device;
  context_handle context;
  module_handle module;
  function_handle kernels[SV_GPU_KERNELS];
  SV_VEC(device_pointer) blocks;
  unsigned grid;
} cuda;

// ---- loading

static void *open_any(const char *const *names) {
  void *library = NULL;
  for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  return library;
}

static bool find(void *library, const char *name, void *to, sv_text *why) {
  void *at = dlsym(library, name);
  memcpy(to, &at, sizeof at);
  if (!at) sv_text_printf(why, "the CUDA library has no %s", name);
  return at;
}

static bool load(cuda *c, sv_text *why) {
  static const char *const drivers[] = {"libcuda.so.1", "libcuda.so", NULL};
  static const char *const compilers[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                          "libnvrtc.so.11.2", NULL};
  c->driver = open_any(drivers);
  if (!c->driver) return sv_text_string(why, "no GPU here: there is no libcuda.so.1"), false;
  c->compiler = open_any(compilers);
  if (!c->compiler) return sv_text_string(why, "no GPU here: there is no libnvrtc.so"), false;
#define FIND_DRIVER(NAME, ARGUMENTS) find(c->driver, #NAME, &c->NAME, why) &&
#define FIND_COMPILER(NAME, ARGUMENTS) find(c->compiler, #NAME, &c->NAME, why) &&
  return DRIVER(FIND_DRIVER) COMPILER(FIND_COMPILER) true;
#undef FIND_DRIVER
#undef FIND_COMPILER
}

static bool succeeds(const cuda *c, int result, const char *what, sv_text *why) {
  const char *text = NULL;
  if (!result) return true;
  if (c->cuGetErrorString) c->cuGetErrorString(result, &text);
  sv_text_printf(why, "%s: %s (%d)", what, text ? text : "error", result);
  return false;
}

static int attribute(const cuda *c, int which) {
  int value = 0;
  c->cuDeviceGetAttribute(&value, which, c->device);
  return value;
}

static bool find_device(cuda *c, sv_gpu_device *d, sv_text *why) {
  size_t total;
  if (c->cuInit(0) || c->cuDeviceGet(&c->device, 0))
    return sv_text_string(why, "no GPU here: the driver finds none"), false;
  c->cuDeviceGetName(d->name, sizeof d->name, c->device);
  if (!succeeds(c, c->cuDevicePrimaryCtxRetain(&c->context, c->device), "context", why) ||
      !succeeds(c, c->cuCtxSetCurrent(c->context), "context", why))
    return false;
  c->grid = (unsigned)attribute(c, ATTRIBUTE_PROCESSORS) * BLOCKS_PER_PROCESSOR;
  d->threads = c->grid * BLOCK;
  return succeeds(c, c->cuMemGetInfo_v2(&d->memory, &total), "memory", why);
}

// ---- compiling

static void say_log(const cuda *c, program_handle p, sv_text *why) {
  size_t n = 0;
  c->nvrtcGetProgramLogSize(p, &n);
  char *log = SV_NEW_ARRAY(char, n + 1);
  if (n) c->nvrtcGetProgramLog(p, log);
  sv_text_printf(why, "the GPU's compiler failed: %.*s", (int)strcspn(log, "\n"), log);
  sv_free(log);
}

// The assembler's full optimisation takes longer than most searches and gains nothing.
#define OPTIONS "-w", "--ptxas-options=-O1"

static void set_architecture(const cuda *c, sv_text *to) {
  sv_text_printf(to, "-arch=sm_%d%d", attribute(c, ATTRIBUTE_MAJOR), attribute(c, ATTRIBUTE_MINOR));
}

static bool compile(const cuda *c, const char *text, sv_text *code, sv_text *why) {
  program_handle p = NULL;
  sv_text architecture = {0};
  set_architecture(c, &architecture);
  const char *const options[] = {sv_text_get(&architecture), OPTIONS};
  if (c->nvrtcCreateProgram(&p, text, "step.cu", 0, NULL, NULL))
    return sv_text_free(&architecture), sv_text_string(why, "the GPU's compiler does not start"),
           false;
  size_t n = 0;
  bool good = !c->nvrtcCompileProgram(p, (int)SV_COUNT(options), options) &&
              !c->nvrtcGetCUBINSize(p, &n) && n && n < UINT32_MAX;
  if (!good) say_log(c, p, why);
  if (good) {
    sv_fill(*code, n + 1);
    code->n = (uint32_t)n;
    good = succeeds(c, c->nvrtcGetCUBIN(p, code->at), "code", why);
  }
  c->nvrtcDestroyProgram(&p);
  sv_text_free(&architecture);
  return good;
}

static bool load_code(cuda *c, unsigned kernels, sv_text *code, sv_text *why) {
  bool good = succeeds(c, c->cuModuleLoadData(&c->module, sv_text_get(code)), "module", why);
  for (uint32_t k = 0; good && k < SV_GPU_KERNELS; k++)
    good = !(kernels >> k & 1) ||
           succeeds(c, c->cuModuleGetFunction(&c->kernels[k], c->module, sv_gpu_kernel_names[k]),
                    sv_gpu_kernel_names[k], why);
  return good;
}

// Everything that the code depends on.
static void set_key(const cuda *c, const char *text, sv_text *key) {
  static const char *const options[] = {OPTIONS};
  int driver = 0, major = 0, minor = 0;
  c->cuDriverGetVersion(&driver);
  c->nvrtcVersion(&major, &minor);
  set_architecture(c, key);
  for (uint32_t i = 0; i < SV_COUNT(options); i++) sv_text_printf(key, " %s", options[i]);
  sv_text_printf(key, "\nNVRTC %d.%d, driver %d\n%s", major, minor, driver, text);
}

// Code that does not load is none.
static bool load_cached(cuda *c, const sv_gpu_code *of, const sv_text *key) {
  sv_text code = {0}, why = {0};
  bool good = sv_cache_get(of->cache, key, &code) && load_code(c, of->kernels, &code, &why);
  sv_text_free(&code);
  sv_text_free(&why);
  return good;
}

static bool make(sv_gpu_device *d, const sv_gpu_code *of, sv_text *why) {
  cuda *c = d->own;
  sv_text key = {0}, code = {0};
  if (of->cache) set_key(c, of->text, &key);
  d->cached = of->cache && load_cached(c, of, &key);
  bool good =
      d->cached || (compile(c, of->text, &code, why) && load_code(c, of->kernels, &code, why));
  if (good && of->cache && !d->cached) sv_cache_put(of->cache, &key, &code, &d->uncached);
  sv_text_free(&key);
  sv_text_free(&code);
  return good;
}

// ---- the device

static void *allocate(sv_gpu_device *d, size_t bytes) {
  cuda *c = d->own;
  device_pointer p = 0;
  if (!succeeds(c, c->cuMemAlloc_v2(&p, bytes ? bytes : 1), "memory", &d->error)) return NULL;
  sv_push(c->blocks, p);
  if (!succeeds(c, c->cuMemsetD8_v2(p, 0, bytes ? bytes : 1), "memory", &d->error)) return NULL;
  return (void *)(uintptr_t)p;
}

static device_pointer pointer(const void *p) { return (device_pointer)(uintptr_t)p; }

static bool write(sv_gpu_device *d, void *to, const void *from, size_t bytes) {
  const cuda *c = d->own;
  return !bytes || succeeds(c, c->cuMemcpyHtoD_v2(pointer(to), from, bytes), "copy", &d->error);
}

static bool read(sv_gpu_device *d, void *to, const void *from, size_t bytes) {
  const cuda *c = d->own;
  return !bytes || succeeds(c, c->cuMemcpyDtoH_v2(to, pointer(from), bytes), "copy", &d->error);
}

static bool launch(sv_gpu_device *d, sv_gpu_kernel k, sv_gpu_job *job, const uint64_t *words,
                   uint64_t from, uint64_t to) {
  const cuda *c = d->own;
  void *arguments[] = {&job, &words, &from, &to};
  return succeeds(
             c,
             c->cuLaunchKernel(c->kernels[k], c->grid, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL),
             "launch", &d->error) &&
         succeeds(c, c->cuCtxSynchronize(), sv_gpu_kernel_names[k], &d->error);
}

static void release(sv_gpu_device *d) {
  cuda *c = d->own;
  for (uint32_t i = 0; i < c->blocks.n; i++) c->cuMemFree_v2(c->blocks.at[i]);
  sv_clear(c->blocks);
}

// The context ends with the process, which is this engine's own.
static void close_cuda(sv_gpu_device *d) {
  cuda *c = d->own;
  release(d);
  sv_vec_free(c->blocks);
  sv_free(c);
}

sv_gpu_device *sv_gpu_open_cuda(const sv_gpu_code *code, sv_limits *limits, sv_text *why) {
  cuda *c = SV_NEW(cuda);
  sv_gpu_device *d = SV_NEW(sv_gpu_device);
  *d = (sv_gpu_device){.own = c, .allocate = allocate, .write = write, .read = read};
  d->launch = launch;
  d->release = release;
  d->close = close_cuda;
  double begin = sv_now();
  if (!load(c, why) || !find_device(c, d, why) || !make(d, code, why)) {
    sv_gpu_close(d);
    return NULL;
  }
  d->compiled_in = sv_now() - begin;
  if (limits->memory && limits->memory < d->memory) d->memory = limits->memory;
  return d;
}
