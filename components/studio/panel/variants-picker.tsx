"use client";

import { useId } from "react";
import { type ResultFormat, resultFormats } from "#lib/contract/photos/values.ts";
import { useTranslate } from "../../language/language.tsx";
import { formatName } from "../../photos/model.ts";
import { Choices } from "../../ui/field.tsx";
import { maxVariants } from "../order/request.ts";
import { useStudio, useStudioState } from "../store.ts";

const optionClass =
  "grid h-9 place-items-center rounded-md border border-line text-xs transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink";
const counts = Array.from({ length: maxVariants }, (_, at) => String(at + 1));

/** Number of variants per photo, and the file format. */
export function VariantsAndFormat() {
  const t = useTranslate();
  const studio = useStudio();
  const [variantsId, formatId] = [useId(), useId()];
  const { seeds, options } = useStudioState(({ settings }) => settings);
  const setCount = (count: string) =>
    studio.set({ seeds: Array.from({ length: Number(count) }, (_, seed) => seed) });
  const setFormat = (format: ResultFormat) =>
    studio.setOptions(({ format: _, ...rest }) => (format === "jpeg" ? rest : { ...rest, format }));
  return (
    <div className="grid grid-cols-2 gap-4">
      <div>
        <h2 id={variantsId} className="mb-2 font-medium text-sm">
          {t("How many versions")}
        </h2>
        <Choices
          aria-labelledby={variantsId}
          className="grid grid-cols-4 gap-1"
          options={counts}
          chosen={String(seeds.length)}
          onChoose={setCount}
          optionClass={optionClass}
          nameOf={(count) =>
            t("{count, plural, one {# version} other {# versions}}", { count: Number(count) })
          }
          titleOf={(count) =>
            count === "1" ? t("As the style is designed") : t("Each with another backdrop, surface and light")
          }
        >
          {(count) => count}
        </Choices>
      </div>
      <div>
        <h2 id={formatId} className="mb-2 font-medium text-sm">
          {t("File format")}
        </h2>
        <Choices
          aria-labelledby={formatId}
          className="grid grid-cols-4 gap-1"
          options={resultFormats}
          chosen={options.format ?? "jpeg"}
          onChoose={setFormat}
          optionClass={optionClass}
        >
          {(format) => <span className="text-2xs">{formatName(format)}</span>}
        </Choices>
      </div>
    </div>
  );
}
