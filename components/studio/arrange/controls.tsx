"use client";

import { ArrowLeft, Blend, ChevronDown, Crop, Image, type LucideIcon, Move, Sun } from "lucide-react";
import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { useStudio, useStudioState } from "../store.ts";
import { BackgroundGroup } from "./background-group.tsx";
import { CropGroup } from "./crop-group.tsx";
import { LayoutGroup } from "./layout-group.tsx";
import { LightGroup, ShadowGroup } from "./light-group.tsx";
import { changedGroups, type OptionGroup, optionGroups, withoutGroup, withoutGroups } from "./options.ts";

const icons: Record<OptionGroup, LucideIcon> = {
  layout: Move,
  light: Sun,
  shadow: Blend,
  background: Image,
  crop: Crop,
};

const contents: Record<OptionGroup, () => ReactNode> = {
  layout: LayoutGroup,
  light: LightGroup,
  shadow: ShadowGroup,
  background: BackgroundGroup,
  crop: CropGroup,
};

function textsOf(group: OptionGroup, t: Translate): { tab: string; title: string } {
  const texts: Record<OptionGroup, { tab: string; title: string }> = {
    layout: { tab: t("Place"), title: t("Place and size") },
    light: { tab: t("Light"), title: t("Light") },
    shadow: { tab: t("Shadow"), title: t("Shadow and reflection") },
    background: { tab: t("Background"), title: t("Background") },
    crop: { tab: t("Crop"), title: t("Crop") },
  };
  return texts[group];
}

/** The controls for layout, light, shadow, background and crop. A bottom sheet on phones. */
export function ArrangeControls() {
  const t = useTranslate();
  const { setArrange, setOptions } = useStudio();
  const current = useStudioState(({ arrange }) => arrange.group);
  const options = useStudioState(({ settings }) => settings.options);
  const [folded, setFolded] = useState(false);
  const changed = changedGroups(options);
  return (
    <Tabs.Root
      value={current}
      onValueChange={(value) => {
        const group = optionGroups.find((one) => one === value);
        if (group) setArrange({ group });
        setFolded(false);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center justify-between gap-2 px-3 pt-1.5 lg:px-4 lg:pt-3">
        <Button variant="ghost" size="sm" className="-ml-2 px-2" onClick={() => setArrange({ open: false })}>
          <ArrowLeft aria-hidden /> {t("Back to the scenes")}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={changed.length === 0}
          onClick={() => setOptions(withoutGroups)}
          className="ml-auto px-2 lg:-mr-2"
        >
          {t("Reset all")}
        </Button>
        <IconButton
          icon={ChevronDown}
          size="icon-sm"
          label={folded ? t("Show the controls") : t("Hide the controls")}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          className={cn("lg:hidden [&_svg]:transition-transform", folded && "[&_svg]:rotate-180")}
        />
      </div>
      <Tabs.List
        aria-label={t("What to change")}
        className="grid grid-cols-5 gap-1 border-line border-b px-2 pb-1.5 lg:pt-1 lg:pb-2"
      >
        {optionGroups.map((group) => {
          const Icon = icons[group];
          return (
            <Tabs.Trigger
              key={group}
              value={group}
              className="relative flex min-w-0 flex-col items-center gap-1 rounded-md py-1.5 text-2xs text-muted transition-colors hover:bg-sunken data-[state=active]:bg-accent-soft data-[state=active]:text-accent-ink"
            >
              <span className="relative">
                <Icon aria-hidden className="size-4.5" />
                {changed.includes(group) && (
                  <span className="absolute -top-0.5 -right-1.5 size-2 rounded-full bg-accent ring-2 ring-surface" />
                )}
              </span>
              <span className="max-w-full truncate">
                {textsOf(group, t).tab}
                {changed.includes(group) && <span className="sr-only">, {t("changed")}</span>}
              </span>
            </Tabs.Trigger>
          );
        })}
      </Tabs.List>
      {optionGroups.map((group) => (
        <Tabs.Content
          key={group}
          value={group}
          className={cn(
            "min-h-0 flex-1 space-y-4 overflow-y-auto px-4 pt-3 pb-4 sm:px-5 max-lg:h-[min(15rem,25dvh)] max-lg:flex-none",
            folded && "max-lg:hidden",
          )}
        >
          <Group group={group} isChanged={changed.includes(group)} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Group({ group, isChanged }: { group: OptionGroup; isChanged: boolean }) {
  const t = useTranslate();
  const { setOptions } = useStudio();
  const Contents = contents[group];
  const { title } = textsOf(group, t);
  return (
    <>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="font-medium text-sm">{title}</h2>
        {isChanged && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2 h-7 px-2"
            aria-label={t("Reset {group}", { group: title })}
            onClick={() => setOptions((options) => withoutGroup(options, group))}
          >
            {t("Reset")}
          </Button>
        )}
      </div>
      <Contents />
    </>
  );
}
