"use client";

import { Brush, ChevronDown, Scissors, Square } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import { isUpload, useCorrectPath } from "../../cutouts/correct-link.tsx";
import { CutoutDialog } from "../../cutouts/cutout-dialog.tsx";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import type { SourcePicture } from "../../photos/model.ts";
import { usePhotoCost } from "../../photos/prices.tsx";
import { creditsText } from "../../ui/format.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ToolbarButton } from "../../ui/toolbar.tsx";
import { emptyStudio } from "../state.ts";
import { useStudio, useStudioState } from "../store.ts";

/** In a toolbar: the actions on the cut-out of a picture, cheapest first. */
export function CutoutMenu({ picture }: { picture: SourcePicture }) {
  const t = useTranslate();
  return (
    <WithCutouts picture={picture}>
      {(items) => (
        <Menu
          className="w-72"
          trigger={
            <ToolbarButton className="px-2.5">
              <Scissors aria-hidden /> {t("Cut-out")} <ChevronDown aria-hidden className="max-sm:hidden" />
            </ToolbarButton>
          }
        >
          {items}
        </Menu>
      )}
    </WithCutouts>
  );
}

interface WithCutoutsProps {
  picture: SourcePicture;
  children: (items: ReactNode) => ReactNode;
}

/** Menu items for the cut-out of a picture, and the dialog that one of them opens. */
export function WithCutouts({ picture, children }: WithCutoutsProps) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const settings = useStudioState((state) => state.settings);
  const correctPath = useCorrectPath(picture.imageUrl);
  const [isOpen, setOpen] = useState(false);
  const whiteCost = creditsText(usePhotoCost()("amazon", "1K"), t);
  const makeWhite = () =>
    studio.orderOne(
      picture,
      { ...emptyStudio.settings, styles: ["amazon"], aspectRatios: settings.aspectRatios.slice(0, 1) },
      language,
    );
  if (!isUpload(picture.imageUrl)) return children(null);
  return (
    <>
      {children(
        <>
          <MenuItem asChild>
            <Link href={correctPath} prefetch={false}>
              <Brush aria-hidden />
              <ItemText title={t("Correct the cut-out")} note={t("free")} />
            </Link>
          </MenuItem>
          <MenuItem onSelect={makeWhite}>
            <Square aria-hidden />
            <ItemText title={t("Photo on white")} note={whiteCost} />
          </MenuItem>
          <MenuItem onSelect={() => setOpen(true)}>
            <Scissors aria-hidden className="mt-0.5 self-start" />
            <ItemText
              title={t("Transparent file")}
              note={creditsText(cutoutCost, t)}
              text={t("For white, a photo on white costs {price}.", { price: whiteCost })}
            />
          </MenuItem>
        </>,
      )}
      {isOpen && (
        <CutoutDialog pictures={[picture]} onClose={() => setOpen(false)} onOrdered={studio.showOrder} />
      )}
    </>
  );
}

function ItemText({ title, note, text }: { title: string; note: string; text?: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex justify-between gap-3">
        {title} <span className="figures shrink-0 text-muted text-xs">{note}</span>
      </span>
      {text && <span className="block text-muted text-xs">{text}</span>}
    </span>
  );
}
