"""Renders the missing views of the library one after the other; it can be interrupted and restarted at any time.

    nohup nice -n 19 python3 assets/makers/scenes/render_all.py > /tmp/render-all.log 2>&1 &

    --only ID …     these scenes        --views middle …   these views first and only
    --again         existing views too  --list             only lists the missing views
    --quick 2       half the size, a quarter of the time: stand-ins that a later run replaces
"""

import argparse
import json
import os
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.normpath(os.path.join(HERE, "../../scenes"))
BUILD = ["nice", "-n", "19", "blender", "-b", "-P", os.path.join(HERE, "build.py"), "--"]
PIXELS = 2304
ORDER = ["middle", "flat", "low", "high"]
# Blender searches its Python libraries next to the first python3 in PATH, which must be Debian's.
ENVIRONMENT = {**os.environ, "PATH": "/usr/bin:/bin:" + os.environ.get("PATH", "")}


def listed():
    """Pairs of scene and view, as the scripts name them: first a middle view of each scene."""
    output = subprocess.run([*BUILD, "--list"], capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout
    pairs = []
    for line in output.splitlines():
        if line.startswith("LISTED "):
            _, scene, *views = line.split()
            pairs += [(scene, view) for view in views]
    if not pairs:
        raise SystemExit(f"No scene could be listed:\n{output[-2000:]}")
    return sorted(pairs, key=lambda pair: (ORDER.index(pair[1]) if pair[1] in ORDER else len(ORDER), pair[0]))


def is_there(scene, view, pixels):
    """Whether the view has a plate of this size; a smaller one is a stand-in."""
    try:
        with open(os.path.join(OUT, scene, f"{view}.json")) as file:
            return json.load(file)["pixels"] >= pixels
    except FileNotFoundError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--views", nargs="*")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--quick", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    wanted = [(s, v) for s, v in listed() if (not args.only or s in args.only) and (not args.views or v in args.views)]
    if args.only:
        wanted.sort(key=lambda pair: args.only.index(pair[0]))
    missing = [(s, v) for s, v in wanted if args.again or not is_there(s, v, PIXELS // args.quick)]
    print(f"{len(missing)} of {len(wanted)} views to render", flush=True)
    for scene, view in missing:
        if args.list:
            print(scene, view)
            continue
        started = time.time()
        run = subprocess.run([*BUILD, scene, view, "--quick", str(args.quick)], capture_output=True, text=True, env=ENVIRONMENT)
        lines = [line for line in run.stdout.splitlines() if line.startswith("VIEW ")]
        if lines:
            print(time.strftime("%H:%M"), lines[-1], flush=True)
        else:
            # The next one may still work; the next start retries this one.
            print(f"FAILED {scene} {view} after {time.time() - started:.0f} s\n{(run.stdout + run.stderr)[-1500:]}", flush=True)


if __name__ == "__main__":
    main()
