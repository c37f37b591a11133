import type { ComponentProps } from "react";

/** A picture that comes in the right size already: from the image host by URL, or bundled in several widths. */
export function Picture({ alt, ...rest }: ComponentProps<"img"> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: the image host resizes; doing it once more would cost CPU and a wait
  return <img alt={alt} draggable={false} decoding="async" {...rest} />;
}
