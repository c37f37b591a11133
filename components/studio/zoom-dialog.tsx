"use client";

import { Minus, Plus, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { zoomedWidth } from "../ui/geometry.ts";
import { Picture } from "../ui/picture.tsx";

const levels = [0, 50, 100, 200] as const;
const zoomButtonClass =
  "text-white hover:bg-white/15 hover:text-white focus-visible:outline-white disabled:text-white/40";

interface ZoomDialogProps {
  trigger: ReactNode;
  url: string;
  alt: string;
  /** Stands on a checkerboard. */
  transparent: boolean;
}

/** The photo over the whole window: fitted, or in its own pixels, moved by dragging, scrolling or arrow keys. */
export function ZoomDialog({ trigger, url, alt, transparent }: ZoomDialogProps) {
  const [level, setLevel] = useState(0);
  const [widthPx, setWidthPx] = useState(0);
  const percent = levels[level] ?? 0;
  return (
    <Dialog.Root onOpenChange={(open) => open && setLevel(0)}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-[#0b0c0f]/97" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col text-white outline-none"
        >
          <div className="flex h-14 shrink-0 items-center justify-between px-4">
            <Dialog.Title className="truncate font-medium text-sm">{alt}</Dialog.Title>
            <div className="flex items-center gap-1">
              <IconButton
                icon={Minus}
                label="Zoom out"
                disabled={level === 0}
                onClick={() => setLevel(level - 1)}
                className={zoomButtonClass}
              />
              <span className="figures w-12 text-center text-sm" aria-live="polite">
                {percent === 0 ? "Fit" : `${percent} %`}
              </span>
              <IconButton
                icon={Plus}
                label="Zoom in"
                disabled={level === levels.length - 1}
                onClick={() => setLevel(level + 1)}
                className={zoomButtonClass}
              />
              <Dialog.Close asChild>
                <IconButton icon={X} label="Close" className={zoomButtonClass} />
              </Dialog.Close>
            </div>
          </div>
          <Pannable>
            <Picture
              src={url}
              alt={alt}
              onLoad={({ currentTarget }) => setWidthPx(currentTarget.naturalWidth)}
              onDoubleClick={() => setLevel(level === 0 ? 2 : 0)}
              style={
                percent === 0 ? undefined : { width: zoomedWidth(widthPx, percent, window.devicePixelRatio) }
              }
              className={cn(
                "m-auto block",
                percent === 0 ? "max-h-full max-w-full object-contain" : "max-w-none",
                transparent && "checkerboard",
              )}
            />
          </Pannable>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A box that scrolls, also by dragging with a mouse. */
function Pannable({ children }: { children: ReactNode }) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!from.current) return;
    event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const end = () => {
    from.current = null;
  };
  return (
    <section
      aria-label="Photo"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 cursor-grab overflow-auto p-4 pt-0 outline-offset-[-2px] focus-visible:outline-white active:cursor-grabbing"
      onPointerDown={(event) => {
        if (event.pointerType === "mouse") from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerLeave={end}
    >
      {children}
    </section>
  );
}
