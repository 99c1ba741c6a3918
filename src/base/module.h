// module.h -- parts of Selvage that are loaded when they are needed.
//
// LLVM and MPI would cost every start of the program time, and it must start where they are not
// installed: who needs them lives in a module of its own, beside the program or the library.

#ifndef SV_MODULE_H
#define SV_MODULE_H

// A handle for dlsym, or NULL: "selvage_llvm.so".
void *sv_module_open(const char *name);

#endif
