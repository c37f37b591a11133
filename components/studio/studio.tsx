"use client";

import { useEffect, useState } from "react";
import type { Sample } from "#lib/samples/index.ts";
import type { Balance } from "../shell/balance-store.ts";
import { BlockedNotice } from "./blocked-notice.tsx";
import { DropArea } from "./drop-area.tsx";
import { FailedPictures } from "./failed-pictures.tsx";
import { FilmStrip } from "./film-strip.tsx";
import { FirstPicture } from "./first-picture.tsx";
import { Panel } from "./panel.tsx";
import { PictureTray } from "./picture-tray.tsx";
import { Stage } from "./stage.tsx";
import { openStudio, type Studio as StudioStore } from "./store.ts";
import { StudioContext, useStudio } from "./use-studio.ts";

interface StudioProps {
  userId: string;
  balance: Balance;
  samples: readonly Sample[];
}

/** The studio: pictures in, settings at the side, photos out. */
export function Studio({ userId, balance, samples }: StudioProps) {
  // What an earlier visit left is known to the browser alone, so the server's page starts empty.
  const [studio, setStudio] = useState<StudioStore | null>(null);
  useEffect(() => setStudio(openStudio(userId)), [userId]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-7">
      {studio ? (
        <StudioContext value={studio}>
          <Floor samples={samples} />
          <Panel balance={balance} />
        </StudioContext>
      ) : (
        <StudioSkeleton />
      )}
    </div>
  );
}

function Floor({ samples }: { samples: readonly Sample[] }) {
  const { state } = useStudio();
  const visible = state.sources.some((source) => source.state !== "failed" || source.previewUrl !== null);
  const empty = !visible && state.shots.length === 0;
  return (
    <DropArea>
      <BlockedNotice />
      <FailedPictures />
      {empty ? (
        <FirstPicture samples={samples} />
      ) : (
        <div className="space-y-4">
          <PictureTray samples={samples} />
          <Stage />
          <FilmStrip />
        </div>
      )}
    </DropArea>
  );
}

/** Same places, same sizes: nothing jumps when the studio opens. */
function StudioSkeleton() {
  return (
    <>
      <div className="h-[min(38rem,72dvh)] rounded-xl border border-line bg-surface" />
      <div className="h-[38rem] rounded-xl border border-line bg-surface" />
    </>
  );
}
