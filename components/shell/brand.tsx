"use client";

import { createContext, type ReactNode, useContext } from "react";
import { ownBrandName } from "#lib/platform/brand-name.ts";

/** What the service is called here, and whether its operator has a logo. */
export interface Brand {
  name: string;
  hasLogo: boolean;
}

/** Error pages that replace the whole document have no provider. */
const BrandContext = createContext<Brand>({ name: ownBrandName, hasLogo: false });

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

export function useBrand(): Brand {
  return useContext(BrandContext);
}
