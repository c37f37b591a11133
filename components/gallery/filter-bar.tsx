"use client";

import { Package, Search, SlidersHorizontal, X } from "lucide-react";
import Form from "next/form";
import type { ChangeEvent } from "react";
import { styleNames } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useLanguage } from "../language/language.tsx";
import { styleName } from "../photos/style-texts.ts";
import { PhotosTabs } from "../shell/sections.tsx";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { inputClass, Select } from "../ui/field.tsx";
import { type Arrangement, type Filter, queryOf, stylePrefix } from "./model.ts";

const selectClass = cn(inputClass, "h-9.5 min-w-0 px-2.5 sm:w-auto sm:max-w-36");

type Options = readonly (readonly [value: string, label: string])[];

function choicesOf(t: Translate) {
  return [
    {
      name: "operation",
      label: t("Kind"),
      options: [
        ["", t("Every kind")],
        ["generate", t("Photos")],
        ["remove_bg", t("Cut-outs")],
      ],
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
    {
      name: "when",
      label: t("Date"),
      options: [
        ["", t("Any date")],
        ["today", t("Today")],
        ["yesterday", t("Yesterday")],
        ["week", t("Last 7 days")],
        ["month", t("Last 30 days")],
        ["range", t("From … to …")],
      ],
    },
  ] as const;
}

interface FilterBarProps {
  filter: Filter;
  view: Arrangement;
  /** The rendered scenes: id and name. */
  scenes: Options;
  /** The name of the product that the filter selects. */
  productName: string | null;
}

/** Filter and grouping of the gallery: a plain form and links that also work without scripts. */
export function FilterBar({ filter, view, scenes, productName }: FilterBarProps) {
  const { t, locale } = useLanguage();
  const send = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => currentTarget.form?.requestSubmit();
  const { search: _, product: __, ...chosen } = filter;
  const count = Object.values(chosen).filter(Boolean).length;
  const active = Object.values(filter).some(Boolean);
  const groups: [string, Options][] = [
    [t("Styles"), styleNames.map((style) => [stylePrefix + style, styleName(style, t)])],
    [t("Scenes"), scenes.toSorted(([, one], [, other]) => one.localeCompare(other, locale))],
  ];
  return (
    <div className="mb-5">
      <Form action="/photos" role="search" className="flex flex-wrap gap-2">
        {view === "product" && <input type="hidden" name="view" value={view} />}
        {filter.product && <input type="hidden" name="product" value={filter.product} />}
        <div className="relative min-w-0 flex-1 basis-56">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
          />
          <input
            key={filter.search}
            type="search"
            name="search"
            aria-label={t("Search names, scenes, orders and dates")}
            placeholder={t("Mug, podium, last week")}
            defaultValue={filter.search}
            maxLength={200}
            className={cn(inputClass, "h-9.5 pr-3 pl-9")}
          />
        </div>
        {/* On phones the other fields are folded, so that photos are in the first screen; works without scripts. */}
        <label
          className={buttonClass(
            { variant: "secondary" },
            "relative h-11 has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-checked:bg-sunken sm:hidden",
          )}
        >
          <input type="checkbox" className="peer/filters sr-only" />
          <SlidersHorizontal aria-hidden />
          {count > 0 ? t("Filters ({count})", { count }) : t("Filters")}
        </label>
        <div className="grid w-full grid-cols-2 gap-2 max-sm:hidden max-sm:[label:has(:checked)~&]:grid sm:flex sm:w-auto sm:flex-wrap">
          <select
            key={`scene-${filter.scene}`}
            name="scene"
            aria-label={t("Scene")}
            defaultValue={filter.scene ?? ""}
            onChange={send}
            className={selectClass}
          >
            <option value="">{t("Every scene")}</option>
            {groups.map(([label, options]) => (
              <optgroup key={label} label={label}>
                {options.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          {choicesOf(t).map(({ name, label, options }) => (
            <Select
              key={`${name}-${filter[name]}`}
              name={name}
              aria-label={label}
              defaultValue={filter[name] ?? ""}
              onChange={send}
              className={selectClass}
              options={options}
            />
          ))}
          {filter.when === "range" &&
            (["from", "to"] as const).map((name) => (
              <input
                key={`${name}-${filter[name]}`}
                type="date"
                name={name}
                aria-label={name === "from" ? t("From day") : t("To day")}
                defaultValue={filter[name]}
                className={selectClass}
              />
            ))}
        </div>
        <button
          type="submit"
          className={buttonClass({ variant: "secondary" }, filter.when === "range" ? "" : "max-sm:sr-only")}
        >
          {t("Search")}
        </button>
        {active && (
          <ButtonLink href={view === "product" ? "/photos?view=product" : "/photos"} variant="ghost">
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
