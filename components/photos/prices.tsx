"use client";

import { createContext, type ReactNode, useContext } from "react";
import {
  type BaseCosts,
  defaultBaseCosts,
  generationCost,
  type Resolution,
  type Style,
} from "#lib/contract/photos/styles.ts";

/** The default applies on error pages that replace the whole document and have no provider. */
const PricesContext = createContext<BaseCosts>(defaultBaseCosts);

/** Provides the prices of this deployment. */
export function PricesProvider({ baseCosts, children }: { baseCosts: BaseCosts; children: ReactNode }) {
  return <PricesContext value={baseCosts}>{children}</PricesContext>;
}

export function useBaseCosts(): BaseCosts {
  return useContext(PricesContext);
}

/** The price of a photo, for client components; others use `plans/offer.ts`. */
export function usePhotoCost(): (style: Style, resolution: Resolution) => number {
  const baseCosts = useBaseCosts();
  return (style, resolution) => generationCost(style, resolution, baseCosts);
}
