"use client";

import type { ReactNode } from "react";
import { skuKey } from "#lib/generations/history/file-name.ts";
import { useLanguage } from "../language/language.tsx";
import type { Entry } from "../photos/model.ts";
import { describeFidelity, describeMode, type ImageModel } from "../photos/modes.ts";
import { stanceName } from "../photos/names.ts";
import { ExternalLink } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { secondsOf } from "./model.ts";
import {
  describeCost,
  describeNotes,
  describeOptions,
  describeSeed,
  describeSize,
  describeWork,
} from "./words.ts";

export interface Names {
  keys: Readonly<Record<string, string>>;
  models: readonly ImageModel[];
}

export function Facts({ entry, names: { keys, models } }: { entry: Entry; names: Names }) {
  const language = useLanguage();
  const { t, locale } = language;
  const { operation, prompt, aspect_ratio: ratio, api_key_id: keyId } = entry;
  const [mode, fidelity] = [describeMode(entry, models, t), describeFidelity(entry, models, t)];
  const [options, seed, seconds] = [
    describeOptions(entry.options, t),
    describeSeed(entry.seed, t),
    secondsOf(entry),
  ];
  // A custom size defines its own aspect ratio.
  const shape = entry.options.size === undefined ? ratio : null;
  const size = [shape, describeSize(entry, t)].filter(Boolean).join(", ");
  return (
    <div className="space-y-4 text-sm">
      <dl className="grid content-start gap-y-3.5">
        <Fact name={entry.scene ? t("Scene") : t("Type")}>{describeWork(entry, language)}</Fact>
        {operation === "generate" && (
          <Fact name={t("Shape and size")}>
            {size}
            {entry.width && entry.height && (
              <span className="figures text-muted">
                {" "}
                · {entry.width} × {entry.height}
              </span>
            )}
          </Fact>
        )}
        {entry.superseded_by !== null && (
          <Fact name={t("Replaced")}>{t("There is a newer version of this photo.")}</Fact>
        )}
        {describeNotes(entry.notes, t).map((note) => (
          <Fact key={note} name={t("Worth knowing")}>
            {note}
          </Fact>
        ))}
        <Fact name={t("Created")}>
          <Time at={entry.created_at} withTime />
        </Fact>
        <Fact name={t("Cost")}>{describeCost(entry, t)}</Fact>
      </dl>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm text-muted">{t("How it was made")}</summary>
        <dl className="mt-3.5 grid content-start gap-y-3.5">
          {operation === "generate" && (
            <Fact name={t("Prompt")}>
              {prompt ? (
                <span className="break-words">{prompt}</span>
              ) : (
                <span className="text-muted">{t("The style's own")}</span>
              )}
            </Fact>
          )}
          {seed && <Fact name={t("Variant")}>{seed}</Fact>}
          {mode && <Fact name={t("Made by")}>{mode}</Fact>}
          {fidelity && <Fact name={t("The product in it")}>{fidelity}</Fact>}
          {entry.stance && <Fact name={t("How the product is placed")}>{stanceName(entry.stance, t)}</Fact>}
          {options.length > 0 && <Fact name={t("Settings")}>{options.join(", ")}</Fact>}
          {seconds !== null && (
            <Fact name={t("Time taken")}>
              {t("{seconds} s", {
                seconds: seconds.toLocaleString(locale, { maximumFractionDigits: seconds < 10 ? 1 : 0 }),
              })}
            </Fact>
          )}
          <OtherWords metadata={entry.metadata} />
          <Fact name={t("By")}>
            {keyId === null ? t("Dashboard") : t("Key “{name}”", { name: keys[keyId] ?? keyId })}
          </Fact>
          <Fact name={t("Source picture")}>
            <ExternalLink href={entry.image_url}>{t("Open")}</ExternalLink>
          </Fact>
          <Fact name={t("Id")}>
            <span className="break-all font-mono text-xs">{entry.id}</span>
          </Fact>
        </dl>
      </details>
    </div>
  );
}

/** The caller's metadata without the SKU, which is shown with the name. */
function OtherWords({ metadata }: Pick<Entry, "metadata">) {
  return Object.entries(metadata ?? {})
    .filter(([name]) => name !== skuKey)
    .map(([name, value]) => (
      <Fact key={name} name={name}>
        <span className="break-words">{value}</span>
      </Fact>
    ));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="break-words text-faint text-xs">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
