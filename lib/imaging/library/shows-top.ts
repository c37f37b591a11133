import type { ProductCutOut } from "../pixels/cut-out.ts";

/** Pitches of a camera that shows the top of a standing product beside its front. */
const oblique = { leastDeg: 20, mostDeg: 60 } as const;
/** A top that is wide: the rows that it has, as shares of the height, and their least width as a share of the widest. */
const wideTop = { from: 0.06, to: 0.18, least: 0.6 } as const;

/** Whether the picture shows the top of a product, such as the opening of a cup. A bottle's is too narrow to be seen. */
export function showsTop({ rgba, width, box }: ProductCutOut, pitchDeg: number | null): boolean {
  if (pitchDeg === null || pitchDeg <= oblique.leastDeg || pitchDeg >= oblique.mostDeg) return false;
  const rowWidths = Array.from({ length: box.height }, (_, row) => {
    const first = ((box.top + row) * width + box.left) * 4 + 3;
    let covered = 0;
    for (let x = 0; x < box.width; x++) covered += Number((rgba[first + x * 4] as number) >= 128);
    return covered;
  });
  const widest = rowWidths.reduce((most, row) => Math.max(most, row), 0);
  const top = rowWidths.slice(Math.round(wideTop.from * box.height), Math.round(wideTop.to * box.height) + 1);
  return top.every((row) => row >= wideTop.least * widest);
}
