"use client";

import { Brush as BrushIcon, Eraser } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useTranslate } from "../language/language.tsx";
import { cn } from "../ui/cn.ts";
import { Checkbox, Choices } from "../ui/field.tsx";
import { type Backdrop, backdrops } from "./backdrops.ts";
import { sizeLimits, type Tool } from "./brush.ts";
import { type EditorSettings, withBrush } from "./settings.ts";

interface ControlsProps {
  settings: EditorSettings;
  onChange: (settings: EditorSettings) => void;
}

const tools: readonly Tool[] = ["erase", "restore"];
const segmentClass = cn(
  "flex h-10 flex-1 items-center justify-center gap-2 rounded-md font-medium text-muted text-sm transition-colors",
  "has-checked:bg-thumb has-checked:text-ink has-checked:shadow-card [&_svg]:size-4",
);

export function Controls({ settings, onChange }: ControlsProps) {
  const t = useTranslate();
  const { brush, backdrop } = settings;
  const toolNames: Record<Tool, string> = { erase: t("Erase"), restore: t("Restore") };
  const hints: Record<Tool, string> = {
    erase: t("Removes the area under the middle of the brush."),
    restore: t("Restores the area under the middle of the brush."),
  };
  return (
    <div className="grid grid-cols-2 gap-x-5 gap-y-3 p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] lg:grid-cols-1 lg:gap-y-6 lg:p-5">
      <div className="col-span-full">
        <Choices
          aria-label={t("Tool")}
          className="flex gap-1 rounded-lg bg-sunken p-1"
          options={tools}
          chosen={brush.tool}
          onChoose={(tool) => onChange(withBrush(settings, { tool }))}
          optionClass={segmentClass}
        >
          {(tool) => (
            <>
              {tool === "erase" ? <Eraser aria-hidden /> : <BrushIcon aria-hidden />}
              {toolNames[tool]}
            </>
          )}
        </Choices>
        <p className="mt-2 text-muted text-xs max-lg:hidden">{hints[brush.tool]}</p>
      </div>
      <Slider
        label={t("Size")}
        text={t("{size, number} px", { size: brush.size })}
        // A logarithmic slider: equal steps multiply the size by equal factors.
        min={Math.log(sizeLimits.least)}
        max={Math.log(sizeLimits.most)}
        step={0.02}
        value={Math.log(brush.size)}
        onChange={({ currentTarget }) =>
          onChange(withBrush(settings, { size: Math.exp(Number(currentTarget.value)) }))
        }
      />
      <Slider
        label={t("Hardness")}
        text={t("{share, number} %", { share: Math.round(brush.hardness * 100) })}
        min={0}
        max={100}
        step={5}
        value={Math.round(brush.hardness * 100)}
        onChange={({ currentTarget }) =>
          onChange(withBrush(settings, { hardness: Number(currentTarget.value) / 100 }))
        }
      />
      <Checkbox
        checked={brush.followsEdges}
        onChange={({ currentTarget }) =>
          onChange(withBrush(settings, { followsEdges: currentTarget.checked }))
        }
        label={<span className="font-medium">{t("Stop at edges")}</span>}
        hint={
          <span className="max-lg:hidden">
            {t(
              "Strokes end where the picture has an edge. Without it, everything under the brush is painted.",
            )}
          </span>
        }
      />
      <BackdropChoice chosen={backdrop} onChoose={(next) => onChange({ ...settings, backdrop: next })} />
    </div>
  );
}

const swatches: Record<Backdrop, string> = {
  checkerboard: "checkerboard bg-[length:10px_10px]",
  black: "bg-black",
  white: "bg-white",
  product: "bg-[linear-gradient(135deg,#c98f5a,#7d5a86)]",
  overlay: "bg-[linear-gradient(90deg,#8fa3ad_50%,#e2203c_50%)]",
};

function BackdropChoice({ chosen, onChoose }: { chosen: Backdrop; onChoose: (backdrop: Backdrop) => void }) {
  const t = useTranslate();
  const titleId = useId();
  const names: Record<Backdrop, string> = {
    checkerboard: t("Checkerboard"),
    black: t("Black"),
    white: t("White"),
    product: t("The product's own color"),
    overlay: t("The picture, red where it is cut away"),
  };
  return (
    <div>
      <h2 id={titleId} className="mb-1.5 font-medium text-sm max-lg:sr-only">
        {t("Show over")}
      </h2>
      <Choices
        aria-labelledby={titleId}
        className="flex gap-1.5"
        options={backdrops}
        chosen={chosen}
        onChoose={onChoose}
        optionClass="size-7 rounded-full border border-line-strong has-checked:ring-2 has-checked:ring-accent has-checked:ring-offset-2 has-checked:ring-offset-surface lg:size-8"
        nameOf={(backdrop) => names[backdrop]}
        titleOf={(backdrop) => names[backdrop]}
      >
        {(backdrop) => (
          <span aria-hidden className={cn("block size-full rounded-full", swatches[backdrop])} />
        )}
      </Choices>
    </div>
  );
}

function Slider({ label, text, ...rest }: ComponentProps<"input"> & { label: string; text: ReactNode }) {
  const id = useId();
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="figures text-muted text-xs">{text}</span>
      </div>
      <input
        id={id}
        type="range"
        aria-valuetext={String(text)}
        className="block h-6 w-full accent-accent"
        {...rest}
      />
    </div>
  );
}
