import type { Entry } from "../photos/model.ts";
import { StyledBox } from "../ui/styled-box.tsx";

/**
 * Marks the areas of a photo that its notes refer to. Overlays the picture, which must have the photo's aspect ratio.
 */
export function NoteBoxes({ entry: { notes, width, height } }: { entry: Entry }) {
  if (!width || !height) return null;
  return notes.map(({ box }) => {
    if (!box) return null;
    const place = {
      left: `${(box.left / width) * 100}%`,
      top: `${(box.top / height) * 100}%`,
      width: `${(box.width / width) * 100}%`,
      height: `${(box.height / height) * 100}%`,
    };
    return (
      <StyledBox
        key={`${box.left} ${box.top}`}
        runtimeStyle={place}
        aria-hidden
        data-testid="note-box"
        className="pointer-events-none absolute rounded-sm border-2 border-warn-ink border-dashed"
      />
    );
  });
}
