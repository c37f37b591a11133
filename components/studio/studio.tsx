"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Sample } from "#lib/samples/index.ts";
import type { Balance } from "../shell/balance-store.ts";
import { BlockedNotice } from "./blocked-notice.tsx";
import { DropArea } from "./drop-area.tsx";
import { FailedPictures } from "./failed-pictures.tsx";
import { FirstPicture } from "./first-picture.tsx";
import { Panel } from "./panel.tsx";
import { openStudio } from "./store.ts";
import { StudioContext, useStudio } from "./use-studio.ts";

interface StudioProps {
  userId: string;
  balance: Balance;
  samples: readonly Sample[];
  /** Size of the largest file that is taken. */
  maxFileBytes: number;
}

// Most of the scripts: they come behind the first screen, and are there before the first picture is.
const loadAtWork = () => import("./at-work.tsx").then(({ AtWork }) => AtWork);
const AtWork = dynamic(loadAtWork);

const neverChanges = () => () => undefined;

/** The studio: pictures in, settings at the side, photos out. */
export function Studio({ userId, balance, samples, maxFileBytes }: StudioProps) {
  const studio = useMemo(() => openStudio(userId, maxFileBytes), [userId, maxFileBytes]);
  // The server's page has everything in its place; until the scripts are there, nothing on it answers.
  const ready = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  useEffect(() => void loadAtWork(), []);
  return (
    <div
      inert={!ready}
      data-testid="studio"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-7"
    >
      <StudioContext value={studio}>
        <Floor samples={samples} maxFileBytes={maxFileBytes} />
        <Panel balance={balance} />
      </StudioContext>
    </div>
  );
}

function Floor({ samples, maxFileBytes }: Pick<StudioProps, "samples" | "maxFileBytes">) {
  const { state } = useStudio();
  const visible = state.sources.some((source) => source.state !== "failed" || source.previewUrl !== null);
  const empty = !visible && state.shots.length === 0;
  return (
    <DropArea>
      <BlockedNotice />
      <FailedPictures />
      {empty ? <FirstPicture samples={samples} maxFileBytes={maxFileBytes} /> : <AtWork samples={samples} />}
    </DropArea>
  );
}
