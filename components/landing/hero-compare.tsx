"use client";

import { useId, useState } from "react";
import { BeforeAfter } from "../ui/before-after.tsx";
import { cn } from "../ui/cn.ts";
import { Radio } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";

const widthsPx = [640, 800, 1200] as const;
const thumbWidthPx = 160;
const sizes = "(min-width: 1280px) 700px, (min-width: 1024px) 56vw, 100vw";

/** Photos that this service made from its bundled pictures. */
const pairs = [
  { name: "mug", title: "Mug", style: "Lifestyle" },
  { name: "camera", title: "Camera", style: "Luxury" },
  { name: "mokapot", title: "Moka pot", style: "Studio" },
] as const;

type Side = "before" | "after";

/** Before and after of a few products, the line between them in the visitor's hand. */
export function HeroCompare() {
  const [shown, setShown] = useState<(typeof pairs)[number]>(pairs[0]);
  const group = useId();
  const { name, title, style } = shown;
  return (
    <div>
      <BeforeAfter
        key={name}
        label={`${title}: the snapshot before, the ${style.toLowerCase()} photo after`}
        initial={38}
        className="aspect-[4/3] w-full rounded-2xl bg-sunken shadow-photo"
        before={<Side name={name} side="before" alt="" eager={shown === pairs[0]} />}
        after={
          <Side name={name} side="after" alt={`${title} in the style ${style}`} eager={shown === pairs[0]} />
        }
      />
      <fieldset aria-label="Examples" className="mt-4 flex gap-2">
        {pairs.map((pair) => (
          <label
            key={pair.name}
            className={cn(
              "relative flex min-w-0 flex-1 items-center gap-2.5 rounded-lg border border-transparent p-1.5 text-left transition-colors hover:bg-sunken",
              "has-checked:border-line has-checked:bg-surface has-checked:shadow-card",
              "max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5",
            )}
          >
            <Radio group={group} checked={pair === shown} onChoose={() => setShown(pair)} />
            <Picture
              src={`/examples/${pair.name}-after-${thumbWidthPx}.webp`}
              alt=""
              width={56}
              height={42}
              loading="lazy"
              className="h-10.5 w-14 shrink-0 rounded-md object-cover max-sm:h-auto max-sm:w-full"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-sm">{pair.title}</span>
              <span className="block truncate text-muted text-xs">{pair.style}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Side({ name, side, alt, eager }: { name: string; side: Side; alt: string; eager: boolean }) {
  const url = (width: number) => `/examples/${name}-${side}-${width}.webp`;
  return (
    <Picture
      src={url(widthsPx[0])}
      srcSet={widthsPx.map((width) => `${url(width)} ${width}w`).join(", ")}
      sizes={sizes}
      alt={alt}
      width={1200}
      height={896}
      fetchPriority={eager && side === "after" ? "high" : "auto"}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
