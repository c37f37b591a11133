"use client";

import { Package, Search, X } from "lucide-react";
import Form from "next/form";
import type { ChangeEvent } from "react";
import { styleNames } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../language/language.tsx";
import { styleName } from "../photos/style-texts.ts";
import { PhotosTabs } from "../shell/sections.tsx";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { inputClass, Select } from "../ui/field.tsx";
import { type Arrangement, type Filter, queryOf } from "./model.ts";

function choicesOf(t: Translate) {
  return [
    {
      name: "operation",
      label: t("Kind"),
      options: [
        ["", t("Photos and cut-outs")],
        ["generate", t("Photos")],
        ["remove_bg", t("Cut-outs")],
      ],
    },
    {
      name: "style",
      label: t("Style"),
      options: [["", t("Every style")], ...styleNames.map((style) => [style, styleName(style, t)] as const)],
    },
    {
      name: "status",
      label: t("Status"),
      options: [
        ["", t("Every status")],
        ["succeeded", t("Done")],
        ["open", t("Being made")],
        ["failed", t("Failed")],
        ["canceled", t("Canceled")],
      ],
    },
  ] as const;
}

interface FilterBarProps {
  filter: Filter;
  view: Arrangement;
  /** The name of the product that the filter selects. */
  productName: string | null;
}

/** Filter and grouping of the gallery: a plain form and links that also work without scripts. */
export function FilterBar({ filter, view, productName }: FilterBarProps) {
  const t = useTranslate();
  const send = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => currentTarget.form?.requestSubmit();
  const active = Object.values(filter).some(Boolean);
  return (
    <div className="mb-5">
      <Form action="/photos" role="search" className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {view === "product" && <input type="hidden" name="view" value={view} />}
        {filter.product && <input type="hidden" name="product" value={filter.product} />}
        <div className="relative col-span-2 min-w-0 sm:flex-1 sm:basis-56">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
          />
          <input
            key={filter.search}
            type="search"
            name="search"
            aria-label={t("Search names and prompts")}
            placeholder={t("Search names and prompts")}
            defaultValue={filter.search}
            maxLength={200}
            className={cn(inputClass, "h-9.5 pr-3 pl-9")}
          />
        </div>
        {choicesOf(t).map(({ name, label, options }) => (
          <Select
            key={`${name}-${filter[name]}`}
            name={name}
            aria-label={label}
            defaultValue={filter[name] ?? ""}
            onChange={send}
            className={cn("h-9.5 px-2.5 sm:w-auto", name === "operation" && "max-sm:col-span-2")}
            options={options}
          />
        ))}
        <button type="submit" className={buttonClass({ variant: "secondary" }, "max-sm:sr-only")}>
          {t("Search")}
        </button>
        {active && (
          <ButtonLink
            href={view === "product" ? "/photos?view=product" : "/photos"}
            variant="ghost"
            className="max-sm:col-span-2"
          >
            <X aria-hidden /> {t("Clear")}
          </ButtonLink>
        )}
      </Form>
      {filter.product ? (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <Package aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="min-w-0 truncate">
            {t("Only {product}", { product: productName ?? t("this product") })}
          </span>
        </p>
      ) : (
        <div className="mt-3">
          <PhotosTabs
            current={view}
            query={{
              newest: queryOf({ ...filter, view: "newest" }),
              product: queryOf({ ...filter, view: "product" }),
            }}
          />
        </div>
      )}
    </div>
  );
}
