import { linearOfByte, linearToSrgb, luminance, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { dot, levelAxes, project } from "../camera.ts";
import type { ViewMaps } from "../plates.ts";
import type { SceneView } from "../scene-files.ts";
import { ambientOn } from "../scene-light.ts";
import { displayOfLight } from "../tone.ts";
import type { PlacedPiece } from "./place-props.ts";
import type { PropView } from "./prop-files.ts";

/** Light on level white ground, by where it comes from. */
interface LightOnGround {
  sky: Rgb;
  left: Rgb;
  right: Rgb;
  back: Rgb;
}

const dark: Rgb = [0, 0, 0];
/** Sine of the elevation of the lowest lamp: the sides of pieces get more of a low lamp's light than the ground. */
const leastFacing = 0.2;

/** The scene's light on a piece: its lamps and the rest, as far as they reach its place. */
function lightOn(view: SceneView, { keyShare }: ViewMaps, { at }: PlacedPiece, gain: Rgb): LightOnGround {
  const { right, toCamera } = levelAxes(view.camera);
  const sum: LightOnGround = { sky: dark, left: dark, right: dark, back: dark };
  const add = (name: keyof LightOnGround, color: Rgb, by: number) => {
    const along = (c: 0 | 1 | 2) => sum[name][c] + color[c] * by * gain[c];
    sum[name] = [along(0), along(1), along(2)];
  };
  const around = ambientOn(view, [0, 0, 1]);
  add("sky", around, 1);
  const keys = view.lamps.filter(({ castsShadow }) => castsShadow);
  const facing = (lamp: SceneView["lamps"][number]) => Math.max(leastFacing, lamp.direction[2]);
  const key = keys.reduce((all, lamp) => all + luminance(lamp.strength) * facing(lamp), 0);
  const others = view.lamps.reduce(
    (all, lamp) => all + (lamp.castsShadow ? 0 : luminance(lamp.strength) * facing(lamp)),
    luminance(around),
  );
  // Where something shades the lamps, the plate tells how much of their light is left.
  const { x, y } = project(view.camera, at);
  const share = clamp(sampleField(keyShare, x * keyShare.width - 0.5, y * keyShare.height - 0.5), 0, 0.97);
  const left = key > 0 ? clamp((share / (1 - share)) * (others / key), 0, 1) : 0;
  for (const lamp of view.lamps) {
    const across = dot(lamp.direction, right);
    const nearer = dot(lamp.direction, toCamera);
    const level = Math.hypot(across, nearer);
    const by = facing(lamp) * (lamp.castsShadow ? left : 1);
    // Of a lamp overhead or at the camera, the even light of the sky is the best likeness.
    const aside = level < 1e-3 ? 0 : (across / level) ** 2 * clamp(2 * level, 0, 1);
    const behind = level < 1e-3 ? 0 : (Math.min(0, nearer) / level) ** 2 * clamp(2 * level, 0, 1);
    add(across < 0 ? "left" : "right", lamp.strength, by * aside);
    add("back", lamp.strength, by * behind);
    add("sky", lamp.strength, by * (1 - aside - behind));
  }
  return sum;
}

/** The piece's cell in the scene's light, as it appears in the photo: straight sRGB and alpha. */
export function litPiece(
  scene: SceneView,
  maps: ViewMaps,
  placed: PlacedPiece,
  { view, gain }: { view: PropView; gain: Rgb },
): Uint8Array {
  const { prop, piece, mirrored } = placed;
  const { color, light: shares, weights, cellPixels: side, width } = prop;
  const light = lightOn(scene, maps, placed, gain);
  const swapped = { left: "right", right: "left", back: "back", sky: "sky" } as const;
  const factors = (name: keyof LightOnGround) =>
    scaleRgb(light[mirrored ? swapped[name] : name], 1 / weights[name]);
  const [left, right, back, sky] = [factors("left"), factors("right"), factors("back"), factors("sky")];
  const display = displayTable(scene);
  const lit = new Uint8Array(side * view.rows * 4);
  for (let y = 0; y < view.rows; y++) {
    for (let x = 0; x < side; x++) {
      const column = piece.place * side + (mirrored ? side - 1 - x : x);
      const from = (view.top + y) * width + column;
      const to = (y * side + x) * 4;
      const alpha = color[from * 4 + 3] as number;
      lit[to + 3] = alpha;
      if (alpha === 0) continue;
      const ofLeft = (shares[from * 3] as number) / 255;
      const ofRight = (shares[from * 3 + 1] as number) / 255;
      const ofBack = (shares[from * 3 + 2] as number) / 255;
      const rest = Math.max(0, 1 - ofLeft - ofRight - ofBack);
      for (const c of [0, 1, 2] as const) {
        const arriving = ofLeft * left[c] + ofRight * right[c] + ofBack * back[c] + rest * sky[c];
        lit[to + c] = display((linearOfByte[color[from * 4 + c] as number] as number) * arriving);
      }
    }
  }
  return lit;
}

const tableSteps = 2048;
const mostLight = 4;

/** The scene's tone curve as a table, from light (exposure included) to sRGB bytes. */
function displayTable({ tone }: SceneView): (light: number) => number {
  const table = Uint8Array.from({ length: tableSteps + 1 }, (_, step) =>
    Math.round(
      255 * linearToSrgb(displayOfLight(((step / tableSteps) ** 2 * mostLight) / tone.exposure, tone)),
    ),
  );
  return (light) =>
    table[Math.round(Math.sqrt(clamp(light, 0, mostLight) / mostLight) * tableSteps)] as number;
}
