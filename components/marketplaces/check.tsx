"use client";

import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import { callApi } from "#lib/contract/client.ts";
import {
  type MarketplaceSize,
  marketplaceSizeNames,
  marketplaceSizes,
} from "#lib/contract/marketplaces/list.ts";
import { useTranslate } from "../language/language.tsx";
import { cn } from "../ui/cn.ts";
import { SelectField } from "../ui/field.tsx";
import { Spinner } from "../ui/progress.tsx";
import { type Check, describeFinding, describeFix } from "./describe.ts";

interface MarketplaceCheckProps {
  /** The marketplace that the photo was made for. Without one, the check starts after a selection. */
  start: MarketplaceSize | null;
  /** Id of a finished photo. */
  id: string;
}

/** The marketplace that a photo was made for, by its size or its style; null if neither is one. */
export function marketplaceOf(photo: {
  style: string | null;
  options: Record<string, unknown>;
}): MarketplaceSize | null {
  const named = (wanted: unknown) => marketplaceSizeNames.find((name) => name === wanted);
  return named(photo.options.size) ?? named(photo.style) ?? null;
}

export function MarketplaceCheck({ id, start }: MarketplaceCheckProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<MarketplaceSize | null>(start);
  const { data, error, isLoading } = useSWR(
    chosen && `/api/v1/generations/${id}/check?marketplace=${chosen}`,
    () =>
      callApi("GET /api/v1/generations/{id}/check", {
        params: { id },
        input: { marketplace: chosen ?? "amazon" },
      }),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return (
    <section className="rounded-lg border border-line p-3" data-testid="marketplace-check">
      <SelectField
        label={t("Would a marketplace accept it?")}
        className="h-9 px-2"
        value={chosen ?? ""}
        onChange={({ target }) =>
          setChosen(marketplaceSizeNames.find((name) => name === target.value) ?? null)
        }
        options={[
          ["", t("Choose a place")],
          ...marketplaceSizeNames.map((name) => [name, t(marketplaceSizes[name].label)] as const),
        ]}
      />
      <div aria-live="polite" className="empty:hidden">
        {isLoading && <Spinner className="mt-3 size-4" />}
        {error && <p className="mt-2.5 text-muted text-sm">{t("It could not be checked. Try again.")}</p>}
        {data && chosen && <Outcome check={data} />}
      </div>
    </section>
  );
}

function Outcome({ check: { marketplace, passes, findings } }: { check: Check }) {
  const t = useTranslate();
  const place = t(marketplaceSizes[marketplace].label);
  return (
    <div className="mt-2.5 text-sm">
      <p className={cn("flex gap-2 font-medium", passes ? "text-success-ink" : "text-danger-ink")}>
        {passes ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        ) : (
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        )}
        {passes ? t("Nothing that {place} would refuse", { place }) : t("{place} would refuse it", { place })}
      </p>
      <ul className="mt-2 space-y-2 empty:hidden">
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.severity}`} className="flex gap-2">
            {finding.severity === "refused" ? (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
            ) : (
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-ink" />
            )}
            <span className="min-w-0">
              {finding.severity === "advised" && <span className="text-muted">{t("Advice:")} </span>}
              {describeFinding(finding, t)}.
              <span className="block text-muted text-xs">{describeFix(finding, t)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
