"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { TextLink } from "../ui/button.tsx";

type NextPathLinkProps = ComponentProps<typeof TextLink> & { href: string };

/** A link to another sign-in page that keeps the `next` path, which the browser reads from its own address. */
export function NextPathLink({ href, ...rest }: NextPathLinkProps) {
  const next = useNextPath();
  return <TextLink href={next === null ? href : `${href}?${new URLSearchParams({ next })}`} {...rest} />;
}

/**
 * The `next` path as a form field. Without scripts it is missing, and the action reads the path from the `Referer`.
 */
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
