import type { Entry } from "../photos/model.ts";
import { StyledBox, shareBox } from "../ui/styled-box.tsx";

/**
 * Marks the areas of a photo that its notes refer to. Overlays the picture, which must have the photo's aspect ratio.
 */
export function NoteBoxes({ entry: { notes, width, height } }: { entry: Entry }) {
  if (!width || !height) return null;
  return notes.map(({ box }) => {
    if (!box) return null;
    const shares = {
      left: box.left / width,
      top: box.top / height,
      width: box.width / width,
      height: box.height / height,
    };
    return (
      <StyledBox
        key={`${box.left} ${box.top}`}
        runtimeStyle={shareBox(shares)}
        aria-hidden
        data-testid="note-box"
        className="pointer-events-none absolute rounded-sm border-2 border-warn-ink border-dashed"
      />
    );
  });
}
