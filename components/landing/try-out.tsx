"use client";

import { ImagePlus, LoaderCircle, Sparkles } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../language/language.tsx";
import { keepPicture } from "../photos/kept-picture.ts";
import { styleName } from "../photos/style-texts.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Choices } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";
import { requestTryout, shrinkPicture, type TryoutOutcome } from "./request-tryout.ts";

interface TryOutProps {
  samples: readonly { name: string; title: string; suggestedStyle: Style }[];
}

interface OwnPicture {
  picture: Blob;
  url: string;
}

type State = { kind: "idle" } | { kind: "busy" } | { kind: "made"; url: string } | Refused;
type Refused = Extract<TryoutOutcome, { kind: "refused" }>;

const own = "own";

/** One photo without an account, of a bundled picture or the visitor's own. */
export function TryOut({ samples }: TryOutProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState(samples[0]?.name ?? own);
  const [style, setStyle] = useState<Style>(samples[0]?.suggestedStyle ?? styleNames[0]);
  const [ownPicture, setOwnPicture] = useState<OwnPicture | null>(null);
  const [state, setState] = useState<State>({ kind: "idle" });
  const fileInput = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useRevoked(state.kind === "made" ? state.url : null);
  useRevoked(ownPicture?.url ?? null);

  const choose = (name: string) => {
    setChosen(name);
    setState({ kind: "idle" });
    const sample = samples.find((known) => known.name === name);
    if (sample) setStyle(sample.suggestedStyle);
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const picture = await shrinkPicture(file);
    setOwnPicture({ picture, url: URL.createObjectURL(picture) });
    choose(own);
    keepPicture(picture, file.name);
  };
  const make = async () => {
    if (state.kind === "busy") return;
    setState({ kind: "busy" });
    // On a narrow screen it is below the button.
    frame.current?.scrollIntoView({ block: "nearest" });
    const outcome = await requestTryout(style, chosen === own && ownPicture ? ownPicture.picture : chosen);
    setState(outcome.kind === "made" ? { kind: "made", url: URL.createObjectURL(outcome.photo) } : outcome);
  };

  const options = [...samples.map(({ name }) => name), ...(ownPicture ? [own] : [])];
  const titleOf = (name: string) =>
    name === own ? t("Your picture") : t(samples.find((sample) => sample.name === name)?.title ?? name);
  const thumbOf = (name: string) =>
    name === own ? (ownPicture?.url ?? "") : `/examples/sample-${name}-192.webp`;
  const sourceUrl = chosen === own ? (ownPicture?.url ?? "") : `/samples/${chosen}.jpg`;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
      <div>
        <h3 className="font-semibold text-sm">{t("1. A picture")}</h3>
        <Choices
          aria-label={t("Picture to try")}
          className="mt-3 grid grid-cols-4 gap-2 sm:grid-cols-5 lg:grid-cols-4 xl:grid-cols-5"
          options={options}
          chosen={chosen}
          onChoose={choose}
          nameOf={titleOf}
          titleOf={titleOf}
          optionClass="overflow-hidden rounded-lg border border-line bg-sunken has-checked:border-accent has-checked:ring-2 has-checked:ring-accent"
        >
          {(name) => (
            <Picture
              src={thumbOf(name)}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              className="aspect-square w-full object-cover"
            />
          )}
        </Choices>
        <input
          ref={fileInput}
          type="file"
          accept="image/*,.heic,.heif"
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={(event) => {
            void takeFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button variant="secondary" className="mt-3" onClick={() => fileInput.current?.click()}>
          <ImagePlus aria-hidden />
          {t("Use your own picture")}
        </Button>
        <h3 className="mt-7 font-semibold text-sm">{t("2. A style")}</h3>
        <Choices
          aria-label={t("Style to try")}
          className="mt-3 flex flex-wrap gap-2"
          options={styleNames}
          chosen={style}
          onChoose={(name) => {
            setStyle(name);
            setState({ kind: "idle" });
          }}
          optionClass="rounded-full border border-line bg-surface px-3.5 py-1.5 font-medium text-sm hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink"
        >
          {(name) => styleName(name, t)}
        </Choices>
        <Button size="lg" className="mt-7" aria-disabled={state.kind === "busy"} onClick={make}>
          {state.kind === "busy" ? (
            <LoaderCircle aria-hidden className="animate-spin" />
          ) : (
            <Sparkles aria-hidden />
          )}
          {state.kind === "busy" ? t("Making the photo …") : t("Make the photo")}
        </Button>
        <p className="mt-3 text-muted text-xs">
          {t("Nothing is kept: picture and photo are forgotten once the photo is here.")}
        </p>
      </div>
      <div>
        <div
          ref={frame}
          className="relative aspect-[4/3] scroll-my-6 overflow-hidden rounded-2xl bg-sunken shadow-photo"
        >
          {state.kind === "made" ? (
            <Picture
              src={state.url}
              alt={t("{product} in the style {style}, with a watermark", {
                product: titleOf(chosen),
                style: styleName(style, t),
              })}
              width={1024}
              height={768}
              className="absolute inset-0 size-full object-cover"
            />
          ) : (
            <Picture
              src={sourceUrl}
              alt={titleOf(chosen)}
              width={1024}
              height={768}
              loading="lazy"
              className="absolute inset-0 size-full object-contain"
            />
          )}
          {state.kind === "busy" && <div className="absolute inset-0 animate-pulse bg-canvas/60" />}
        </div>
        <div role="status" className="mt-4 min-h-12">
          {state.kind === "busy" && <span className="sr-only">{t("Making the photo …")}</span>}
          {state.kind === "made" && <Made t={t} />}
          {state.kind === "refused" && <Refusal t={t} reason={state.reason} />}
        </div>
      </div>
    </div>
  );
}

function Made({ t }: { t: Translate }): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm">
        {t("With an account it comes without the watermark, up to 4096 pixels wide.")}
      </p>
      <ButtonLink href="/sign-up">{t("Get it without the watermark")}</ButtonLink>
    </div>
  );
}

function Refusal({ t, reason }: { t: Translate; reason: Refused["reason"] }): ReactNode {
  const texts = {
    picture: t("No product could be found in this picture, or it cannot be read. Try another one."),
    used_up: t("These were today's free photos for your network. An account begins with free credits."),
    busy: t("The studio is busy with orders right now. Please try again in a minute."),
    offline: t("The connection was lost. Please try again."),
  };
  const actions =
    reason === "used_up" ? (
      <ButtonLink href="/sign-up" size="sm">
        {t("Make an account")}
      </ButtonLink>
    ) : undefined;
  return (
    <Callout tone={reason === "picture" ? "warn" : "neutral"} actions={actions}>
      {texts[reason]}
    </Callout>
  );
}

/** Frees the address of a picture when another takes its place. */
function useRevoked(url: string | null): void {
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
}
