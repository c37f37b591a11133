"use client";

import { Ellipsis, Images, Link2, Move, RefreshCw, ZoomIn } from "lucide-react";
import { toast } from "sonner";
import { useLanguage, useTranslate } from "#components/language/language.tsx";
import type { Item } from "#components/orders/model.ts";
import { useRecentOrders } from "#components/orders/recent.ts";
import { DownloadMenu } from "#components/photos/download.tsx";
import { sourceOf } from "#components/photos/model.ts";
import { settingsOf, sizeOf } from "#components/photos/settings.ts";
import { useStudio } from "#components/studio/store.ts";
import { WithCutouts } from "#components/studio/viewer/cutout-menu.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { ZoomWindow } from "#components/ui/zoom-window.tsx";
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

interface ItemActionsProps {
  item: Item;
  url: string;
}

export function ItemActions({ item, url }: ItemActionsProps) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const orders = useRecentOrders();
  const source = sourceOf(item);
  const settings = settingsOf(item);
  const isPhoto = item.operation === "generate";
  const title = t("{name}, full size", { name: source.name });
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(t("Copied")),
      () => toast.error(t("Select and copy by hand"), { description: url }),
    );
  return (
    <div className="-mx-1 flex w-full flex-wrap items-center gap-x-1 gap-y-1 [&>button]:px-2">
      {settings && (
        <>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              studio.tryAgain(source, { ...settings, seeds: [0] });
              requestAnimationFrame(focusScenes);
            }}
          >
            <Images aria-hidden /> {t("Make again in another scene")}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => studio.arrangeAgain(source, settings)}>
            <Move aria-hidden /> {t("Adjust")}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void studio.orderVariant(item, orders, language)}>
            <RefreshCw aria-hidden /> {t("Another version")}
          </Button>
        </>
      )}
      <ZoomWindow
        title={title}
        pictures={[{ url, alt: title, size: sizeOf(item), transparent: !isPhoto }]}
        trigger={
          <Button variant="ghost" size="sm">
            <ZoomIn aria-hidden /> {t("Enlarge")}
          </Button>
        }
      />
      <WithCutouts picture={source}>
        {(cutouts) => (
          <Menu
            className="w-72"
            trigger={
              <Button variant="ghost" size="sm">
                <Ellipsis aria-hidden /> {t("More")}
              </Button>
            }
          >
            {cutouts}
            <MenuItem onSelect={() => void copy()}>
              <Link2 aria-hidden /> {t("Copy URL")}
            </MenuItem>
          </Menu>
        )}
      </WithCutouts>
    </div>
  );
}

export function ItemDownload({ item }: { item: Item }) {
  const t = useTranslate();
  const notes = item.operation === "generate" ? photoFormats(t) : cutOutFormats(t);
  return <DownloadMenu item={item} notes={notes} />;
}

function focusScenes(): void {
  document.querySelector<HTMLElement>("#scenes [role=radio][tabindex='0']")?.focus();
}
