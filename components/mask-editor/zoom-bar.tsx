"use client";

import { Maximize, Minus, Plus } from "lucide-react";
import { useTranslate } from "../language/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { zoomFactor } from "./keyboard.ts";

interface ZoomBarProps {
  /** Zoom in percent. */
  percent: number;
  onZoom: (factor: number) => void;
  onFit: () => void;
}

export function ZoomBar({ percent, onZoom, onFit }: ZoomBarProps) {
  const t = useTranslate();
  return (
    <div className="absolute bottom-3 left-3 flex items-center rounded-lg bg-raised p-0.5 shadow-float">
      <IconButton icon={Minus} size="icon-sm" label={t("Zoom out")} onClick={() => onZoom(1 / zoomFactor)} />
      <span className="figures w-12 text-center text-muted text-xs" aria-live="polite">
        {t("{share, number} %", { share: percent })}
      </span>
      <IconButton icon={Plus} size="icon-sm" label={t("Zoom in")} onClick={() => onZoom(zoomFactor)} />
      <IconButton
        icon={Maximize}
        size="icon-sm"
        label={t("Show the whole picture")}
        title={t("Show the whole picture")}
        onClick={onFit}
      />
    </div>
  );
}
