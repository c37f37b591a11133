"use client";

import { useRef } from "react";
import { photoSize } from "#lib/contract/photos/sizes.ts";
import { describeFault } from "../../language/faults.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import type { SourcePicture } from "../../photos/model.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Picture } from "../../ui/picture.tsx";
import { Spinner } from "../../ui/progress.tsx";
import { ScaledFrame, StyledBox } from "../../ui/styled-box.tsx";
import { outputsOf } from "../order/outputs.ts";
import { useStudio, useStudioState } from "../store.ts";
import { CropFrame, CropShade } from "./crop-frame.tsx";
import { SafeArea } from "./guides.tsx";
import { HorizonLine } from "./horizon-line.tsx";
import type { LivePreview, Preview } from "./live-preview.ts";
import { ProductHandles } from "./product-handles.tsx";
import { useLivePreview, usePreviewOf } from "./use-arrange.ts";

interface ArrangeFrameProps {
  picture: SourcePicture;
  /** The source picture, shown until the first preview. */
  previewUrl: string | null;
}

/** The preview of a photo, with handles for the product, the crop and the backdrop. */
export function ArrangeFrame({ picture, previewUrl }: ArrangeFrameProps) {
  usePreviewOf(picture);
  const live = useLivePreview();
  const size = useExpectedSize();
  const shown = live.imageUrl === picture.imageUrl ? live.shown : null;
  const { width, height } = shown ?? size;
  return (
    <ScaledFrame ratio={width / height}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative">
          {shown ? <Arranged shown={shown} live={live} /> : <Waiting live={live} previewUrl={previewUrl} />}
        </StyledBox>
      )}
    </ScaledFrame>
  );
}

function useExpectedSize() {
  const [first] = outputsOf(useStudioState(({ settings }) => settings));
  return photoSize(first ?? { aspectRatio: "1:1", resolution: "1K" });
}

function Arranged({ shown, live }: { shown: Preview; live: LivePreview }) {
  const t = useTranslate();
  const frameRef = useRef<HTMLDivElement>(null);
  const group = useStudioState(({ arrange }) => arrange.group);
  const frame = { width: shown.width, height: shown.height };
  return (
    <div ref={frameRef} className="absolute inset-0 select-none">
      <div className="absolute inset-0 overflow-hidden rounded-lg shadow-photo">
        <Picture
          src={shown.image}
          // Asynchronous decoding would show a blank frame with every change.
          decoding="sync"
          alt={t("Preview of the photo")}
          data-testid="preview"
          data-busy={live.busy}
          className="size-full object-fill"
        />
        <SafeArea frame={frame} />
        <CropShade />
        {live.busy && (
          <span className="absolute right-2.5 bottom-2.5 grid size-7 animate-fade-in place-items-center rounded-full bg-black/45 text-white [animation-delay:600ms] [animation-fill-mode:both]">
            <Spinner />
          </span>
        )}
      </div>
      {group === "crop" ? (
        <CropFrame frameRef={frameRef} />
      ) : (
        live.base && <ProductHandles base={live.base} frame={frame} frameRef={frameRef} />
      )}
      {group === "background" && <HorizonLine frameRef={frameRef} />}
      {live.problem !== null && <Problem live={live} className="absolute inset-x-3 top-3" />}
    </div>
  );
}

function Waiting({ live, previewUrl }: { live: LivePreview; previewUrl: string | null }) {
  const t = useTranslate();
  return (
    <div className="absolute inset-0 overflow-hidden rounded-lg bg-surface shadow-card">
      {previewUrl && (
        <Picture
          src={previewUrl}
          alt=""
          className={cn("absolute inset-0 size-full object-contain opacity-45", live.busy && "animate-pulse")}
        />
      )}
      {live.problem !== null ? (
        <Problem live={live} className="absolute inset-x-3 top-1/2 -translate-y-1/2" />
      ) : (
        <p
          role="status"
          className="absolute inset-x-0 bottom-6 mx-auto flex w-max max-w-[90%] animate-fade-in items-center gap-2 rounded-full bg-raised px-3.5 py-1.5 text-sm shadow-float"
        >
          <Spinner /> {t("Finding the product…")}
        </p>
      )}
    </div>
  );
}

function Problem({ live, className }: { live: LivePreview; className: string }) {
  const language = useLanguage();
  const { t } = language;
  const { preview } = useStudio();
  const { message } = describeFault(live.problem, language, t("The connection was lost."));
  return (
    <div
      role="alert"
      className={cn(
        "mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg bg-raised p-3 text-sm shadow-float",
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-48">
        {t("The preview could not be made.")} {message}
      </p>
      <Button variant="secondary" size="sm" onClick={preview.retry}>
        {t("Try again")}
      </Button>
    </div>
  );
}
