"use client";

import type { Sample } from "#lib/samples/index.ts";
import { FilmStrip } from "./film-strip.tsx";
import { PictureTray } from "./picture-tray.tsx";
import { Stage } from "./stage.tsx";

/** The floor once there are pictures: those to work from, the one looked at, and all that was made. */
export function AtWork({ samples }: { samples: readonly Sample[] }) {
  return (
    <div className="space-y-4">
      <PictureTray samples={samples} />
      <Stage />
      <FilmStrip />
    </div>
  );
}
