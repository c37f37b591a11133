"use client";

import { type ResultFormat, resultFormats } from "#lib/contract/photos/values.ts";
import { useTranslate } from "../../language/language.tsx";
import { formatName } from "../../photos/model.ts";
import { SelectField } from "../../ui/field.tsx";
import { maxVariants } from "../order/request.ts";
import { useStudio, useStudioState } from "../store.ts";

const counts = Array.from({ length: maxVariants }, (_, at) => at + 1);

/** Number of variants per photo, and the file format. */
export function VariantsAndFormat() {
  const t = useTranslate();
  const studio = useStudio();
  const { seeds, options } = useStudioState(({ settings }) => settings);
  const setFormat = (format: ResultFormat) =>
    studio.setOptions(({ format: _, ...rest }) => (format === "jpeg" ? rest : { ...rest, format }));
  return (
    <div className="grid grid-cols-2 gap-4">
      <SelectField
        label={t("How many versions")}
        title={t("Each with another backdrop, surface and light")}
        value={seeds.length}
        onChange={({ target }) =>
          studio.set({ seeds: Array.from({ length: Number(target.value) }, (_, seed) => seed) })
        }
        options={counts.map(
          (count) => [count, t("{count, plural, one {# version} other {# versions}}", { count })] as const,
        )}
        className="h-9 px-2"
      />
      <SelectField
        label={t("File format")}
        value={options.format ?? "jpeg"}
        onChange={({ target }) =>
          setFormat(resultFormats.find((format) => format === target.value) ?? "jpeg")
        }
        options={resultFormats.map((format) => [format, formatName(format)] as const)}
        className="h-9 px-2"
      />
    </div>
  );
}
