"use client";

import { type ComponentProps, useState } from "react";
import { useTranslate } from "../language/language.tsx";
import { BeforeAfter } from "../ui/before-after.tsx";
import { cn } from "../ui/cn.ts";
import { Choices } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";

/** Snapshots, and the photos that this service made from them. */
export const heroPairs = {
  mug: { title: "Mug", style: "Lifestyle" },
  camera: { title: "Camera", style: "Luxury" },
  candle: { title: "Candle", style: "Studio" },
};

const widthsPx = [640, 800, 1200] as const;
const thumbWidthPx = 160;
const sizes = "(min-width: 1280px) 700px, (min-width: 1024px) 56vw, 100vw";

const names = ["mug", "camera", "candle"] as const;

/** Before and after of a few products with a movable line. */
export function HeroCompare() {
  const [name, setName] = useState<keyof typeof heroPairs>(names[0]);
  const t = useTranslate();
  const title = t(heroPairs[name].title);
  const style = t(heroPairs[name].style);
  return (
    <div>
      <BeforeAfter
        key={name}
        label={t("{product}: the snapshot before, the photo in the style {style} after", {
          product: title,
          style,
        })}
        initial={38}
        className="aspect-[4/3] w-full rounded-2xl bg-sunken shadow-photo"
        before={<Side name={name} side="before" alt="" />}
        after={
          <Side
            name={name}
            side="after"
            alt={t("{product} in the style {style}", { product: title, style })}
            fetchPriority={name === names[0] ? "high" : "auto"}
          />
        }
      />
      <Choices
        aria-label={t("Examples")}
        className="mt-4 flex gap-2"
        options={names}
        chosen={name}
        onChoose={setName}
        optionClass={cn(
          "flex min-w-0 flex-1 items-center gap-2.5 rounded-lg border border-transparent p-1.5 text-left transition-colors hover:bg-sunken",
          "has-checked:border-line has-checked:bg-surface has-checked:shadow-card",
          "max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5",
        )}
      >
        {(option) => (
          <>
            <Picture
              src={`/examples/${option}-after-${thumbWidthPx}.webp`}
              alt=""
              width={56}
              height={42}
              loading="lazy"
              className="h-10.5 w-14 shrink-0 rounded-md object-cover max-sm:h-auto max-sm:w-full"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-sm">{t(heroPairs[option].title)}</span>
              <span className="block truncate text-muted text-xs">{t(heroPairs[option].style)}</span>
            </span>
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
  name: string;
  side: "before" | "after";
}

function Side({ name, side, ...rest }: SideProps) {
  const url = (width: number) => `/examples/${name}-${side}-${width}.webp`;
  return (
    <Picture
      src={url(widthsPx[0])}
      srcSet={widthsPx.map((width) => `${url(width)} ${width}w`).join(", ")}
      sizes={sizes}
      width={1200}
      height={896}
      className="absolute inset-0 size-full object-cover"
      {...rest}
    />
  );
}
