"use client";

import { useTranslate } from "../../language/language.tsx";
import type { SourcePicture } from "../../photos/model.ts";
import { BeforeAfter } from "../../ui/before-after.tsx";
import { Picture } from "../../ui/picture.tsx";
import { ScaledFrame, StyledBox } from "../../ui/styled-box.tsx";
import { useExpectedSize } from "../arrange/frame.tsx";
import { BusyMark, PreviewPicture, PreviewProblem, PreviewWait } from "../arrange/preview-states.tsx";
import { useLivePreview, usePreviewOf } from "../arrange/use-arrange.ts";

interface LivePhotoProps {
  picture: SourcePicture;
  /** The source picture, shown until the first preview. */
  previewUrl: string | null;
  /** Whether the source picture is shown next to it. */
  compares: boolean;
}

const middlePercent = 50;

/** A free preview: the picture as the photo that an order would produce. */
export function LivePhoto({ picture, previewUrl, compares }: LivePhotoProps) {
  const t = useTranslate();
  usePreviewOf(picture, { isWhole: false });
  const live = useLivePreview();
  const expected = useExpectedSize();
  const shown = live.imageUrl === picture.imageUrl ? live.shown : null;
  const { width, height } = shown ?? expected;
  const photo = shown && (
    <PreviewPicture shown={shown} isBusy={live.busy} className="absolute inset-0 size-full object-fill" />
  );
  return (
    <ScaledFrame ratio={width / height}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative overflow-hidden rounded-lg shadow-photo">
          {photo === null && <PreviewWait live={live} previewUrl={previewUrl} />}
          {photo !== null && !(compares && previewUrl) && photo}
          {photo !== null && compares && previewUrl && (
            <BeforeAfter
              label={t("Compare the picture before and the photo after")}
              initial={middlePercent}
              className="absolute inset-0"
              before={<Picture src={previewUrl} alt="" className="absolute inset-0 size-full object-cover" />}
              after={photo}
            />
          )}
          {photo !== null && live.busy && <BusyMark />}
          {photo !== null && live.problem !== null && (
            <PreviewProblem live={live} className="absolute inset-x-3 top-3" />
          )}
        </StyledBox>
      )}
    </ScaledFrame>
  );
}
