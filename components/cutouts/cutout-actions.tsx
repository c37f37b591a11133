"use client";

import { Scissors } from "lucide-react";
import { useTranslate } from "../language/language.tsx";
import type { Item } from "../orders/model.ts";
import { sourceOf } from "../photos/made-photo.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CorrectLink, isUpload } from "./correct-link.tsx";
import { CutoutDialog } from "./cutout-dialog.tsx";
import { distinctPictures } from "./model.ts";

/** A photo's source picture cut out, and its mask corrected. */
export function CutoutActions({ entry }: { entry: Item }) {
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

/** The source pictures of what was chosen, each cut out once. */
export function CutoutOfChosen({ entries }: { entries: readonly Item[] }) {
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
