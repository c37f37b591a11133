"use client";

import { ImagePlus, Sparkles } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Sample } from "#lib/samples/index.ts";
import { useTranslate } from "../language/language.tsx";
import { storeTryout, styleOfSet, type TryoutSet } from "../photos/stored-tryout.ts";
import { BusyButton, Button } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { exampleSources, exampleUrl, exampleWidthsPx } from "../ui/example-pictures.ts";
import { Choices } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";
import { requestTryout, shrinkPicture } from "./request-tryout.ts";
import { Made, Refusal, type Refused } from "./tryout-outcome.tsx";

interface TryOutProps {
  samples: readonly Sample[];
  sets: readonly OfferedSet[];
  /** Credits of a new account; 0 without a trial. */
  trialCredits: number;
}

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

const own = "own";
/** Prefix of the URL fragment that selects a set: `#try-ID`. */
const anchor = "#try-";

/** Makes one photo without an account, from a bundled picture or the visitor's own. */
export function TryOut({ samples, sets, trialCredits }: TryOutProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState(samples[0]?.name ?? own);
  const [setId, setSetId] = useState(sets[0]?.id ?? "");
  const [ownPicture, setOwnPicture] = useState<OwnPicture | null>(null);
  const [state, setState] = useState<State>({ kind: "idle" });
  const fileInput = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** While a photo is being made, the selection is locked: a visitor has only a few photos per day. */
  const isBusy = useRef(false);
  useRevoked(state.kind === "made" ? state.url : null);
  useRevoked(ownPicture?.url ?? null);

  const offered = sets.find(({ id }) => id === setId) ?? sets[0];
  const chooseSet = useCallback((id: string) => {
    if (isBusy.current) return;
    setSetId(id);
    setState({ kind: "idle" });
  }, []);
  const choose = (name: string) => {
    if (isBusy.current) return;
    setChosen(name);
    setState({ kind: "idle" });
  };
  useEffect(() => {
    const follow = () => {
      const { hash } = window.location;
      if (!hash.startsWith(anchor)) return;
      chooseSet(hash.slice(anchor.length));
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [chooseSet]);

  const addFile = async (file: File | undefined) => {
    if (!file || isBusy.current) return;
    const shrunk = await shrinkPicture(file);
    const picture = { ...shrunk, fileName: file.name, url: URL.createObjectURL(shrunk.picture) };
    setOwnPicture(picture);
    setChosen(own);
    await make(picture);
  };
  const make = async (picture: OwnPicture | null) => {
    if (isBusy.current || !offered) return;
    isBusy.current = true;
    setState({ kind: "busy" });
    // On narrow screens the frame is below the button.
    frame.current?.scrollIntoView({ block: "nearest" });
    const { set } = offered;
    // Stored before the request: if the daily limit refuses the photo, the visitor can still sign up with this
    // picture.
    if (picture) await storeTryout({ ...picture, photo: null, set });
    const outcome = await requestTryout(set, picture?.picture ?? chosen);
    isBusy.current = false;
    if (outcome.kind === "refused") return setState(outcome);
    const { photo } = outcome;
    setState({ kind: "made", url: URL.createObjectURL(photo) });
    const tried = picture ?? (await fetchSample(chosen));
    if (tried) await storeTryout({ ...tried, photo, set });
  };

  const options = [...samples.map(({ name }) => name), ...(ownPicture ? [own] : [])];
  const titleOf = (name: string) =>
    name === own ? t("Your picture") : t(samples.find((sample) => sample.name === name)?.title ?? name);
  const thumbOf = (name: string) =>
    name === own ? ownUrl : exampleUrl(`sample-${name}`, exampleWidthsPx.sampleButton[0]);
  const ownUrl = ownPicture?.isReadable ? ownPicture.url : null;
  const ownSource = ownUrl === null ? null : { src: ownUrl };
  const source = chosen === own ? ownSource : exampleSources(`sample-${chosen}`, exampleWidthsPx.sample);
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
            void addFile(event.target.files?.[0]);
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
          onChoose={chooseSet}
          nameOf={(id) => sets.find((one) => one.id === id)?.title ?? id}
          titleOf={(id) => sets.find((one) => one.id === id)?.title ?? id}
          optionClass="overflow-hidden rounded-lg border border-line bg-sunken has-checked:border-accent has-checked:ring-2 has-checked:ring-accent"
        >
          {(id) => (
            <Thumb src={sets.find((one) => one.id === id)?.pictureUrl ?? null} className="aspect-[4/3]" />
          )}
        </Choices>
        <BusyButton
          size="lg"
          className="mt-7"
          busy={state.kind === "busy"}
          icon={Sparkles}
          onClick={() => make(chosen === own ? ownPicture : null)}
        >
          {state.kind === "busy" ? t("Making the photo …") : t("Make the photo")}
        </BusyButton>
        <p className="mt-3 text-muted text-xs">
          {t(
            "The service stores neither of them. The picture and the photo stay in this tab, in case you create an account.",
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
              // Not the element of the picture before: it would keep the density of that srcset.
              key={state.url}
              src={state.url}
              alt={t("{product} in the scene {scene}, with a watermark", {
                product: titleOf(chosen),
                scene: setTitle,
              })}
              width={1024}
              height={768}
              className="absolute inset-0 size-full object-cover"
            />
          ) : source === null ? (
            <p className="absolute inset-0 grid place-content-center px-8 text-center text-muted text-sm">
              {t("This browser cannot show {file}. Its photo will appear here.", {
                file: ownPicture?.fileName ?? "",
              })}
            </p>
          ) : (
            <Picture
              {...source}
              sizes="(min-width: 1024px) 56vw, 100vw"
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
          {state.kind === "made" && offered && (
            <Made t={t} style={styleOfSet(offered.set)} trialCredits={trialCredits} />
          )}
          {state.kind === "refused" && <Refusal t={t} reason={state.reason} />}
        </div>
      </div>
    </div>
  );
}

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

/** Revokes an object URL when another replaces it. */
function useRevoked(url: string | null): void {
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
}
