#!/usr/bin/env bash
# timeout: 300
#
# The kernels of the engine gpu go through NVRTC, the GPU's own compiler, where its library is; no GPU is needed for that. The
# text is the one that a search on the host's threads has compiled: it is kept, with --cache, in the key of its entry.
set -u
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > compile.py << 'SCRIPT'
import ctypes, glob, os, sys

names = ['libnvrtc.so', 'libnvrtc.so.13', 'libnvrtc.so.12', 'libnvrtc.so.11.2']
names += sorted(glob.glob('/usr/local/cuda*/lib64/libnvrtc.so'))
nvrtc = None
for name in names:
    try:
        nvrtc = ctypes.CDLL(name)
        break
    except OSError:
        pass
if nvrtc is None:
    sys.exit(77)

def text_of(path):
    data = open(path, 'rb').read()
    first = data.index(b'// Written by Selvage')
    return data[first:data.index(b'\x7fELF', first)].rstrip(b'\0')

def compile_text(text):
    program = ctypes.c_void_p()
    assert not nvrtcCreate(ctypes.byref(program), text, b'step.cu', 0, None, None)
    options = (ctypes.c_char_p * 3)(b'-arch=sm_90', b'-w', b'--ptxas-options=-O1')
    status = nvrtc.nvrtcCompileProgram(program, 3, options)
    size = ctypes.c_size_t()
    if status:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        nvrtc.nvrtcGetProgramLog(program, log)
        print(log.value.decode(errors='replace')[:2000])
    else:
        nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
        print(size.value, 'bytes of code')
    return status or not size.value

nvrtcCreate = nvrtc.nvrtcCreateProgram
sys.exit(1 if any([compile_text(text_of(p)) for p in sorted(glob.glob(os.path.join(sys.argv[1], '*')))]) else 0)
SCRIPT

# Narrow states and atomic sections, trees of wide ones with queues and sticky locations, and walks.
cat > narrow.proc << 'MODEL'
byte x = 0;
process p { while true { atomic { x = (x + 1) % 200; } } }
process q { while true { await x > 3; x = 0; } }
MODEL
mkdir kept
ask() { "$SELVAGE" check --quiet --engine gpu --device host --jobs 2 --cache kept "$@" > out 2>&1; }
ask --deadlock off narrow.proc || fail "a search: $(head -n 1 out)"
ask "$SELVAGE_ROOT/examples/leader.pml" || fail "a search with queues: $(head -n 1 out)"
ask --deadlock off --search walk --walk 1000 narrow.proc
[ "$(find kept -type f | wc -l)" = 3 ] || fail "there are not three texts: $(ls kept; cat out)"
timeout 250 python3 compile.py kept > log 2>&1
case $? in
0) ;;
77)
  echo 'skipped: there is no libnvrtc here'
  [ "$failures" = 0 ] && exit 77
  ;;
*) fail "NVRTC: $(head -c 2000 log)" ;;
esac
exit $((failures > 0))
