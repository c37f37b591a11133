"use client";

import { type ComponentProps, useEffect, useState } from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { Picture } from "./picture.tsx";

interface Decoded {
  src: string;
  size: Size;
}

/** The picture at `src` once the browser has decoded it completely; null until then. */
export function useDecoded(src: string): Decoded | null {
  const [decoded, setDecoded] = useState<Decoded | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const image = new Image();
    const show = () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      if (isCurrent && size.width > 0) setDecoded({ src, size });
    };
    image.src = src;
    // Browsers refuse to decode very large pictures: these are shown as soon as they are loaded.
    image.decode().then(show, () => {
      if (image.complete) show();
      else image.onload = show;
    });
    return () => {
      isCurrent = false;
    };
  }, [src]);
  return decoded?.src === src ? decoded : null;
}

interface DecodedPictureProps extends Omit<ComponentProps<"img">, "src"> {
  src: string;
  alt: string;
  /** A small version of the picture, shown until it is decoded. */
  placeholder: string;
}

/** A picture that is shown only once it is completely decoded. */
export function DecodedPicture({ src, placeholder, ...rest }: DecodedPictureProps) {
  const decoded = useDecoded(src);
  return <Picture src={decoded?.src ?? placeholder} {...rest} />;
}
