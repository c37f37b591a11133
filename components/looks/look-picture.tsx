import type { Style } from "#lib/contract/photos/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import type { Translate } from "#lib/language/translate.ts";
import { StylePhoto } from "../photos/style-photo.tsx";
import { Picture } from "../ui/picture.tsx";
import { StyledBox } from "../ui/styled-box.tsx";

interface LookPictureProps {
  style: Style | undefined;
  background: { color?: string | undefined } | undefined;
  /** A photo made with the look; without one, the example of its style is shown. */
  photo?: string | undefined;
  sizes: string;
  t: Translate;
}

export function LookPicture({ style = "studio", background, photo, sizes, t }: LookPictureProps) {
  return (
    <div className="relative aspect-4/3 w-full overflow-hidden bg-sunken">
      {photo ? (
        <Picture src={resizedUrl(photo, "tile")} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <StylePhoto style={style} t={t} sizes={sizes} className="size-full object-cover" />
      )}
      {background?.color && (
        <StyledBox
          className="absolute right-2.5 bottom-2.5 size-6 rounded-full shadow-float ring-2 ring-surface"
          runtimeStyle={{ "background-color": background.color }}
        />
      )}
    </div>
  );
}
