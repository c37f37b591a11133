"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { SWRConfig } from "swr";
import type { AccountState } from "#lib/accounts/state.ts";
import { defaultSceneStyle } from "#lib/contract/photos/styles.ts";
import type { Sample } from "#lib/samples/index.ts";
import type { OrderPage } from "../orders/model.ts";
import { recentOrdersPath, useRecentOrders, useRecentOrdersSync } from "../orders/recent.ts";
import { consumeHandover } from "../photos/handover.ts";
import type { PhotoModes } from "../photos/modes.ts";
import type { Balance } from "../shell/balance.tsx";
import { SkipLink } from "../shell/nav.tsx";
import { useHydrated } from "../ui/time.tsx";
import { UnsentNotice } from "./order/notices.tsx";
import { traySources } from "./order/summary.ts";
import { TriedBefore } from "./order/tried-before.tsx";
import { Panel } from "./panel/panel.tsx";
import { DropArea, FirstPicture } from "./pictures/add-pictures.tsx";
import { MissingPictures } from "./pictures/missing-pictures.tsx";
import { useShown } from "./shown.ts";
import { openStudio, StudioContext, useStudio, useStudioState } from "./store.ts";

interface StudioProps {
  userId: string;
  balance: Balance;
  samples: readonly Sample[];
  maxFileBytes: number;
  modes: PhotoModes;
  /** Status of the subscription. */
  status: AccountState["status"];
  /** The scene named by the page's URL. */
  scene: string | null;
  /** The orders when the page was rendered. */
  orders: OrderPage;
}

// Most of the JavaScript: loaded after the first screen is shown, before the first picture is added.
const loadWorkspace = () => import("./viewer/workspace.tsx");
const Workspace = dynamic(() => loadWorkspace().then(({ Workspace }) => Workspace));
const RecentPhotos = dynamic(() => loadWorkspace().then(({ RecentPhotos }) => RecentPhotos));

export function Studio({
  userId,
  balance,
  samples,
  maxFileBytes,
  modes,
  status,
  scene,
  orders,
}: StudioProps) {
  const studio = useMemo(
    () => openStudio({ userId, samples, maxFileBytes, modes }),
    [userId, samples, maxFileBytes, modes],
  );
  useEffect(() => void loadWorkspace(), []);
  useEffect(() => {
    if (scene === null) return;
    studio.set({ scene, styles: [defaultSceneStyle] });
    // Removes the parameter, so that a reload does not override a later selection.
    window.history.replaceState(null, "", "/studio");
  }, [studio, scene]);
  useEffect(() => {
    const given = consumeHandover();
    if (given) studio.bring(given);
  }, [studio]);
  return (
    <InertUntilHydrated>
      <SWRConfig value={{ fallback: { [recentOrdersPath]: orders } }}>
        <StudioContext value={studio}>
          <SkipLink to="scenes" />
          <DropArea>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:gap-y-0 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-7">
              <Contents balance={balance} status={status} />
              <Panel balance={balance} />
              <RecentOrders />
            </div>
          </DropArea>
        </StudioContext>
      </SWRConfig>
    </InertUntilHydrated>
  );
}

/** The server renders the whole page; it is inert until the scripts run. Then only this box is rendered again. */
function InertUntilHydrated({ children }: { children: ReactNode }) {
  const ready = useHydrated();
  return (
    <div inert={!ready} data-testid="studio" className="max-lg:pb-20">
      {children}
    </div>
  );
}

/** Comes after the settings, because the settings lead to the next photo. */
function RecentOrders() {
  const orders = useRecentOrders();
  return orders.length > 0 ? <RecentPhotos /> : null;
}

function Contents({ balance, status }: Pick<StudioProps, "balance" | "status">) {
  useRecentOrdersSync();
  const hasPictures = useStudioState((state) => traySources(state).length > 0);
  const shown = useShown();
  const order = shown !== null && "item" in shown ? shown.order : null;
  const works = hasPictures || (shown !== null && "item" in shown);
  const studio = useStudio();
  const held = useRef(false);
  const isChosen = useStudioState(({ shownId }) => shownId !== null);
  // Selects an open order that is shown by default, so that it stays visible after it has finished.
  useEffect(() => {
    if (order && !isChosen) studio.show(order.id);
  }, [studio, order, isChosen]);
  return (
    <div className="min-w-0">
      <UnsentNotice balance={balance} status={status} />
      <TriedBefore />
      <MissingPictures />
      {works ? <Workspace held={held} /> : <FirstPicture held={held} />}
    </div>
  );
}
