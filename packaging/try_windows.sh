#!/bin/bash
# Tries Fraydesk on a Windows Python under Wine: tests, binary, downloads, and what they install.
#
#     sudo packaging/try_windows.sh FOLDER             all of it
#     sudo packaging/try_windows.sh FOLDER WORDS...    only that: the Windows Python with these words
#
# FOLDER takes 5 GB and is kept: what was made there once is there the next time. It needs a network,
# root, a Debian with Python 3.11, and npm, which brings Inno Setup's compiler.
#
# No Windows and nothing of python.org is needed. A bare Debian 12 in FOLDER/root has Wine for 64 bits
# and, for Inno Setup, for 32. The wheel of panda3d brings CPython's library for Windows and what is
# compiled of its own modules; the other modules are those of this machine's Python. What Wine 8 lacks
# is made below. README.md says what this has shown.
set -eu -o pipefail

[ $# -gt 0 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
mkdir -p "$1"
folder=$(readlink -f "$1")
shift
source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/..")
root=$folder/root
python=${PYTHON:-python3.11} # of this machine

PANDA=panda3d==1.10.16
INNO=innosetup@6.4.1
SITE=$root/py/Lib/site-packages

# What differs between systems. All the tests take hours here: -m pytest tests.
TESTS=(tests/test_cli.py tests/packaging tests/library tests/window/widgets
    tests/window/shell/test_starting.py tests/window/shell/test_zoom.py)

say() { printf '== %s\n' "$*" >&2; }
fail() { printf '!! %s\n' "$*" >&2; exit 1; }
once() { # NAME COMMAND: what is done once in this folder
    [ -e "$folder/.$1" ] && return
    say "$1"
    "${@:2}" >>"$folder/log" 2>&1 || fail "$1 failed; see $folder/log"
    touch "$folder/.$1"
}

inside() {
    chroot "$root" env -i PATH=/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive DISPLAY="${screen:-}" PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 \
        WINEPREFIX=/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d' \
        WINEPATH='Z:\inno' SOURCE_DATE_EPOCH="$(cat "$folder/date" 2>/dev/null)" PYTHONHASHSEED=0 "$@"
}

debian() {
    command -v debootstrap >/dev/null || apt-get install -y --no-install-recommends debootstrap
    debootstrap --variant=minbase bookworm "$root"
    cp /etc/resolv.conf "$root/etc/"
    inside dpkg --add-architecture i386
    inside apt-get update
    inside apt-get install -y --no-install-recommends wine wine64 wine32:i386 xvfb \
        gcc-mingw-w64-x86-64-win32 binutils-mingw-w64-x86-64
    rm -rf "$root"/var/cache/apt/archives/*.deb
}

# Processes of our own Debian, a screen nobody sees, and Wine's services. Those begin here, away from
# every pipe: they would hold it open for ever.
begin() {
    for place in proc dev; do mountpoint -q "$root/$place" || mount --rbind --make-rslave "/$place" "$root/$place"; done
    mkdir -p "$root/wine"
    rm -f "$root/tmp/screen"
    inside sh -c 'echo $$ >/tmp/screen.pid; exec Xvfb -displayfd 3 -screen 0 1366x768x24 -nolisten tcp 3>/tmp/screen' \
        >/dev/null 2>&1 &
    until [ -s "$root/tmp/screen" ]; do sleep 0.2; done
    screen=:$(cat "$root/tmp/screen")
    {
        inside wineserver -p
        inside wine wineboot --init
        inside wine winecfg -v win10 # else Wine is Windows 7, whose pipes Python's workers wait for
        inside wine explorer /desktop=fraydesk cmd /c exit
    } >/dev/null 2>&1 </dev/null || :
}
end() {
    [ -z "${screen:-}" ] || { inside wineserver -k || :; kill "$(cat "$root/tmp/screen.pid")"; } 2>/dev/null
    for place in dev proc; do
        ! mountpoint -q "$root/$place" || umount -l "$root/$place"
    done
}
trap end EXIT

# Into a pipe: Wine gives a redirected file no name, and Python asks for it.
windows() { inside env -C /fraydesk wine 'Z:\py\python.exe' "$@" 2>&1 </dev/null | cat; }

cpython() {
    local work=$folder/wheel
    rm -rf "$work" "$root/py"
    mkdir -p "$work" "$root/py/DLLs" "$root/py/Lib"
    "$python" -m pip download --no-deps --only-binary=:all: --platform win_amd64 \
        --python-version 3.11 --dest "$work" "$PANDA"
    "$python" -m zipfile -e "$work"/panda3d-*.whl "$work"
    cp "$work"/deploy_libs/*.pyd "$work"/deploy_libs/*.dll "$root/py/DLLs/"
    rm -f "$root"/py/DLLs/{api-ms-,tcl,tk}* # the first are Wine's own
    mv "$root"/py/DLLs/[Pp]ython311.dll "$root/py/python311.dll"
    mv "$root"/py/DLLs/[Vv][Cc][Rr]untime* "$root/py/"
    local pure
    pure=$("$python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
    (cd "$pure" && tar c --exclude site-packages --exclude dist-packages --exclude test \
        --exclude lib-dynload --exclude __pycache__ --exclude 'config-*' .) | tar x -C "$root/py/Lib"
    # The library, 3.11.9, calls this on the class; before 3.11.8 it was no method of the class.
    sed -i -z 's/\n    def invalidate_caches(cls)/\n    @classmethod&/; s/\(@classmethod\n *\)\n *@classmethod/\1/' \
        "$root/py/Lib/importlib/metadata/__init__.py"
    rm -rf "$work"
}

# python.exe, and what Wine 8 lacks. Those go into Wine's own folder, where no build collects them.
missing() {
    local work=$root/tmp/missing system=$root/wine/drive_c/windows/system32
    mkdir -p "$work"
    cat >"$work/python.c" <<'C'
#include <windows.h>
int wmain(int count, wchar_t **words) {
    return ((int (*)(int, wchar_t **))GetProcAddress(LoadLibraryW(L"python311.dll"), "Py_Main"))(count, words);
}
C
    cat >"$work/python.manifest" <<'X'
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1"><application>
    <supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/>
  </application></compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3"><windowsSettings>
    <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
  </windowsSettings></application>
</assembly>
X
    echo '1 24 "python.manifest"' >"$work/python.rc"
    # Random numbers, which typst and pydantic ask for.
    cat >"$work/bcryptprimitives.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(void *, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *to, SIZE_T count) {
    return count <= 0x7fffffff && SystemFunction036(to, (ULONG)count);
}
C
    # Qt asks ICU for the codecs of old files; it is told that there is none.
    local answers="ucnv_open= ucnv_getAvailableName= ucnv_getStandardName= ucnv_getName= ucnv_close= "
    answers+="ucnv_countAvailable= ucnv_toUCountPending= ucnv_getMaxCharSize=1 ucnv_reset= "
    answers+="ucnv_getToUCallBack= ucnv_setToUCallBack= ucnv_getFromUCallBack= ucnv_setFromUCallBack= "
    answers+="ucnv_toUnicode= ucnv_fromUnicode= ucnv_cbToUWriteUChars= ucnv_cbFromUWriteUChars= "
    answers+="UCNV_FROM_U_CALLBACK_SUBSTITUTE= UCNV_TO_U_CALLBACK_SUBSTITUTE="
    local each
    for each in $answers; do
        echo "__declspec(dllexport) long long ${each%=*}(void) { return ${each#*=}0; }"
    done | sed 's/return 10/return 1/' >"$work/icuuc.c"
    # The stable interface is the whole one by another name.
    inside x86_64-w64-mingw32-objdump -p /py/python311.dll |
        sed -n 's/^\t\[ *[0-9]*\] .*\b\(_\?Py[A-Za-z0-9_]*\)$/\1/p' | sort -u |
        sed '1iLIBRARY python3.dll\nEXPORTS' | sed '3,$s/.*/  & = python311.&/' >"$work/python3.def"
    [ "$(wc -l <"$work/python3.def")" -gt 900 ]
    echo 'int DllMain(void *a, unsigned long b, void *c) { return 1; }' >"$work/python3.c"
    inside sh -euc "cd /tmp/missing; gcc=x86_64-w64-mingw32-gcc
        x86_64-w64-mingw32-windres python.rc -O coff -o manifest.o
        \$gcc -municode -o /py/python.exe python.c manifest.o
        \$gcc -shared -o /py/python3.dll python3.c python3.def
        for name in bcryptprimitives icuuc; do
            \$gcc -shared -o \$name.dll \$name.c -ladvapi32
            cp \$name.dll /wine/drive_c/windows/system32/
        done"
    [ -e "$system/icuuc.dll" ]
}

# The versions of uv.lock that a Python 3.11 on Windows takes, and Fraydesk itself as --editable would.
packages() {
    "$python" - "$source" "$SITE" >"$folder/packages" <<'P'
import sys, tomllib
from importlib.metadata import version
from pathlib import Path

from pip._vendor.packaging.markers import Marker

source, site = map(Path, sys.argv[1:])
HERE = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt",
        "platform_machine": "AMD64", "python_version": "3.11", "python_full_version": "3.11.9",
        "implementation_name": "cpython", "platform_python_implementation": "CPython"}
locked = tomllib.loads((source / "uv.lock").read_text("utf-8"))["package"]

def holds(markers):
    return not markers or any(Marker(each).evaluate(HERE) for each in markers)

def package(name):
    return next(p for p in locked if p["name"] == name and holds(p.get("resolution-markers")))

taken, open_ = {}, [("fraydesk", ("test", "build", "dask"))]
while open_:
    name, extras = open_.pop()
    found = package(name)
    if taken.get(name, -1) == (len(extras), found["version"]):
        continue
    taken[name] = (len(extras), found["version"])
    asked = list(found.get("dependencies", ()))
    for extra in extras:
        asked += found.get("optional-dependencies", {}).get(extra, ())
    open_ += [(a["name"], tuple(a.get("extra", ()))) for a in asked
              if holds([a["marker"]] if "marker" in a else []) and a["name"] != "fraydesk"]
print(*(f"{name}=={version}" for name, (_, version) in sorted(taken.items()) if name != "fraydesk"),
      sep="\n")

project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
info = site / f"fraydesk-{project['version']}.dist-info"
info.mkdir(parents=True, exist_ok=True)
(info / "METADATA").write_text(
    f"Metadata-Version: 2.1\nName: fraydesk\nVersion: {project['version']}\n"
    f"Summary: {project['description']}\n", "utf-8")
(info / "RECORD").write_text("")
(site / "fraydesk.pth").write_text("..\\..\\..\\fraydesk\n")
P
    "$python" -m pip install --quiet --upgrade --no-deps --only-binary=:all: --platform win_amd64 \
        --implementation cp --python-version 3.11 --target "$SITE" --requirement "$folder/packages"
    # It waits for a clock as coarse as that of Windows; Wine's is too fine, and it waits for ever.
    sed -i 's/^if WINDOWS and sys.version_info/if False and sys.version_info/' "$SITE/distributed/metrics.py"
}

