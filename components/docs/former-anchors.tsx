"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Leads an address from when the reference was one page (`/docs#generate`) on to where the operation is now. */
export function FormerAnchors() {
  const router = useRouter();
  useEffect(() => {
    const follow = () => {
      const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const href = row?.tagName === "LI" ? row.querySelector("a")?.getAttribute("href") : null;
      if (href) router.replace(href);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [router]);
  return null;
}
