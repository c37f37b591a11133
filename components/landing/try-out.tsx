"use client";

import { ImagePlus, LoaderCircle, Sparkles } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { generationCost, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import type { Sample } from "#lib/samples/index.ts";
import { useTranslate } from "../language/language.tsx";
import { keepTryout, type TryoutSet } from "../photos/kept-tryout.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { cn } from "../ui/cn.ts";
import { Choices } from "../ui/field.tsx";
import { creditsText } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { requestTryout, shrinkPicture, type TryoutOutcome } from "./request-tryout.ts";

interface TryOutProps {
  samples: readonly Sample[];
  sets: readonly OfferedSet[];
  /** Credits of a new account; 0 where there is no trial. */
  trialCredits: number;
}

/** A scene or style to try, and its picture. */
export interface OfferedSet {
  id: string;
  title: string;
  set: TryoutSet;
  pictureUrl: string;
}

interface OwnPicture {
  picture: Blob;
  fileName: string;
  url: string;
  isReadable: boolean;
}

type State = { kind: "idle" } | { kind: "busy" } | { kind: "made"; url: string } | Refused;
type Refused = Extract<TryoutOutcome, { kind: "refused" }>;

const own = "own";
/** `#try-ID` in the page's address chooses a set. */
const anchor = "#try-";

/** One photo without an account, of a bundled picture or the visitor's own. */
export function TryOut({ samples, sets, trialCredits }: TryOutProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState(samples[0]?.name ?? own);
  const [setId, setSetId] = useState(sets[0]?.id ?? "");
  const [ownPicture, setOwnPicture] = useState<OwnPicture | null>(null);
  const [state, setState] = useState<State>({ kind: "idle" });
  const fileInput = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useRevoked(state.kind === "made" ? state.url : null);
  useRevoked(ownPicture?.url ?? null);

  const offered = sets.find(({ id }) => id === setId) ?? sets[0];
  useEffect(() => {
    const follow = () => {
      const { hash } = window.location;
      if (!hash.startsWith(anchor)) return;
      setSetId(hash.slice(anchor.length));
      setState({ kind: "idle" });
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);

  const choose = (name: string) => {
    setChosen(name);
    setState({ kind: "idle" });
  };
  const takeFile = async (file: File | undefined) => {
    if (!file || state.kind === "busy") return;
    const taken = await shrinkPicture(file);
    const picture = { ...taken, fileName: file.name, url: URL.createObjectURL(taken.picture) };
    setOwnPicture(picture);
    setChosen(own);
    await make(picture);
  };
  const make = async (picture: OwnPicture | null) => {
    if (state.kind === "busy" || !offered) return;
    setState({ kind: "busy" });
    // On a narrow screen it is below the button.
    frame.current?.scrollIntoView({ block: "nearest" });
    const { set } = offered;
    const outcome = await requestTryout(set, picture?.picture ?? chosen);
    if (outcome.kind === "refused") return setState(outcome);
    const { photo } = outcome;
    setState({ kind: "made", url: URL.createObjectURL(photo) });
    const tried = picture ?? (await fetchSample(chosen));
    if (tried) await keepTryout({ picture: tried.picture, fileName: tried.fileName, photo, set });
  };

  const options = [...samples.map(({ name }) => name), ...(ownPicture ? [own] : [])];
  const titleOf = (name: string) =>
    name === own ? t("Your picture") : t(samples.find((sample) => sample.name === name)?.title ?? name);
  const thumbOf = (name: string) => (name === own ? ownUrl : `/examples/sample-${name}-192.webp`);
  const ownUrl = ownPicture?.isReadable ? ownPicture.url : null;
  const sourceUrl = chosen === own ? ownUrl : `/samples/${chosen}.jpg`;
  const setTitle = offered?.title ?? "";

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
      <div>
        {sets.map(({ id }) => (
          <span key={id} id={`${anchor.slice(1)}${id}`} className="block scroll-mt-40" />
        ))}
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
          {(name) => <Thumb src={thumbOf(name)} className="aspect-square" />}
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
        <h3 className="mt-7 font-semibold text-sm">
          {t("2. A scene")} <span className="ml-1 font-normal text-muted">{setTitle}</span>
        </h3>
        <Choices
          aria-label={t("Scene to try")}
          className="mt-3 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-4 xl:grid-cols-5"
          options={sets.map(({ id }) => id)}
          chosen={offered?.id ?? ""}
          onChoose={(id) => {
            setSetId(id);
            setState({ kind: "idle" });
          }}
          nameOf={(id) => sets.find((one) => one.id === id)?.title ?? id}
          titleOf={(id) => sets.find((one) => one.id === id)?.title ?? id}
          optionClass="overflow-hidden rounded-lg border border-line bg-sunken has-checked:border-accent has-checked:ring-2 has-checked:ring-accent"
        >
          {(id) => (
            <Thumb src={sets.find((one) => one.id === id)?.pictureUrl ?? null} className="aspect-[4/3]" />
          )}
        </Choices>
        <Button
          size="lg"
          className="mt-7"
          aria-disabled={state.kind === "busy"}
          onClick={() => make(chosen === own ? ownPicture : null)}
        >
          {state.kind === "busy" ? (
            <LoaderCircle aria-hidden className="animate-spin" />
          ) : (
            <Sparkles aria-hidden />
          )}
          {state.kind === "busy" ? t("Making the photo …") : t("Make the photo")}
        </Button>
        <p className="mt-3 text-muted text-xs">
          {t(
            "The service keeps nothing of it. Picture and photo stay in this tab, for the account that you may make.",
          )}
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
              alt={t("{product} in the scene {scene}, with a watermark", {
                product: titleOf(chosen),
                scene: setTitle,
              })}
              width={1024}
              height={768}
              className="absolute inset-0 size-full object-cover"
            />
          ) : sourceUrl === null ? (
            <p className="absolute inset-0 grid place-content-center px-8 text-center text-muted text-sm">
              {t("This browser cannot show {file}. The photo made of it will be here.", {
                file: ownPicture?.fileName ?? "",
              })}
            </p>
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
          {state.kind === "made" && <Made t={t} trialCredits={trialCredits} />}
          {state.kind === "refused" && <Refusal t={t} reason={state.reason} />}
        </div>
      </div>
    </div>
  );
}

function Made({ t, trialCredits }: { t: Translate; trialCredits: number }): ReactNode {
  const price = creditsText(generationCost(styleNames[0], resolutions[0]), t);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-sm text-muted text-sm">
        {trialCredits > 0
          ? t(
              "An account begins with {count, number} free credits. {price} makes this photo without the watermark.",
              { count: trialCredits, price },
            )
          : t("With an account it comes without the watermark, up to 4096 pixels wide.")}
      </p>
      <ButtonLink href="/sign-up">{t("Get it without the watermark")}</ButtonLink>
    </div>
  );
}

/** A small picture; its place where the browser cannot show it. */
function Thumb({ src, className }: { src: string | null; className: string }) {
  if (src === null) return <ImagePlus aria-hidden className={cn("w-full p-5 text-muted", className)} />;
  return (
    <Picture
      src={src}
      alt=""
      width={128}
      height={96}
      loading="lazy"
      className={cn("w-full object-cover", className)}
    />
  );
}

async function fetchSample(name: string): Promise<{ picture: Blob; fileName: string } | null> {
  const answer = await fetch(`/samples/${name}.jpg`).catch(() => null);
  return answer?.ok ? { picture: await answer.blob(), fileName: `${name}.jpg` } : null;
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
