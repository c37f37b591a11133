#!/bin/sh
# Builds and runs the image on a Debian machine that can reach Debian's and npm's packages, but no image registry. Run
# it as root: `scripts/containers/local.sh build`, then `scripts/containers/local.sh run [FOLDER [NAME=VALUE …]]`.
# Needs buildah and mmdebstrap. It tests the Dockerfile, not Docker: no memory limits, no separate network.
set -eu
cd "$(dirname "$0")/../.."
base=docker.io/library/debian:bookworm-slim
# If the kernel has no overlays: STORAGE_DRIVER=vfs, which copies every layer and takes an hour.
buildah() { command buildah --storage-driver "${STORAGE_DRIVER:-overlay}" "$@"; }

# Builds Debian's base image once, so that later builds can reuse their layers.
# To rebuild it: buildah --storage-driver overlay rmi debian:bookworm-slim
make_base() {
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  mmdebstrap --variant=minbase --include=ca-certificates --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' bookworm "$root/base.tar"
  container=$(buildah from scratch)
  buildah add -q "$container" "$root/base.tar" /
  buildah commit -q --rm "$container" "$base"
}

build() {
  buildah inspect --type image "$base" > /dev/null 2>&1 || make_base
  # The build uses the apt settings and certificates of this machine.
  buildah bud --format docker --isolation chroot --pull-never --layers --build-arg "COMMIT=$(git rev-parse HEAD)" \
    --build-arg NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    -v /etc/apt/apt.conf.d:/etc/apt/apt.conf.d:ro -v /etc/ssl/certs:/etc/ssl/certs:ro -t photos .
  echo "photos: $(buildah inspect --type image --format '{{.FromImageID}}' photos | head -c 12)"
}

# As in compose.one.yaml: user 10001 without capabilities, a file system that is read-only except /data and /tmp.
run() {
  data=${1:-$(mktemp -d)}
  [ $# -eq 0 ] || shift
  chown 10001:10001 "$data"
  container=$(buildah from --pull-never photos)
  trap 'buildah rm "$container" > /dev/null' EXIT
  root=$(buildah mount "$container")
  echo "The image has $(du -sm "$root" | cut -f1) MB"
  of_image() { buildah inspect --type image --format "{{range .OCIv1.Config.$1}}{{.}} {{end}}" photos; }
  # shellcheck disable=SC2046
  unshare --mount --pid --ipc --uts --fork sh -eu scripts/containers/inside.sh "$root" "$data" \
    env -i --chdir=/app $(of_image Env) "$@" $(of_image Entrypoint) $(of_image Cmd) &
  outer=$!
  # Forwards signals to the container's processes, like `docker stop`.
  trap 'pkill -TERM -P "$outer" || true' TERM INT
  while kill -0 "$outer" 2> /dev/null; do wait "$outer" && code=0 || code=$?; done
  echo "It ended with exit code $code"
  return "$code"
}

verb=${1:-build}
[ $# -eq 0 ] || shift
"$verb" "$@"
