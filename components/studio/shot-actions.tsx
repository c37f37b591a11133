"use client";

import { Download, Link2, RefreshCw, Scissors, SwatchBook, ZoomIn } from "lucide-react";
import { toast } from "sonner";
import { styleNames } from "#lib/generators/styles.ts";
import { downloadFormats } from "#lib/images/variants.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { downloadAs } from "./download.ts";
import type { Shot } from "./model.ts";
import { styleOffers } from "./offers.ts";
import { cutOutCost } from "./stage.tsx";
import { useStudio } from "./use-studio.ts";
import { ZoomDialog } from "./zoom-dialog.tsx";

const formatTexts = {
  jpg: { name: "JPEG", text: "as made, for shops" },
  png: { name: "PNG", text: "without loss" },
  webp: { name: "WebP", text: "smallest" },
};
const cutOutTexts = {
  jpg: { name: "JPEG", text: "on white" },
  png: { name: "PNG", text: "transparent, as made" },
  webp: { name: "WebP", text: "transparent, smallest" },
};

/** What can be done with a finished photo or cut-out. */
export function ShotActions({ shot, url }: { shot: Shot; url: string }) {
  const { studio } = useStudio();
  const isPhoto = shot.kind === "photo";
  const texts = isPhoto ? formatTexts : cutOutTexts;
  const download = async (format: (typeof downloadFormats)[number]) => {
    const done = downloadAs(url, format, fileName(shot));
    toast.promise(done, {
      loading: "Preparing the download",
      success: "Downloaded",
      error: "The image host did not answer. Try again.",
    });
    await done.catch(() => undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:gap-0">
      <ZoomDialog
        url={url}
        alt={`${shot.sourceName}, full size`}
        transparent={!isPhoto}
        trigger={
          <Button variant="ghost" size="icon" aria-label="Zoom" title="Zoom">
            <ZoomIn aria-hidden />
          </Button>
        }
      />
      <Tooltip text="Copy URL">
        <CopyButton text={url} label="Copy URL" size="icon" icon={Link2} />
      </Tooltip>
      {isPhoto && (
        <>
          <Tooltip text="Again: another take with the same settings">
            <Button variant="ghost" size="icon" aria-label="Again" onClick={() => studio.again(shot)}>
              <RefreshCw aria-hidden />
            </Button>
          </Tooltip>
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label="Other style" title="Other style">
                <SwatchBook aria-hidden />
              </Button>
            }
          >
            <MenuLabel>The same picture in another style</MenuLabel>
            {styleNames
              .filter((style) => style !== shot.settings.style)
              .map((style) => (
                <MenuItem key={style} onSelect={() => studio.again(shot, { style, prompt: "" })}>
                  <span className="flex-1">{styleOffers[style].name}</span>
                  <span className="text-faint text-xs">{styleOffers[style].text}</span>
                </MenuItem>
              ))}
          </Menu>
          <Tooltip text={`Remove background, ${cutOutCost} credits`}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove background, ${cutOutCost} credits`}
              onClick={() => studio.cutOut(url, shot.sourceName)}
            >
              <Scissors aria-hidden />
            </Button>
          </Tooltip>
        </>
      )}
      <Menu
        trigger={
          <Button className="ml-1 max-sm:ml-auto">
            <Download aria-hidden /> Download
          </Button>
        }
      >
        {downloadFormats.map((format) => (
          <MenuItem key={format} onSelect={() => void download(format)}>
            <span className="flex-1">{texts[format].name}</span>
            <span className="text-faint text-xs">{texts[format].text}</span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function fileName({ sourceName, kind, settings }: Shot): string {
  const base = sourceName.replace(/\.[A-Za-z0-9]{2,5}$/, "") || "photo";
  return `${base}-${kind === "cutout" ? "cutout" : `${settings.style}-${settings.resolution.toLowerCase()}`}`;
}
