import type { Style } from "#lib/contract/styles.ts";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { styleTexts } from "./style-texts.ts";

const widthsPx = [320, 640] as const;

interface StylePhotoProps {
  style: Style;
  sizes: string;
  loading?: "lazy" | "eager";
  className: string;
}

export function StylePhoto({ style, sizes, loading = "lazy", className }: StylePhotoProps) {
  return (
    <Picture
      src={`/examples/style-${style}-${widthsPx[0]}.webp`}
      srcSet={widthsPx.map((width) => `/examples/style-${style}-${width}.webp ${width}w`).join(", ")}
      sizes={sizes}
      alt={`A product in the style ${styleTexts[style].name}`}
      width={640}
      height={480}
      loading={loading}
      className={cn(className, style === "amazon" && "object-contain!")}
    />
  );
}
