"use client";

import { type ReactNode, useId } from "react";
import { useStudio } from "./use-studio.ts";

const accepted =
  "image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff,image/heic,image/heif,.heic,.heif";

/** Opens the file chooser; looks like whatever class it is given. The input itself takes the focus. */
export function FileButton({
  className,
  children,
  label,
}: {
  className: string;
  children: ReactNode;
  label?: string;
}) {
  const { studio } = useStudio();
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`${className} has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2`}
    >
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accepted}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          studio.addFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
