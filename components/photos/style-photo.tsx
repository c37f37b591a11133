import { cn } from "#components/ui/cn.ts";
import { exampleSources, exampleWidthsPx } from "#components/ui/example-pictures.ts";
import { Picture } from "#components/ui/picture.tsx";
import { isWhite, type Style, styles } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

interface StylePhotoProps {
  style: Style;
  /** A prop instead of a hook, because both server and client components render this. */
  t: Translate;
  sizes: string;
  className: string;
}

export function StylePhoto({ style, t, sizes, className }: StylePhotoProps) {
  return (
    <Picture
      {...exampleSources(`style-${style}`, exampleWidthsPx.style)}
      sizes={sizes}
      alt={t("A product in the style {style}", { style: t(styles[style].name) })}
      width={640}
      height={480}
      loading="lazy"
      className={cn(className, isWhite(style) && "object-contain!")}
    />
  );
}
