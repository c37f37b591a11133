"use client";

import { useTranslate } from "../../language/language.tsx";
import type { SourcePicture } from "../../photos/model.ts";
import { BeforeAfter } from "../../ui/before-after.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PreviewFrame } from "../arrange/frame.tsx";
import { BusyMark, PreviewPicture, PreviewProblem } from "../arrange/preview-states.tsx";

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
  return (
    <PreviewFrame
      picture={picture}
      previewUrl={previewUrl}
      isWhole={false}
      className="relative overflow-hidden rounded-lg shadow-photo"
    >
      {(shown, live) => {
        const photo = (
          <PreviewPicture
            shown={shown}
            isBusy={live.busy}
            className="absolute inset-0 size-full object-fill"
          />
        );
        return (
          <>
            {compares && previewUrl ? (
              <BeforeAfter
                label={t("Compare the picture before and the photo after")}
                initial={middlePercent}
                className="absolute inset-0"
                before={
                  <Picture src={previewUrl} alt="" className="absolute inset-0 size-full object-cover" />
                }
                after={photo}
              />
            ) : (
              photo
            )}
            {live.busy && <BusyMark />}
            {live.problem !== null && <PreviewProblem live={live} className="absolute inset-x-3 top-3" />}
          </>
        );
      }}
    </PreviewFrame>
  );
}
