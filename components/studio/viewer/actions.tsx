"use client";

import { Link2, RefreshCw, Scissors, SlidersHorizontal, SwatchBook, ZoomIn } from "lucide-react";
import { CorrectLink, isUpload } from "#components/cutouts/correct-link.tsx";
import { CutoutDialog } from "#components/cutouts/cutout-dialog.tsx";
import { useTranslate } from "#components/language/language.tsx";
import type { Item } from "#components/orders/model.ts";
import { useRecentOrders } from "#components/orders/recent.ts";
import { DownloadMenu } from "#components/photos/download.tsx";
import { sourceOf } from "#components/photos/model.ts";
import { settingsOf, sizeOf } from "#components/photos/settings.ts";
import { useStudio } from "#components/studio/store.ts";
import { IconButton } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { creditsText } from "#components/ui/format.ts";
import { Menu, MenuItem, MenuLabel } from "#components/ui/menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { ZoomWindow } from "#components/ui/zoom-window.tsx";
import { cutoutCost, styleNames, styles } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

const photoFormats = (t: Translate) => ({
  jpeg: t("for shops"),
  png: t("without loss"),
  webp: t("small"),
  avif: t("smallest"),
});
const cutOutFormats = (t: Translate) => ({
  jpeg: t("on white"),
  png: t("transparent"),
  webp: t("transparent, small"),
  avif: t("transparent, smallest"),
});

/** The actions on a result. */
export function ItemActions({ item, url }: { item: Item; url: string }) {
  const t = useTranslate();
  const studio = useStudio();
  const source = sourceOf(item);
  const settings = settingsOf(item);
  const isPhoto = item.operation === "generate";
  const orders = useRecentOrders();
  const title = t("{name}, full size", { name: source.name });
  const price = creditsText(cutoutCost, t);
  const cutOutLabel = t("Remove background, {price}", { price });
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:gap-0">
      <ZoomWindow
        title={title}
        pictures={[{ url, alt: title, size: sizeOf(item), transparent: !isPhoto }]}
        trigger={<IconButton icon={ZoomIn} label={t("Zoom")} title={t("Zoom")} />}
      />
      <Tooltip text={t("Copy URL")}>
        <CopyButton text={url} label={t("Copy URL")} size="icon" icon={Link2} />
      </Tooltip>
      {settings && (
        <>
          <Tooltip text={t("Again: another take with the same settings")}>
            <IconButton
              icon={RefreshCw}
              label={t("Again")}
              onClick={() => void studio.orderTake(item, orders, t)}
            />
          </Tooltip>
          <Tooltip text={t("Change layout and light")}>
            <IconButton
              icon={SlidersHorizontal}
              label={t("Change layout and light")}
              onClick={() => studio.arrangeAgain(source, settings)}
            />
          </Tooltip>
          <Menu trigger={<IconButton icon={SwatchBook} label={t("Other style")} title={t("Other style")} />}>
            <MenuLabel>{t("The same picture in another style")}</MenuLabel>
            {styleNames
              .filter((style) => !settings.styles.includes(style))
              .map((style) => (
                <MenuItem
                  key={style}
                  onSelect={() => studio.orderOne(source, { ...settings, styles: [style], prompt: "" }, t)}
                >
                  <span className="flex-1">{t(styles[style].name)}</span>
                  <span className="text-faint text-xs">{t(styles[style].summary)}</span>
                </MenuItem>
              ))}
          </Menu>
        </>
      )}
      {isPhoto && isUpload(source.imageUrl) && (
        <CutoutDialog
          pictures={[source]}
          onOrdered={studio.showOrder}
          trigger={<IconButton icon={Scissors} label={cutOutLabel} title={cutOutLabel} />}
        />
      )}
      <CorrectLink imageUrl={source.imageUrl} />
      <DownloadMenu
        item={item}
        notes={isPhoto ? photoFormats(t) : cutOutFormats(t)}
        className="ml-1 max-sm:ml-auto"
      />
    </div>
  );
}
