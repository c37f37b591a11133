"use client";

import { type ReactNode, useRef } from "react";
import { photoSize } from "#lib/contract/photos/sizes.ts";
import type { SourcePicture } from "../../photos/model.ts";
import { outputsOf } from "../../photos/settings.ts";
import { ScaledFrame } from "../../ui/styled-box.tsx";
import { useStudioState } from "../store.ts";
import { CropFrame, CropShade } from "./crop-frame.tsx";
import { SafeArea } from "./guides.tsx";
import { HorizonLine } from "./horizon-line.tsx";
import type { LivePreview, Preview } from "./live-preview.ts";
import { BusyMark, PreviewPicture, PreviewProblem, PreviewWait } from "./preview-states.tsx";
import { ProductHandles } from "./product-handles.tsx";
import { useLivePreview, usePreviewOf } from "./use-arrange.ts";

interface ArrangeFrameProps {
  picture: SourcePicture;
  /** The source picture, shown until the first preview. */
  previewUrl: string | null;
}

/** The preview of a photo, with handles for the product, the crop and the backdrop. */
export function ArrangeFrame({ picture, previewUrl }: ArrangeFrameProps) {
  return (
    <PreviewFrame picture={picture} previewUrl={previewUrl} isWhole className="relative">
      {(shown, live) => <Arranged shown={shown} live={live} />}
    </PreviewFrame>
  );
}

interface PreviewFrameProps extends ArrangeFrameProps {
  /** Whether the preview shows what the crop cuts off. */
  isWhole: boolean;
  className: string;
  children: (shown: Preview, live: LivePreview) => ReactNode;
}

/** Requests the preview of a photo; `children` renders it in a box of its shape. */
export function PreviewFrame({ picture, previewUrl, isWhole, className, children }: PreviewFrameProps) {
  usePreviewOf(picture, { isWhole });
  const live = useLivePreview();
  const [first] = outputsOf(useStudioState(({ settings }) => settings));
  const shown = live.imageUrl === picture.imageUrl ? live.shown : null;
  const { width, height } = shown ?? photoSize(first ?? { aspectRatio: "1:1", resolution: "1K" });
  return (
    <ScaledFrame ratio={width / height} className={className}>
      {shown ? children(shown, live) : <PreviewWait live={live} previewUrl={previewUrl} />}
    </ScaledFrame>
  );
}

function Arranged({ shown, live }: { shown: Preview; live: LivePreview }) {
  const frameRef = useRef<HTMLDivElement>(null);
  const group = useStudioState(({ arrange }) => arrange.group);
  const frame = { width: shown.width, height: shown.height };
  return (
    <div ref={frameRef} className="absolute inset-0 select-none">
      <div className="absolute inset-0 overflow-hidden rounded-lg shadow-photo">
        <PreviewPicture shown={shown} isBusy={live.busy} className="size-full object-fill" />
        <SafeArea frame={frame} />
        <CropShade />
        {live.busy && <BusyMark />}
      </div>
      {group === "crop" ? (
        <CropFrame frameRef={frameRef} />
      ) : (
        live.base && <ProductHandles base={live.base} frame={frame} frameRef={frameRef} />
      )}
      {group === "background" && <HorizonLine frameRef={frameRef} />}
      {live.problem !== null && <PreviewProblem live={live} className="absolute inset-x-3 top-3" />}
    </div>
  );
}
