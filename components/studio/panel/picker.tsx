"use client";

import { useId } from "react";
import { useTranslate } from "../../language/language.tsx";
import { pillClass } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Choices, type ChoicesProps } from "../../ui/field.tsx";
import { type Choice, choose } from "../order/request.ts";
import { useStudio, useStudioState } from "../store.ts";

interface PickerProps<Value extends string>
  extends Omit<ChoicesProps<Value>, "chosen" | "onChoose" | "options"> {
  of: Choice;
  title: string;
  aside?: string | undefined;
  options: readonly Value[];
  chosen: readonly Value[];
  onChosen: (chosen: readonly Value[]) => void;
}

/** Options with one selected value, or several after a click on “Several”. */
export function Picker<Value extends string>({
  of,
  title,
  aside,
  className,
  onChosen,
  ...rest
}: PickerProps<Value>) {
  const id = useId();
  const t = useTranslate();
  const studio = useStudio();
  const several = useStudioState((state) => state.several[of]);
  const { options, chosen, ...choices } = rest;
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-sm">
          {title}
        </h2>
        <div className="flex items-center gap-2.5">
          {aside && <p className="figures text-muted text-xs">{aside}</p>}
          <button
            type="button"
            aria-pressed={several}
            aria-label={t("Several: {what}", { what: title.toLowerCase() })}
            onClick={() => studio.setSeveral(of, !several)}
            className={cn(pillClass, "-my-1 px-2 py-0.5")}
          >
            {t("Several")}
          </button>
        </div>
      </div>
      <Choices
        aria-labelledby={id}
        className={cn("grid", className)}
        options={options}
        chosen={several ? chosen : (chosen[0] ?? options[0] ?? [])}
        onChoose={(option) => onChosen(choose(options, chosen, { option, several }))}
        {...choices}
      />
    </div>
  );
}
