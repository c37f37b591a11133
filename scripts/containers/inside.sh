#!/bin/sh
# Runs in the namespaces that local.sh creates: makes ROOT read-only except DATA, then runs a program in it without
# privileges. `inside.sh ROOT DATA COMMAND …`
root=$1 data=$2
shift 2
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
for file in hosts resolv.conf; do
  touch "$root/etc/$file"
  mount --bind "/etc/$file" "$root/etc/$file"
done
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o size=256m tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --bounding-set=-all \
  --inh-caps=-all "$@"
