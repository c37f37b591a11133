"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Forwards anchors from when the reference was a single page (`/docs#generate`) to the operation's current page. */
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
