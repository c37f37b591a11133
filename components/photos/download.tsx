"use client";

import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { toast } from "sonner";
import { ApiProblem } from "#lib/contract/client.ts";
import { type ResultFormat, resultFormats } from "#lib/contract/photos/values.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { type Entry, fileNameOf, formatName } from "./model.ts";

interface DownloadMenuProps extends Pick<ComponentProps<typeof Button>, "size" | "className"> {
  item: Entry;
  /** The use of each format. */
  notes?: Record<ResultFormat, string>;
}

export function DownloadMenu({ item, notes, ...style }: DownloadMenuProps) {
  const language = useLanguage();
  const { t } = language;
  const download = (format: ResultFormat) =>
    toast.promise(downloadAs(item, format), {
      loading: t("Preparing the download"),
      success: t("Downloaded"),
      error: (error: unknown) =>
        describeFault(error, language, t("The image host did not answer. Try again.")).message,
    });
  return (
    <Menu
      trigger={
        <Button {...style}>
          <Download aria-hidden /> {t("Download")}
        </Button>
      }
    >
      {resultFormats.map((format) => (
        <MenuItem key={format} onSelect={() => download(format)}>
          <span className="flex-1">{formatName(format)}</span>
          {notes && <span className="text-faint text-xs">{notes[format]}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}

async function downloadAs(item: Entry, format: ResultFormat): Promise<void> {
  const response = await fetch(`/api/v1/generations/${encodeURIComponent(item.id)}/file?format=${format}`);
  if (!response.ok) throw new ApiProblem(response, await response.json().catch(() => null));
  save(await response.blob(), fileNameOf(item, format));
}

function save(picture: Blob, name: string): void {
  const address = URL.createObjectURL(picture);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
