"use client";

import Link from "next/link";
import { useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { Spinner } from "../ui/progress.tsx";
import { type Filter, type Group, queryOf } from "./model.ts";

interface ProductHeaderProps {
  group: Group;
  filter: Filter;
  isChosen: boolean;
  /** Selects or deselects all entries of the product, including those not loaded. */
  onChoose: (isChosen: boolean) => Promise<void>;
}

export function ProductHeader({ group, filter, isChosen, onChoose }: ProductHeaderProps) {
  const t = useTranslate();
  /** The checkbox's value while the product's other entries are loading. */
  const [pending, setPending] = useState<boolean | null>(null);
  const { product, sku, count, entries } = group;
  const name = group.name ?? t("Without a name");
  const choose = async (checked: boolean) => {
    setPending(checked);
    await onChoose(checked);
    setPending(null);
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b pb-2">
      <label className="grid touch:-m-3 touch:size-11 place-items-center">
        <input
          type="checkbox"
          checked={pending ?? isChosen}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
          aria-label={t("Choose all of {product}", { product: name })}
          aria-busy={pending !== null}
          className="size-5 rounded accent-accent"
        />
      </label>
      <h2 className="min-w-0 truncate font-semibold text-sm">{name}</h2>
      {sku && sku !== name && <span className="truncate text-faint text-xs">{sku}</span>}
      <span className="figures text-muted text-xs">
        {t("{count, plural, one {# picture} other {# pictures}}", { count })}
      </span>
      {pending !== null && <Spinner className="text-muted" />}
      {count > entries.length && product !== null && (
        <Link
          href={`/photos?${queryOf({ ...filter, product })}`}
          className="ml-auto rounded-sm text-accent-ink text-sm underline decoration-accent-ink/35 underline-offset-3 hover:decoration-current"
          aria-label={t("Show all {count} of {product}", { count, product: name })}
        >
          {t("Show all {count}", { count })}
        </Link>
      )}
    </div>
  );
}
