"use client";

import { Minus, Plus, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { useTranslate } from "../language/language.tsx";
import { IconButton } from "./button.tsx";
import { cn } from "./cn.ts";
import { PressOnBack } from "./dialog.tsx";
import { canStep, nextStop, wholePicture, type ZoomFrame, zoomTo } from "./zoom.ts";
import { ZoomArea, ZoomLabel } from "./zoom-area.tsx";

export interface ZoomedPicture {
  /** Required if one result is shown twice. */
  id?: string;
  /** The full-size picture on the image host. */
  url: string;
  alt: string;
  /** Shown below the picture if there are several. */
  caption?: string;
  size?: Size | null;
  /** Whether to draw a checkerboard behind the picture. */
  transparent: boolean;
}

interface ZoomWindowProps {
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  /** One to four pictures; all show the same part. */
  pictures: readonly ZoomedPicture[];
}

const zoomButtonClass =
  "text-white hover:bg-white/15 hover:text-white focus-visible:outline-white disabled:text-white/40";
const layouts = [
  "grid-cols-1",
  "grid-cols-1",
  "sm:grid-cols-2 max-sm:grid-rows-2",
  "sm:grid-cols-3 max-sm:grid-rows-3",
  "grid-cols-2 grid-rows-2",
];

/** A full-window view of pictures that zoom and move together. */
export function ZoomWindow({ trigger, title, pictures, onOpenChange, ...rest }: ZoomWindowProps) {
  const t = useTranslate();
  const [view, setView] = useState(wholePicture);
  const [frame, setFrame] = useState<ZoomFrame | null>(null);
  const closeRef = useRef<HTMLButtonElement>(null);
  const step = (direction: 1 | -1) => {
    if (!frame) return;
    const { width, height } = frame.viewport;
    setView(zoomTo(view, nextStop(view, direction, frame), { x: width / 2, y: height / 2 }, frame));
  };
  const can = (direction: 1 | -1) => frame !== null && canStep(view, direction, frame);
  return (
    <Dialog.Root
      {...rest}
      onOpenChange={(open) => {
        if (open) setView(wholePicture);
        onOpenChange?.(open);
      }}
    >
      {trigger && <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>}
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-[#0b0c0f]" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col text-white outline-none"
        >
          <PressOnBack button={closeRef} />
          <div className="flex h-14 shrink-0 items-center justify-between gap-3 px-4">
            <Dialog.Title className="min-w-0 truncate font-medium text-sm">{title}</Dialog.Title>
            <div className="flex shrink-0 items-center gap-1">
              <IconButton
                icon={Minus}
                label={t("Zoom out")}
                disabled={!can(-1)}
                onClick={() => step(-1)}
                className={zoomButtonClass}
              />
              <ZoomLabel view={view} frame={frame} />
              <IconButton
                icon={Plus}
                label={t("Zoom in")}
                disabled={!can(1)}
                onClick={() => step(1)}
                className={zoomButtonClass}
              />
              <Dialog.Close asChild>
                <IconButton ref={closeRef} icon={X} label={t("Close")} className={zoomButtonClass} />
              </Dialog.Close>
            </div>
          </div>
          <div className={cn("grid min-h-0 flex-1 gap-px p-2 pt-0", layouts[pictures.length])}>
            {pictures.map(({ id, url, alt, caption, size, transparent }, index) => (
              <figure key={id ?? url} className="flex min-h-0 min-w-0 flex-col">
                <ZoomArea
                  src={url}
                  placeholder={resizedUrl(url, "details")}
                  alt={alt}
                  size={size}
                  transparent={transparent}
                  view={view}
                  onView={setView}
                  {...(index === 0 && { onFrame: setFrame })}
                  className="min-h-0 flex-1 focus-visible:outline-white"
                />
                {caption && (
                  <figcaption className="truncate px-2 py-1.5 text-center text-white/80 text-xs">
                    {caption}
                  </figcaption>
                )}
              </figure>
            ))}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
