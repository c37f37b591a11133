"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo } from "react";
import type { Sample } from "#lib/samples/index.ts";
import type { Balance } from "../shell/balance.tsx";
import { useHydrated } from "../ui/time.tsx";
import { DropArea, FirstPicture } from "./add-pictures.tsx";
import { BlockedNotice, FailedPictures } from "./notices.tsx";
import { Panel } from "./panel.tsx";
import { traySources } from "./state.ts";
import { openStudio, StudioContext, useStudioState } from "./store.ts";

interface StudioProps {
  userId: string;
  balance: Balance;
  samples: readonly Sample[];
  maxFileBytes: number;
}

// Most of the scripts: they come behind the first screen, and are there before the first picture is.
const loadWorkspace = () => import("./workspace.tsx").then(({ Workspace }) => Workspace);
const Workspace = dynamic(loadWorkspace);

/** The studio: pictures in, settings at the side, photos out. */
export function Studio({ userId, balance, samples, maxFileBytes }: StudioProps) {
  const studio = useMemo(
    () => openStudio({ userId, samples, maxFileBytes }),
    [userId, samples, maxFileBytes],
  );
  // The server's page has everything in its place; until the scripts are there, nothing on it answers.
  const ready = useHydrated();
  useEffect(() => void loadWorkspace(), []);
  return (
    <div
      inert={!ready}
      data-testid="studio"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-7"
    >
      <StudioContext value={studio}>
        <Contents />
        <Panel balance={balance} />
      </StudioContext>
    </div>
  );
}

function Contents() {
  const empty = useStudioState((state) => state.generations.length === 0 && traySources(state).length === 0);
  return (
    <DropArea>
      <BlockedNotice />
      <FailedPictures />
      {empty ? <FirstPicture /> : <Workspace />}
    </DropArea>
  );
}
