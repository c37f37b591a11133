import type { PropName } from "#lib/contract/photos/values.ts";
import type { Rgb } from "#lib/imaging/pixels/color.ts";
import type { RowSource } from "#lib/imaging/pixels/sampling.ts";
import type { RowEffect } from "#lib/imaging/renderer/output/composite.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";
import type { ViewMaps } from "../plates.ts";
import type { PositionedInScene } from "../position.ts";
import type { SceneLamp } from "../scene-files.ts";
import { type Framing, shadedRows } from "../shade.ts";
import { coverWithProps, drawPieces, rowsWithProps } from "./draw-props.ts";
import { placeProps } from "./place-props.ts";
import { loadProp } from "./prop-files.ts";
import { shadeUnderProps } from "./prop-shadows.ts";

interface Around {
  maps: ViewMaps;
  positioned: PositionedInScene;
  /** Half the depth of the product. */
  reachCm: number;
  lamps: readonly SceneLamp[];
  /** Of the shadows. */
  strength: number;
  gain: Rgb;
  window: View;
  seed: number;
}

/** Props around the product: the plate's rows with them and their shadows, and what of them is before the product. */
export async function layProps(
  names: readonly PropName[],
  framing: Framing,
  around: Around,
): Promise<{ on: (rows: RowSource) => RowSource; before: RowEffect; leftOut: PropName[] }> {
  const props = await Promise.all(names.map(async (name) => ({ name, prop: await loadProp(name) })));
  const placed = placeProps(props, { framing, ...around });
  const drawn = await drawPieces(placed, framing, around);
  const shade = shadeUnderProps(placed, framing, around);
  const { view, frame } = framing;
  const { window } = around;
  const shading = { tone: view.tone, window, designHeight: frame.height };
  return {
    on: (rows) => rowsWithProps(shadedRows(rows, shade, shading), drawn),
    before: coverWithProps(drawn),
    leftOut: names.filter((name) => !placed.some((piece) => piece.name === name)),
  };
}
