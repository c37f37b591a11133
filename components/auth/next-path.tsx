"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { TextLink } from "../ui/button.tsx";

type NextPathLinkProps = ComponentProps<typeof TextLink> & { href: string };

/**
 * A link to another sign-in page that keeps where to go afterwards. The page is rendered once for all visitors, so only
 * the browser knows it.
 */
export function NextPathLink({ href, ...rest }: NextPathLinkProps) {
  const next = useNextPath();
  return <TextLink href={next === null ? href : `${href}?${new URLSearchParams({ next })}`} {...rest} />;
}

/** The same for a form. Without scripts it is missing, and the action reads it from the `Referer`. */
export function NextPathInput() {
  const next = useNextPath();
  return next === null ? null : <input type="hidden" name="next" value={next} />;
}

function useNextPath(): string | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(window.location.search).get("next"),
    () => null,
  );
}