compiler() {
    local work=$folder/inno
    command -v npm >/dev/null || apt-get install -y --no-install-recommends npm
    mkdir -p "$work"
    (cd "$work" && npm pack --silent "$INNO" && tar xzf innosetup-*.tgz)
    rm -rf "$root/inno" && mv "$work/package/bin" "$root/inno" && rm -rf "$work"
}

[ "$(id -u)" = 0 ] || fail "only root can enter another root: sudo $0 $folder"
once debian debian
begin
once cpython cpython
once missing missing
once "packages-$(cat "$source"/{pyproject.toml,uv.lock} | sha256sum | cut -c1-12)" packages
once compiler compiler
mkdir -p "$root/fraydesk"
# What the source had once would be tested and built along.
find "$root/fraydesk" -mindepth 1 -maxdepth 1 ! -name build ! -name dist -exec rm -rf {} +
git -C "$source" log -1 --format=%ct >"$folder/date"
(cd "$source" && git ls-files -z --cached --others --exclude-standard |
    tar c --null --files-from=- --ignore-failed-read) | tar x -C "$root/fraydesk"
windows packaging/forms.py
windows packaging/texts.py compile

if [ $# -gt 0 ]; then
    windows "$@"
    exit
fi

say "the tests"
windows -m pytest -q -p no:cacheprovider "${TESTS[@]}"
say "the binary"
rm -rf "$root/fraydesk/dist"
windows -m PyInstaller --noconfirm --log-level=WARN packaging/fraydesk.spec
windows packaging/dev.py smoke
windows packaging/same_output.py
say "the downloads"
windows packaging/package.py
windows packaging/try_downloads.py
say "everything works"
