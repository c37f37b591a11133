"use client";

import { Link2, RefreshCw, Scissors, SwatchBook, ZoomIn } from "lucide-react";
import { cutoutCost, styleNames } from "#lib/contract/styles.ts";
import { fileNamePart } from "#lib/generations/file-name.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits } from "../ui/format.ts";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { DownloadMenu } from "./download.tsx";
import type { Generation } from "./state.ts";
import { useStudio } from "./store.ts";
import { styleTexts } from "./style-texts.ts";
import { ZoomDialog } from "./zoom-dialog.tsx";

const photoFormats = { jpg: "as made, for shops", png: "without loss", webp: "smallest" };
const cutOutFormats = { jpg: "on white", png: "transparent, as made", webp: "transparent, smallest" };

export function GenerationActions({ generation, url }: { generation: Generation; url: string }) {
  const studio = useStudio();
  const isPhoto = generation.kind === "photo";
  const cutOutLabel = `Remove background, ${formatCredits(cutoutCost)}`;
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:gap-0">
      <ZoomDialog
        url={url}
        alt={`${generation.sourceName}, full size`}
        transparent={!isPhoto}
        trigger={<IconButton icon={ZoomIn} label="Zoom" title="Zoom" />}
      />
      <Tooltip text="Copy URL">
        <CopyButton text={url} label="Copy URL" size="icon" icon={Link2} />
      </Tooltip>
      {isPhoto && (
        <>
          <Tooltip text="Again: another take with the same settings">
            <IconButton icon={RefreshCw} label="Again" onClick={() => studio.again(generation)} />
          </Tooltip>
          <Menu trigger={<IconButton icon={SwatchBook} label="Other style" title="Other style" />}>
            <MenuLabel>The same picture in another style</MenuLabel>
            {styleNames
              .filter((style) => style !== generation.settings.style)
              .map((style) => (
                <MenuItem key={style} onSelect={() => studio.again(generation, { style, prompt: "" })}>
                  <span className="flex-1">{styleTexts[style].name}</span>
                  <span className="text-faint text-xs">{styleTexts[style].text}</span>
                </MenuItem>
              ))}
          </Menu>
          <Tooltip text={cutOutLabel}>
            <IconButton
              icon={Scissors}
              label={cutOutLabel}
              onClick={() => studio.cutOut(url, generation.sourceName)}
            />
          </Tooltip>
        </>
      )}
      <DownloadMenu
        url={url}
        name={fileNameOf(generation)}
        notes={isPhoto ? photoFormats : cutOutFormats}
        className="ml-1 max-sm:ml-auto"
      />
    </div>
  );
}

function fileNameOf({ sourceName, kind, settings }: Generation): string {
  const base = sourceName.replace(/\.[A-Za-z0-9]{2,5}$/, "") || "photo";
  return `${base}-${fileNamePart(kind === "cutout" ? null : settings)}`;
}
