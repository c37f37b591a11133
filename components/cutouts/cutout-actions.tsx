"use client";

import { Scissors } from "lucide-react";
import { useTranslate } from "../language/language.tsx";
import { distinctPictures, type Entry, sourceOf } from "../photos/model.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CorrectLink, isUpload } from "./correct-link.tsx";
import { CutoutDialog } from "./cutout-dialog.tsx";

export function CutoutActions({ entry }: { entry: Entry }) {
  const t = useTranslate();
  const { operation, image_url: imageUrl } = entry;
  if (!isUpload(imageUrl)) return null;
  return (
    <>
      {operation === "generate" && (
        <CutoutDialog
          pictures={[sourceOf(entry)]}
          trigger={<IconButton icon={Scissors} label={t("Cut out")} title={t("Cut out")} />}
        />
      )}
      <CorrectLink imageUrl={imageUrl} />
    </>
  );
}

export function CutoutOfChosen({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslate();
  const pictures = distinctPictures(entries.map(sourceOf)).filter(({ imageUrl }) => isUpload(imageUrl));
  if (pictures.length === 0) return null;
  return (
    <CutoutDialog
      pictures={pictures}
      trigger={
        <Button variant="secondary" size="sm">
          <Scissors aria-hidden /> {t("Cut out")}
        </Button>
      }
    />
  );
}
