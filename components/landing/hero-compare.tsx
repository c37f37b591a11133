"use client";

import { Tabs } from "radix-ui";
import { BeforeAfter } from "../ui/before-after.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";

const widthsPx = [640, 1200] as const;
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
  return (
    <Tabs.Root defaultValue={pairs[0].name}>
      {pairs.map(({ name, title, style }, index) => (
        <Tabs.Content key={name} value={name} className="outline-offset-4">
          <BeforeAfter
            label={`${title}: the snapshot before, the ${style.toLowerCase()} photo after`}
            initial={38}
            className="aspect-[4/3] w-full rounded-2xl bg-sunken shadow-photo"
            before={<Side name={name} side="before" alt="" eager={index === 0} />}
            after={
              <Side name={name} side="after" alt={`${title} in the style ${style}`} eager={index === 0} />
            }
          />
        </Tabs.Content>
      ))}
      <Tabs.List aria-label="Examples" className="mt-4 flex gap-2">
        {pairs.map(({ name, title, style }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className={cn(
              "flex min-w-0 flex-1 items-center gap-2.5 rounded-lg border border-transparent p-1.5 text-left transition-colors hover:bg-sunken",
              "data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:shadow-card",
            )}
          >
            <Picture
              src={`/examples/${name}-after-${widthsPx[0]}.webp`}
              alt=""
              width={56}
              height={42}
              loading="lazy"
              className="h-10.5 w-14 shrink-0 rounded-md object-cover max-sm:h-9 max-sm:w-11"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-sm">{title}</span>
              <span className="block truncate text-muted text-xs">{style}</span>
            </span>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
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
