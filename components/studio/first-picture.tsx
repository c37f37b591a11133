"use client";

import { ImageUp } from "lucide-react";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "#lib/images/limits.ts";
import type { Sample } from "#lib/samples/index.ts";
import { buttonClass } from "../ui/button.tsx";
import { FileButton } from "./file-button.tsx";
import { SampleButtons } from "./sample-buttons.tsx";

/** The floor before there is any picture: how to bring one, or to begin with one of ours. */
export function FirstPicture({
  samples,
  maxFileBytes,
}: {
  samples: readonly Sample[];
  maxFileBytes: number;
}) {
  return (
    <div className="flex min-h-[min(38rem,72dvh)] flex-col rounded-xl border border-line bg-surface p-2 shadow-card">
      <div className="flex flex-1 flex-col items-center justify-center rounded-lg border border-line-strong border-dashed px-6 py-12 text-center">
        <div className="mb-5 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
          <ImageUp aria-hidden className="size-6" />
        </div>
        <h2 className="text-balance font-semibold text-xl max-sm:text-2xl">Drop a picture of your product</h2>
        <p className="mt-1.5 max-w-sm text-muted text-sm">
          A phone snapshot is enough. Paste works too, and so do many at once.
        </p>
        <FileButton className={buttonClass({ size: "md" }, "mt-6")}>Choose pictures</FileButton>
        <p className="mt-4 text-faint text-xs">
          JPEG, PNG, WebP, AVIF, GIF or TIFF, up to {formatMegabytes(maxFileBytes)} and{" "}
          {formatMegapixels(maxInputPixels)}
        </p>
      </div>
      {samples.length > 0 && (
        <div className="px-3 pt-5 pb-3">
          <h3 className="mb-3 font-medium text-muted text-sm">No picture at hand? Start with one of ours</h3>
          <SampleButtons samples={samples} />
        </div>
      )}
    </div>
  );
}
