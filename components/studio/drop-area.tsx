"use client";

import { ImageDown } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { filesOf } from "./check-file.ts";
import { useStudio } from "./use-studio.ts";

/** Takes pictures dropped anywhere on the floor, and pasted anywhere on the page. */
export function DropArea({ children }: { children: ReactNode }) {
  const { studio } = useStudio();
  const [over, setOver] = useState(false);
  const depth = useRef(0);

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      studio.addFiles(files);
    };
    // A picture that misses the floor must not replace the page.
    const refuse = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener("paste", paste);
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("paste", paste);
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, [studio]);

  const enter = (event: DragEvent, by: 1 | -1) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    depth.current += by;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    studio.addFiles(filesOf(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut beside the buttons and paste
    <div
      className="relative min-w-0"
      data-testid="drop-area"
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute -inset-1 z-20 grid animate-fade-in place-items-center rounded-2xl border-2 border-accent bg-accent-soft/90">
          <p className="flex items-center gap-2.5 font-semibold text-accent-ink text-lg">
            <ImageDown aria-hidden className="size-6" />
            Drop to add
          </p>
        </div>
      )}
    </div>
  );
}
