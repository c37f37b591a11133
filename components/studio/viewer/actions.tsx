"use client";

import { Ellipsis, Link2, Move, RefreshCw, ZoomIn } from "lucide-react";
import { toast } from "sonner";
import { useLanguage } from "#components/language/language.tsx";
import type { Item } from "#components/orders/model.ts";
import { useRecentOrders } from "#components/orders/recent.ts";
import { sourceOf } from "#components/photos/model.ts";
import { settingsOf, sizeOf } from "#components/photos/settings.ts";
import { useStudio } from "#components/studio/store.ts";
import { WithCutouts } from "#components/studio/viewer/cutout-menu.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Toolbar, ToolbarButton } from "#components/ui/toolbar.tsx";
import { ZoomWindow } from "#components/ui/zoom-window.tsx";

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
    <Toolbar
      aria-label={t("Actions")}
      className="-mx-1 flex flex-wrap items-center gap-x-1 gap-y-1 max-sm:w-full [&>button]:px-2"
    >
      {settings && (
        <>
          <ToolbarButton onClick={() => studio.arrangeAgain(source, settings)}>
            <Move aria-hidden /> {t("Adjust")}
          </ToolbarButton>
          <ToolbarButton onClick={() => void studio.orderVariant(item, orders, language)}>
            <RefreshCw aria-hidden /> {t("Another version")}
          </ToolbarButton>
        </>
      )}
      <ZoomWindow
        title={title}
        pictures={[{ url, alt: title, size: sizeOf(item), transparent: !isPhoto }]}
        trigger={
          <ToolbarButton>
            <ZoomIn aria-hidden /> {t("Enlarge")}
          </ToolbarButton>
        }
      />
      <WithCutouts picture={source}>
        {(cutouts) => (
          <Menu
            className="w-72"
            trigger={
              <ToolbarButton>
                <Ellipsis aria-hidden /> {t("More")}
              </ToolbarButton>
            }
          >
            {cutouts}
            <MenuItem onSelect={() => void copy()}>
              <Link2 aria-hidden /> {t("Copy URL")}
            </MenuItem>
          </Menu>
        )}
      </WithCutouts>
    </Toolbar>
  );
}
