"use client";

import { Check, ImageOff, Move, Scissors } from "lucide-react";
import { useEffect, useRef } from "react";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { CorrectLink } from "../../cutouts/correct-link.tsx";
import { CutoutDialog } from "../../cutouts/cutout-dialog.tsx";
import { useTranslate } from "../../language/language.tsx";
import type { Item, Order } from "../../orders/model.ts";
import { describeCutout, type SourcePicture } from "../../photos/model.ts";
import { describeFidelity, describeMode, modeTexts } from "../../photos/modes.ts";
import { sizeOf } from "../../photos/settings.ts";
import { shortTitle } from "../../photos/style-texts.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { creditsText } from "../../ui/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { Progress, Skeleton } from "../../ui/progress.tsx";
import { ScaledFrame, StyledBox } from "../../ui/styled-box.tsx";
import { ArrangeFrame } from "../arrange/frame.tsx";
import { ArrangeStatus } from "../arrange/status.tsx";
import { useSceneName } from "../scenes/use-scenes.ts";
import { placeOf, useIsArranging, useShown } from "../shown.ts";
import { pictureOf, type Source } from "../state.ts";
import { useStudio } from "../store.ts";
import { ItemActions } from "./actions.tsx";
import { ItemProgress } from "./progress.tsx";
import { Result, Unfinished } from "./result.tsx";

const frameClass = "h-[min(30rem,44dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
const barClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";

/** The large view of one picture or photo, with its actions. Its size never changes. */
export function Viewer() {
  const t = useTranslate();
  const shown = useShown();
  if (!shown) return null;
  return (
    <section
      aria-label={t("Viewer")}
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      {"source" in shown ? (
        <SourceView key={shown.source.id} source={shown.source} />
      ) : (
        <ItemView key={placeOf(shown.item)} {...shown} />
      )}
    </section>
  );
}

function SourceView({ source }: { source: Source }) {
  const t = useTranslate();
  const studio = useStudio();
  const arranges = useIsArranging();
  const button = useRef<HTMLButtonElement>(null);
  const arranged = useRef(false);
  // Takes the focus back when the panel closes with its own button.
  useEffect(() => {
    if (arranged.current && !arranges && document.activeElement === document.body) button.current?.focus();
    arranged.current = arranges;
  }, [arranges]);
  const { name, state, progress } = source;
  const picture = pictureOf(source);
  return (
    <>
      <div className={cn(frameClass, arranges && "max-lg:h-[34dvh]")}>
        {arranges && picture ? (
          <Arranging picture={picture} previewUrl={source.previewUrl} />
        ) : (
          <SourceImage source={source} />
        )}
      </div>
      <div className={barClass}>
        {arranges ? (
          <ArrangeStatus />
        ) : (
          <p className="min-w-0 flex-1 basis-52 truncate text-muted text-sm" aria-live="polite">
            {statusOf(source, t)}
          </p>
        )}
        {state === "uploading" && (
          <Progress value={progress} label={t("Uploading {name}", { name })} className="w-40" />
        )}
        {picture && (
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
            {!arranges && (
              <>
                <CorrectLink imageUrl={picture.imageUrl} />
                <CutoutDialog
                  pictures={[picture]}
                  onOrdered={studio.showOrder}
                  trigger={
                    <Button variant="secondary" size="sm">
                      <Scissors aria-hidden /> {t("Remove background")}
                      <span className="font-normal text-muted">{creditsText(cutoutCost, t)}</span>
                    </Button>
                  }
                />
              </>
            )}
            <Button
              ref={button}
              variant="secondary"
              size="sm"
              onClick={() => studio.setArrange({ open: !arranges })}
              data-testid="arrange"
            >
              {arranges ? <Check aria-hidden /> : <Move aria-hidden />} {arranges ? t("Done") : t("Arrange")}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Scrolls into view, because on phones the sheet would hide it, and takes a focus that was lost. */
function Arranging({ picture, previewUrl }: { picture: SourcePicture; previewUrl: string | null }) {
  const t = useTranslate();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    if (window.matchMedia("(width < 64rem)").matches) ref.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("Arrange")} className="size-full outline-none">
      <ArrangeFrame picture={picture} previewUrl={previewUrl} />
    </section>
  );
}

function SourceImage({ source: { previewUrl, name, state } }: { source: Source }) {
  if (previewUrl) return <Picture src={previewUrl} alt={name} className="mx-auto size-full object-contain" />;
  return (
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
  );
}

function statusOf({ state, name, progress }: Source, t: Translate): string {
  if (state === "ready") return t("{name} is ready. Choose a style and make the photo.", { name });
  if (state === "failed") return t("{name} could not be added.", { name });
  if (state === "uploading") {
    return t("Uploading {name}, {percent} %", { name, percent: Math.round(progress * 100) });
  }
  return t("{name} is waiting to be uploaded", { name });
}

function ItemView({ item, order }: { item: Item; order: Order }) {
  const t = useTranslate();
  const { models } = useStudio().modes;
  const scene = useSceneName(item.scene);
  const { result_url: url } = item;
  return (
    <>
      <div className={frameClass}>{url ? <Result item={item} url={url} /> : <Unfinished item={item} />}</div>
      <div className={barClass}>
        {url ? (
          <>
            <p className="min-w-0 text-muted text-sm" title={describeMode(item, models, t) ?? undefined}>
              <span className="font-medium text-ink">{shortTitle(item, t)}</span>
              <span className="figures max-sm:hidden">
                {" "}
                · {[scene, factsOf(item, t)].filter(Boolean).join(" · ")}
              </span>
              {item.mode === "edit" && (
                <span className="block text-xs">{describeFidelity(item, models, t)}</span>
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

function factsOf(item: Item, t: Translate): string {
  const size = sizeOf(item);
  const what = describeCutout(item, t);
  return [
    ...(what ? [what] : []),
    ...(size ? [`${size.width} × ${size.height}`] : []),
    ...(item.mode && item.model ? [modeTexts(t)[item.mode].short] : []),
    creditsText(item.credits_used, t),
  ].join(" · ");
}
