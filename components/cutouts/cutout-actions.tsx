"use client";

import { Scissors } from "lucide-react";
import { useTranslate } from "../language/language.tsx";
import type { Item } from "../orders/model.ts";
import type { OrderedPicture } from "../studio/order.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CorrectLink, isUpload } from "./correct-link.tsx";
import { CutoutDialog } from "./cutout-dialog.tsx";
import { distinctPictures } from "./model.ts";

type Entry = Pick<Item, "operation" | "title" | "image_url">;

/** A photo's source picture cut out, and its mask corrected. */
export function CutoutActions({ entry }: { entry: Entry }) {
  const t = useTranslate();
  const { operation, image_url: imageUrl } = entry;
  if (!isUpload(imageUrl)) return null;
  return (
    <>
      {operation === "generate" && (
        <CutoutDialog
          pictures={[pictureOf(entry)]}
          trigger={<IconButton icon={Scissors} label={t("Cut out")} title={t("Cut out")} />}
        />
      )}
      <CorrectLink imageUrl={imageUrl} />
    </>
  );
}

/** The source pictures of what was chosen, each cut out once. */
export function CutoutOfChosen({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslate();
  const pictures = distinctPictures(entries.map(pictureOf)).filter(({ imageUrl }) => isUpload(imageUrl));
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

function pictureOf({ title, image_url: imageUrl }: Entry): OrderedPicture {
  return { name: title ?? "picture", imageUrl };
}
