"use client";

import { useRef } from "react";
import { photoSize } from "#lib/contract/photos/sizes.ts";
import type { SourcePicture } from "../../photos/model.ts";
import { ScaledFrame, StyledBox } from "../../ui/styled-box.tsx";
import { outputsOf } from "../order/outputs.ts";
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
  usePreviewOf(picture, { isWhole: true });
  const live = useLivePreview();
  const size = useExpectedSize();
  const shown = live.imageUrl === picture.imageUrl ? live.shown : null;
  const { width, height } = shown ?? size;
  return (
    <ScaledFrame ratio={width / height}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative">
          {shown ? (
            <Arranged shown={shown} live={live} />
          ) : (
            <PreviewWait live={live} previewUrl={previewUrl} />
          )}
        </StyledBox>
      )}
    </ScaledFrame>
  );
}

/** The size of the first photo of an order. */
export function useExpectedSize() {
  const [first] = outputsOf(useStudioState(({ settings }) => settings));
  return photoSize(first ?? { aspectRatio: "1:1", resolution: "1K" });
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
