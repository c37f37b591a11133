"use client";

import { Search, X } from "lucide-react";
import Form from "next/form";
import type { ChangeEvent } from "react";
import { styleNames } from "#lib/contract/styles.ts";
import { styleName } from "../studio/style-texts.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { inputClass } from "../ui/field.tsx";
import type { Filter } from "./model.ts";

const choices = [
  {
    name: "operation",
    label: "Kind",
    options: [
      { value: "generate", label: "Photos" },
      { value: "remove_bg", label: "Cut-outs" },
    ],
    all: "Photos and cut-outs",
  },
  {
    name: "style",
    label: "Style",
    options: styleNames.map((style) => ({ value: style as string, label: styleName(style) })),
    all: "Every style",
  },
  {
    name: "status",
    label: "Status",
    options: [
      { value: "succeeded", label: "Done" },
      { value: "open", label: "Being made" },
      { value: "failed", label: "Failed" },
      { value: "canceled", label: "Canceled" },
    ],
    all: "Every status",
  },
] as const;

/** Narrows the gallery. A plain form: it also works before scripts run. */
export function FilterBar({ filter }: { filter: Filter }) {
  const send = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => currentTarget.form?.requestSubmit();
  const active = Object.values(filter).some(Boolean);
  return (
    <Form action="/gallery" role="search" className="mb-5 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <div className="relative col-span-2 min-w-0 sm:flex-1 sm:basis-56">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
        />
        <input
          key={filter.search}
          type="search"
          name="search"
          aria-label="Search in prompts"
          placeholder="Search in prompts"
          defaultValue={filter.search}
          maxLength={200}
          className={cn(inputClass, "h-9.5 pr-3 pl-9")}
        />
      </div>
      {choices.map(({ name, label, options, all }) => (
        <select
          key={`${name}-${filter[name]}`}
          name={name}
          aria-label={label}
          defaultValue={filter[name] ?? ""}
          onChange={send}
          className={cn(inputClass, "h-9.5 px-2.5 sm:w-auto", name === "operation" && "max-sm:col-span-2")}
        >
          <option value="">{all}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
      <button type="submit" className={buttonClass({ variant: "secondary" }, "max-sm:sr-only")}>
        Search
      </button>
      {active && (
        <ButtonLink href="/gallery" variant="ghost" className="max-sm:col-span-2">
          <X aria-hidden /> Clear
        </ButtonLink>
      )}
    </Form>
  );
}
