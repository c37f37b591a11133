"use client";

import { Link2, RefreshCw, Scissors, SwatchBook, ZoomIn } from "lucide-react";
import { cutoutCost, styleNames } from "#lib/contract/styles.ts";
import type { Item } from "../orders/model.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { DownloadMenu } from "./download.tsx";
import { settingsOf, sizeOf, sourceOf } from "./shown.ts";
import { useStudio } from "./store.ts";
import { styleTexts } from "./style-texts.ts";
import { ZoomDialog } from "./zoom-dialog.tsx";

const photoFormats = { jpeg: "for shops", png: "without loss", webp: "small", avif: "smallest" };
const cutOutFormats = {
  ...{ jpeg: "on white", png: "transparent", webp: "transparent, small", avif: "transparent, smallest" },
};

/** What can be done with a finished piece of work. */
export function ItemActions({ item, url }: { item: Item; url: string }) {
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
        size={sizeOf(item)}
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
        item={item}
        notes={isPhoto ? photoFormats : cutOutFormats}
        className="ml-1 max-sm:ml-auto"
      />
    </div>
  );
}
