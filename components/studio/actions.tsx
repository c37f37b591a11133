"use client";

import { Link2, RefreshCw, Scissors, SlidersHorizontal, SwatchBook, ZoomIn } from "lucide-react";
import { cutoutCost, styleNames } from "#lib/contract/styles.ts";
import { useTranslate } from "../language/language.tsx";
import type { Item } from "../orders/model.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { DownloadMenu } from "./download.tsx";
import { settingsOf, sourceOf } from "./shown.ts";
import { useStudio } from "./store.ts";
import { styleTexts } from "./style-texts.ts";
import { ZoomDialog } from "./zoom-dialog.tsx";

const photoFormats = { jpg: "as made, for shops", png: "without loss", webp: "smallest" };
const cutOutFormats = { jpg: "on white", png: "transparent, as made", webp: "transparent, smallest" };

/** What can be done with a finished piece of work. */
export function ItemActions({ item, url }: { item: Item; url: string }) {
  const t = useTranslate();
  const studio = useStudio();
  const source = sourceOf(item);
  const settings = settingsOf(item);
  const isPhoto = item.operation === "generate";
  const cutOutLabel = `Remove background, ${formatCredits(cutoutCost)}`;
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:gap-0">
      <ZoomDialog
        url={url}
        alt={`${source.name}, full size`}
        transparent={!isPhoto}
        trigger={<IconButton icon={ZoomIn} label="Zoom" title="Zoom" />}
      />
      <Tooltip text="Copy URL">
        <CopyButton text={url} label="Copy URL" size="icon" icon={Link2} />
      </Tooltip>
      {settings && (
        <>
          <Tooltip text="Again: another take with the same settings">
            <IconButton icon={RefreshCw} label="Again" onClick={() => studio.orderOne(source, settings)} />
          </Tooltip>
          <Tooltip text={t("Change layout and light")}>
            <IconButton
              icon={SlidersHorizontal}
              label={t("Change layout and light")}
              onClick={() => studio.arrangeAgain(source, settings)}
            />
          </Tooltip>
          <Menu trigger={<IconButton icon={SwatchBook} label="Other style" title="Other style" />}>
            <MenuLabel>The same picture in another style</MenuLabel>
            {styleNames
              .filter((style) => !settings.styles.includes(style))
              .map((style) => (
                <MenuItem
                  key={style}
                  onSelect={() => studio.orderOne(source, { ...settings, styles: [style], prompt: "" })}
                >
                  <span className="flex-1">{styleTexts[style].name}</span>
                  <span className="text-faint text-xs">{styleTexts[style].text}</span>
                </MenuItem>
              ))}
          </Menu>
        </>
      )}
      {isPhoto && (
        <Tooltip text={cutOutLabel}>
          <IconButton
            icon={Scissors}
            label={cutOutLabel}
            onClick={() => studio.cutOut({ name: source.name, imageUrl: url })}
          />
        </Tooltip>
      )}
      <DownloadMenu
        url={url}
        name={item.custom_id ?? "photo"}
        notes={isPhoto ? photoFormats : cutOutFormats}
        className="ml-1 max-sm:ml-auto"
      />
    </div>
  );
}
