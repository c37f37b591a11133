"use client";

import { Download } from "lucide-react";
import { toast } from "sonner";
import { contentTypes, formatNames } from "#lib/images/formats.ts";
import { convertedUrl, type DownloadFormat, downloadFormats } from "#lib/images/variants.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { encodeBitmap } from "./check-file.ts";

interface DownloadMenuProps {
  url: string;
  /** Of the file, without its extension. */
  name: string;
  /** What each format is for. */
  notes?: Record<DownloadFormat, string>;
  className?: string;
}

export function DownloadMenu({ url, name, notes, className }: DownloadMenuProps) {
  const download = (format: DownloadFormat) =>
    toast.promise(downloadAs(url, format, name), {
      loading: "Preparing the download",
      success: "Downloaded",
      error: "The image host did not answer. Try again.",
    });
  return (
    <Menu
      trigger={
        <Button {...(className && { className })}>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      {downloadFormats.map((format) => (
        <MenuItem key={format} onSelect={() => download(format)}>
          <span className="flex-1">{formatNames[format]}</span>
          {notes && <span className="text-faint text-xs">{notes[format]}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}

/**
 * Saves a picture of the image host to the seller's disk in a format of choice. The host converts where it can be
 * asked to; cut-outs, whose addresses are signed, are converted here. Rejects when the host does not answer.
 */
async function downloadAs(url: string, format: DownloadFormat, name: string): Promise<void> {
  const type = contentTypes[format];
  const original = await fetchBlob(isFormat(url, format) ? url : (convertedUrl(url, format) ?? url));
  save(original.type === type ? original : await convert(original, type), `${name}.${format}`);
}

function isFormat(url: string, format: DownloadFormat): boolean {
  return new RegExp(format === "jpg" ? "\\.jpe?g$" : `\\.${format}$`, "i").test(url);
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the image host answered ${response.status}`);
  return response.blob();
}

async function convert(picture: Blob, type: string): Promise<Blob> {
  const converted = await encodeBitmap(await createImageBitmap(picture), type, 0.92);
  if (!converted) throw new Error("this browser cannot convert pictures");
  return converted;
}

function save(picture: Blob, name: string): void {
  const address = URL.createObjectURL(picture);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
