import type { ComponentProps } from "react";

/** A picture that already has the right size, from the image host or as a bundled file. */
export function Picture({ alt, ...rest }: ComponentProps<"img"> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: the image host resizes
  return <img alt={alt} draggable={false} decoding="async" {...rest} />;
}
