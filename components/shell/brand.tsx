"use client";

import Link from "next/link";
import { createContext, type ReactNode, useContext } from "react";
import { ownBrandName } from "#lib/platform/brand-name.ts";
import { cn } from "../ui/cn.ts";

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

/** The operator's logo, else the logo of the service: a product on a lit sweep. */
export function LogoMark() {
  const { hasLogo } = useBrand();
  // biome-ignore lint/performance/noImgElement: a file of the operator, which exists in one size only
  if (hasLogo) return <img src="/brand/logo" alt="" className="h-7 w-auto max-w-40" />;
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-7">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        d="M5.5 21.5c5 3.4 16 3.4 21 0"
        fill="none"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path d="M12.2 20.6V12l3.8-2.2 3.8 2.2v8.6c-2.3.8-5.3.8-7.6 0Z" fill="#fff" />
      <circle cx="23.6" cy="8.4" r="2.1" fill="#fff" fillOpacity=".75" />
    </svg>
  );
}

export function Logo({ href = "/", compact = false }: { href?: string; compact?: boolean }) {
  const { name } = useBrand();
  return (
    <Link
      href={href}
      className="flex w-fit touch:min-h-11 touch:min-w-11 items-center gap-2.5 rounded-md font-semibold text-[0.9375rem] tracking-tight"
    >
      <LogoMark />
      <span className={cn("whitespace-nowrap", compact && "max-sm:sr-only")}>{name}</span>
    </Link>
  );
}
