"use client";

import { ImageDown, ImageUp } from "lucide-react";
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { contentTypes, listFormats } from "#lib/contract/images/formats.ts";
import { formatMegabytes, maxInputPixels } from "#lib/contract/images/limits.ts";
import type { Sample } from "#lib/samples/index.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { ByPointer } from "../../ui/by-pointer.tsx";
import { exampleUrl, exampleWidthsPx } from "../../ui/example-pictures.ts";
import { useFocusHandover } from "../../ui/hooks.ts";
import { Picture } from "../../ui/picture.tsx";
import { useStudio } from "../store.ts";

/** The empty studio: asks for a picture or offers samples. */
export function FirstPicture({ held }: { held: RefObject<boolean> }) {
  const ref = useFocusHandover<HTMLDivElement>(held);
  const { t, locale } = useLanguage();
  const { samples, maxFileBytes, addFiles } = useStudio();
  return (
    <div
      ref={ref}
      className="flex min-h-[min(38rem,72dvh)] flex-col rounded-xl border border-line bg-surface p-2 shadow-card"
    >
      <div className="flex flex-1 flex-col items-center justify-center rounded-lg border border-line-strong border-dashed px-6 py-12 text-center">
        <div className="mb-5 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
          <ImageUp aria-hidden className="size-6" />
        </div>
        <h2 className="text-balance font-semibold text-xl max-sm:text-2xl">
          <ByPointer fine={t("Drop a picture of your product")} coarse={t("Add a picture of your product")} />
        </h2>
        <p className="mt-1.5 max-w-sm text-muted text-sm">
          <ByPointer
            fine={t("A phone snapshot is enough. Paste works too, and so do many at once.")}
            coarse={t("A snapshot is enough: take one now, or choose several.")}
          />
        </p>
        <FileButton multiple onFiles={addFiles} className={buttonClass({ size: "md" }, "mt-6")}>
          <ByPointer fine={t("Choose pictures")} coarse={t("Take or choose a picture")} />
        </FileButton>
        <p className="mt-4 text-faint text-xs">
          {t("{formats}, up to {size} and {pixels, number} megapixels", {
            formats: listFormats("disjunction", locale),
            size: formatMegabytes(maxFileBytes),
            pixels: maxInputPixels / 1_000_000,
          })}
        </p>
      </div>
      {samples.length > 0 && (
        <div className="px-3 pt-5 pb-3">
          <h3 className="mb-3 font-medium text-muted text-sm">
            {t("No picture at hand? Start with one of ours")}
          </h3>
          <SampleButtons />
        </div>
      )}
    </div>
  );
}

// Some systems have no MIME type for HEIC, so its file extensions are accepted as well.
const accepted = [...Object.values(contentTypes), "image/heif", ".heic", ".heif"].join();

interface FileButtonProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  onFiles: (files: File[]) => void;
}

/** A label that opens the file chooser. The focus is on the input inside it. */
export function FileButton({ className, children, onFiles, accept = accepted, ...input }: FileButtonProps) {
  return (
    <label
      className={`${className} has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2`}
    >
      {children}
      <input
        {...input}
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}

const [sampleSidePx] = exampleWidthsPx.sampleButton;

/** The bundled pictures: a click adds one and selects its suggested style. */
export function SampleButtons() {
  const t = useTranslate();
  const studio = useStudio();
  const start = (sample: Sample) => {
    const { sources, several } = studio.store.getState();
    if (sources.length === 0 && !several.styles) studio.set({ styles: [sample.suggestedStyle], prompt: "" });
    void studio.addSample(`/samples/${sample.file}`, sample.file);
  };
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
      {studio.samples.map((sample) => (
        <li key={sample.name}>
          <button
            type="button"
            onClick={() => start(sample)}
            aria-label={t("Start with the sample: {title}", { title: t(sample.title) })}
            title={t(sample.title)}
            className="group block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow hover:ring-2 hover:ring-accent"
          >
            <Picture
              src={exampleUrl(`sample-${sample.name}`, sampleSidePx)}
              alt=""
              width={sampleSidePx}
              height={sampleSidePx}
              className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.04]"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Accepts pictures dropped here or pasted anywhere on the page. */
export function DropArea({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const studio = useStudio();
  const [over, setOver] = useState(false);
  const depth = useRef(0);

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      studio.addFiles(files);
    };
    // The browser would open a picture that is dropped elsewhere and leave the page.
    const refuse = (event: globalThis.DragEvent) => event.preventDefault();
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener("paste", paste, { signal });
    window.addEventListener("dragover", refuse, { signal });
    window.addEventListener("drop", refuse, { signal });
    return () => leaving.abort();
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
    studio.addFiles([...event.dataTransfer.files]);
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
            {t("Drop to add")}
          </p>
        </div>
      )}
    </div>
  );
}
