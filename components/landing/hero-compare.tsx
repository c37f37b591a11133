"use client";

import { type ComponentProps, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { BeforeAfter } from "../ui/before-after.tsx";
import { cn } from "../ui/cn.ts";
import { exampleSources, exampleWidthsPx } from "../ui/example-pictures.ts";
import { Choices } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";

const sizes = "(min-width: 1280px) 700px, (min-width: 1024px) 56vw, 100vw";

/** One snapshot and its photos in a few scenes, with a movable line; `scenes` has ids and names. */
export function HeroCompare({ scenes }: { scenes: readonly (readonly [id: string, name: string])[] }) {
  const names = new Map(scenes);
  const [first = ""] = names.keys();
  const [chosen, setChosen] = useState(first);
  const t = useTranslate();
  const scene = names.get(chosen) ?? "";
  return (
    <div>
      <BeforeAfter
        key={chosen}
        label={t("The snapshot before, the photo in the scene {scene} after", { scene })}
        initial={53}
        className="aspect-[4/3] w-full rounded-2xl bg-sunken shadow-photo"
        before={<Side scene={chosen} side="before" alt="" />}
        after={
          <Side
            scene={chosen}
            side="after"
            alt={t("The product in the scene {scene}", { scene })}
            fetchPriority={chosen === first ? "high" : "auto"}
          />
        }
      />
      <Choices
        aria-label={t("Examples")}
        className="mt-4 flex min-w-0 gap-2"
        options={[...names.keys()]}
        chosen={chosen}
        onChoose={setChosen}
        optionClass={cn(
          "flex min-w-0 flex-1 items-center gap-2.5 rounded-lg border border-transparent p-1.5 text-left transition-colors hover:bg-sunken",
          "has-checked:border-line has-checked:bg-surface has-checked:shadow-card",
          "max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5",
        )}
      >
        {(option) => (
          <>
            <Picture
              {...exampleSources(`hero-${option}-after`, exampleWidthsPx.heroThumb)}
              sizes="(width < 40rem) 31vw, 56px"
              alt=""
              width={56}
              height={42}
              loading="lazy"
              className="h-10.5 w-14 shrink-0 rounded-md object-cover max-sm:h-auto max-sm:w-full"
            />
            <span className="line-clamp-2 min-w-0 font-medium text-sm">{names.get(option)}</span>
          </>
        )}
      </Choices>
      <p className="mt-3 text-center text-muted text-xs">
        {t("Each photo was made by this service from the snapshot beside it. Nothing was retouched.")}
      </p>
    </div>
  );
}

interface SideProps extends ComponentProps<typeof Picture> {
  scene: string;
  side: "before" | "after";
}

function Side({ scene, side, ...rest }: SideProps) {
  return (
    <Picture
      {...exampleSources(`hero-${scene}-${side}`, exampleWidthsPx.hero)}
      sizes={sizes}
      width={1200}
      height={896}
      className="absolute inset-0 size-full object-cover"
      {...rest}
    />
  );
}
