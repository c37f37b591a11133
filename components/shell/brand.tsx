"use client";

import { createContext, type ReactNode, useContext } from "react";
import { ownBrandName } from "#lib/platform/brand-name.ts";

/** The name of the service in this installation, and whether its operator has a logo. */
export interface Brand {
  name: string;
  hasLogo: boolean;
}

/** The default, which applies on error pages that replace the whole document and have no provider. */
const BrandContext = createContext<Brand>({ name: ownBrandName, hasLogo: false });

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>;
}

export function useBrand(): Brand {
  return useContext(BrandContext);
}
