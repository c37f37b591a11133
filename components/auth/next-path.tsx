"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { TextLink } from "../ui/button.tsx";

type NextPathLinkProps = ComponentProps<typeof TextLink> & { href: string };

/**
 * A link to another sign-in page that keeps where to go afterwards. The page is rendered once for all visitors, so only
 * the browser knows it.
 */
export function NextPathLink({ href, ...rest }: NextPathLinkProps) {
  const next = useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(window.location.search).get("next"),
    () => null,
  );
  return <TextLink href={next === null ? href : `${href}?${new URLSearchParams({ next })}`} {...rest} />;
}
