#!/bin/sh
# Installs a .deb in a bare Debian, uses it, removes it, and says of each step how it went.
#
#     sudo packaging/try_deb.sh dist/fraydesk_0.1.0_amd64.deb [bookworm|trixie|FOLDER]
#
# FOLDER is a root that is there already; else debootstrap makes one, which needs a network and
# root, and it is thrown away at the end.
set -eu

deb=$(readlink -f "$1")
suite=${2:-bookworm}

say() { printf '== %s\n' "$*"; }
fail() { printf '!! %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "only root can enter another root: sudo $0 $*"
if [ -d "$suite" ]; then
    root=$(readlink -f "$suite")
    thrown=
else
    command -v debootstrap >/dev/null ||
        fail "debootstrap is not here: apt-get install debootstrap, or name a folder with a Debian"
    root=$(mktemp -d)
    chmod 755 "$root" # apt and man-db work as users of their own
    thrown=$root
fi

end() {
    umount "$root/proc" 2>/dev/null || :
    [ -z "$thrown" ] || rm -rf "$thrown"
}
trap end EXIT

if [ -n "$thrown" ]; then
    say "making a bare $suite"
    debootstrap --variant=minbase "$suite" "$root" >/dev/null
fi
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"

inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}
install() {
    inside apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@" \
        >"$root/tmp/apt.log" 2>&1 || { cat "$root/tmp/apt.log"; fail "apt failed"; }
}
list() { inside find / -xdev -iname '*fraydesk*' -not -path '/proc/*' -not -path '/tmp/*' \
    -not -path '/var/cache/man/*' | sort; }
packages() { inside dpkg-query -W -f '${Package}\n' | sort; }

before=$(list)
had=$(packages)
say "installing with apt"
inside apt-get update -qq
cp "$deb" "$root/tmp/fraydesk.deb"
install /tmp/fraydesk.deb
inside fraydesk --version

say "the window, on a screen nobody sees and in memory"
install xvfb xauth
inside xvfb-run -a fraydesk --selftest 2>&1 | tail -n 1
inside env QT_QPA_PLATFORM=offscreen fraydesk --selftest 2>&1 | tail -n 1

say "no screen is said in one line"
if inside fraydesk 2>"$root/tmp/said"; then fail "it started without a screen"; fi
[ "$(wc -l <"$root/tmp/said")" = 1 ] || { cat "$root/tmp/said"; fail "not one line"; }
cat "$root/tmp/said"

say "desktop entry, file type, metadata, man page"
install \
    desktop-file-utils shared-mime-info appstream libglib2.0-bin man-db sqlite3
inside desktop-file-validate /usr/share/applications/fraydesk.desktop
inside appstreamcli validate --no-net --pedantic \
    /usr/share/metainfo/io.github.fraydesk.fraydesk.metainfo.xml | tail -n 1
inside update-mime-database /usr/share/mime
inside update-desktop-database
rm -f "$root/tmp/campaign.fray" "$root/tmp/plain.db"
inside sqlite3 /tmp/campaign.fray 'PRAGMA application_id=0x46726179; CREATE TABLE t(x)'
cp "$root/tmp/campaign.fray" "$root/tmp/without_a_name"
inside sqlite3 /tmp/plain.db 'CREATE TABLE t(x)'
for pair in campaign.fray=fraydesk without_a_name=fraydesk plain.db=sqlite; do
    kind=$(inside gio info -a standard::content-type "/tmp/${pair%=*}" | tail -n 1)
    case $kind in *"${pair#*=}"*) echo "${pair%=*}:${kind##*:}" ;; *) fail "${pair%=*} is taken for$kind" ;; esac
done
inside gio mime application/vnd.fraydesk.campaign | grep -q fraydesk.desktop ||
    fail "a campaign does not open with Fraydesk"
inside sh -c 'MANPAGER=cat man fraydesk' | grep -q SYNOPSIS || fail "no man page"
inside bash -n /usr/share/bash-completion/completions/fraydesk

say "purging"
inside apt-get purge -qq -y -o Dpkg::Use-Pty=0 fraydesk >/dev/null
inside update-mime-database /usr/share/mime
left=$(list | grep -v '^/root/' || :)
[ "$left" = "$before" ] || fail "left behind: $left"
inside apt-get autoremove --purge -qq -y -o Dpkg::Use-Pty=0 >/dev/null
new=$(packages | grep -vxF "$had" || :)
say "what else apt brought in for this trial: $(echo "$new" | wc -l) packages"
say "everything works"
