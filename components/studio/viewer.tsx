"use client";

import { ImageOff, Scissors } from "lucide-react";
import { useState } from "react";
import { cutoutCost } from "#lib/contract/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Item, Order } from "../orders/model.ts";
import { BeforeAfter } from "../ui/before-after.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { formatCredits } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Progress, Skeleton } from "../ui/progress.tsx";
import { ScaledFrame, StyledBox } from "../ui/styled-box.tsx";
import { ItemActions } from "./actions.tsx";
import { describeFidelity, describeMode, modeTexts } from "./modes.ts";
import { ItemProgress } from "./progress.tsx";
import { placeOf, sizeOf, sourceOf, useShown } from "./shown.ts";
import type { Source } from "./state.ts";
import { useStudio } from "./store.ts";
import { shortTitle } from "./style-texts.ts";

const frameClass = "h-[min(30rem,44dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
const barClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";

/** The large view: one picture or one photo, and what can be done with it. Its size never changes. */
export function Viewer() {
  const shown = useShown();
  if (!shown) return null;
  return (
    <section
      aria-label="Stage"
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      {"source" in shown ? (
        <SourceView source={shown.source} />
      ) : (
        <ItemView key={placeOf(shown.item)} {...shown} />
      )}
    </section>
  );
}

function SourceView({ source }: { source: Source }) {
  const studio = useStudio();
  const { name, state, previewUrl, progress, imageUrl } = source;
  return (
    <>
      <div className={frameClass}>
        {previewUrl ? (
          <Picture src={previewUrl} alt={name} className="mx-auto size-full object-contain" />
        ) : (
          <div className="grid size-full place-items-center text-faint">
            {state === "failed" ? (
              <ImageOff aria-hidden className="size-8" />
            ) : (
              <ScaledFrame ratio={1}>
                {(box) => (
                  <StyledBox runtimeStyle={box}>
                    <Skeleton className="size-full" />
                  </StyledBox>
                )}
              </ScaledFrame>
            )}
          </div>
        )}
      </div>
      <div className={barClass}>
        <p className="min-w-0 truncate text-muted text-sm" aria-live="polite">
          {statusOf(source)}
        </p>
        {state === "uploading" && <Progress value={progress} label={`Uploading ${name}`} className="w-40" />}
        {imageUrl && (
          <Button variant="secondary" size="sm" onClick={() => studio.cutOut({ name, imageUrl })}>
            <Scissors aria-hidden /> Remove background
            <span className="font-normal text-muted">{formatCredits(cutoutCost)}</span>
          </Button>
        )}
      </div>
    </>
  );
}

function statusOf({ state, name, progress }: Source): string {
  if (state === "ready") return `${name} is ready. Choose a style and make the photo.`;
  if (state === "failed") return `${name} could not be added.`;
  if (state === "uploading") return `Uploading ${name}, ${Math.round(progress * 100)} %`;
  return `${name} waits for its upload`;
}

function ItemView({ item, order }: { item: Item; order: Order }) {
  const { models } = useStudio().ways;
  const { result_url: url } = item;
  return (
    <>
      <div className={frameClass}>{url ? <Result item={item} url={url} /> : <Unfinished item={item} />}</div>
      <div className={barClass}>
        {url ? (
          <>
            <p className="min-w-0 text-muted text-sm" title={describeMode(item, models) ?? undefined}>
              <span className="font-medium text-ink">{shortTitle(item)}</span>
              <span className="figures max-sm:hidden"> · {factsOf(item)}</span>
              {item.mode === "edit" && (
                <span className="block text-xs">{describeFidelity(item, models)}</span>
              )}
            </p>
            <ItemActions item={item} url={url} />
          </>
        ) : (
          <ItemProgress item={item} order={order} />
        )}
      </div>
    </>
  );
}

function Result({ item, url }: { item: Item; url: string }) {
  const [shape, setShape] = useState<number | null>(null);
  const [loaded, setLoaded] = useState(false);
  const isPhoto = item.operation === "generate";
  const size = sizeOf(item);
  // All of it at once, when the browser has decoded it.
  const appear = async (image: HTMLImageElement) => {
    await image.decode().catch(() => undefined);
    if (image.naturalWidth > 0) setShape(image.naturalWidth / image.naturalHeight);
    setLoaded(true);
  };
  return (
    <ScaledFrame ratio={size ? size.width / size.height : (shape ?? 1)}>
      {(box) => (
        <BeforeAfter
          label="Compare the picture before and the photo after"
          initial={isPhoto ? 24 : 32}
          runtimeStyle={box}
          className={cn(
            "rounded-lg shadow-photo transition-opacity duration-300",
            loaded ? "opacity-100" : "opacity-0",
          )}
          before={
            <>
              <Picture
                src={resizedUrl(item.image_url, "blur")}
                alt=""
                className="absolute inset-0 size-full scale-125 object-cover blur-2xl"
              />
              <Picture
                src={resizedUrl(item.image_url, "stage")}
                alt=""
                className="absolute inset-0 size-full object-contain"
              />
            </>
          }
          after={
            <Picture
              src={resizedUrl(url, "stage")}
              alt={altOf(item)}
              ref={(image) => {
                if (image?.complete) void appear(image);
              }}
              onLoad={({ currentTarget }) => void appear(currentTarget)}
              data-testid="result"
              className={cn("absolute inset-0 size-full object-contain", !isPhoto && "checkerboard")}
            />
          }
        />
      )}
    </ScaledFrame>
  );
}

function Unfinished({ item }: { item: Item }) {
  const size = sizeOf(item);
  const running = item.status === "running";
  return (
    <ScaledFrame ratio={size ? size.width / size.height : 1}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative overflow-hidden rounded-lg bg-surface shadow-card">
          <Picture
            src={resizedUrl(item.image_url, "stage")}
            alt=""
            className={cn("absolute inset-0 size-full object-contain opacity-60", running && "animate-pulse")}
          />
          {running && (
            <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-surface/80 to-transparent" />
          )}
        </StyledBox>
      )}
    </ScaledFrame>
  );
}

function altOf(item: Item): string {
  const { name } = sourceOf(item);
  return item.operation === "remove_bg"
    ? `${name} without its background`
    : `${name} as a ${shortTitle(item).toLowerCase()} photo`;
}

function factsOf(item: Item): string {
  const size = sizeOf(item);
  const what = item.operation === "remove_bg" ? ["transparent PNG"] : [];
  return [
    ...what,
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(item.mode && item.model ? [modeTexts[item.mode].short] : []),
    formatCredits(item.credits_used),
  ].join(" · ");
}
