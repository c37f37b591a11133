import { smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { Light, Scene } from "#lib/imaging/renderer/scene/scene.ts";

/**
 * Shadow pattern of the lamp's surroundings on the set: 1 in full light, less in the shade of a window's bars or a
 * palm's leaves. `u` sideways and `z` away from the camera, in sides of the frame; `azimuth` of the lamp.
 */
export function patternLight(
  { light, set }: Pick<Scene, "light" | "set">,
  u: number,
  z: number,
  azimuth: number,
): number {
  if (light.pattern === "none") return 1;
  const [du, dz] = [set?.pattern.u ?? 0, set?.pattern.z ?? 0];
  const along = (u + du) * Math.sin(azimuth) - (z + dz) * Math.cos(azimuth);
  const across = (u + du) * Math.cos(azimuth) + (z + dz) * Math.sin(azimuth);
  return light.pattern === "window" ? windowLight(light, along, across) : leafLight(light, along, across);
}

function windowLight(light: Light, along: number, across: number): number {
  const soft = 0.1 + 0.16 * light.softness;
  const pane = (place: number, bar: number) => {
    const t = Math.abs((((place % 1) + 1) % 1) - 0.5) * 2;
    return smoothstep(bar - soft, bar + soft, 1 - t);
  };
  return 0.56 + 0.46 * pane((across + 0.31) / 0.62, 0.17) * pane((along + 0.2) / 0.95, 0.12);
}

/** A palm frond: the start of its stem, its direction (radians), and its length. */
const fronds = [
  { x: 0.95, y: -0.55, angle: 2.55, length: 1.25 },
  { x: -0.95, y: -0.75, angle: 0.85, length: 1.1 },
  { x: 0.55, y: 0.95, angle: -2.0, length: 1.2 },
  { x: -1.25, y: 0.55, angle: -0.35, length: 0.95 },
  { x: -1.0, y: -1.5, angle: 0.5, length: 1.05 },
] as const;
const leafletsPerSide = 13;

interface Leaflet {
  x: number;
  y: number;
  cosine: number;
  sine: number;
  length: number;
}

const leaflets: readonly Leaflet[] = fronds.flatMap(({ x, y, angle, length }) =>
  Array.from({ length: leafletsPerSide * 2 }, (_, i) => {
    const side = i % 2 === 0 ? 1 : -1;
    const place = (Math.floor(i / 2) + 1) / leafletsPerSide;
    // Fronds bend, and their leaflets point forwards and get shorter towards the tip.
    const bend = angle + 0.35 * place * place;
    const turn = bend + side * (1.05 - 0.6 * place);
    return {
      x: x + Math.cos(bend) * length * place,
      y: y + Math.sin(bend) * length * place,
      cosine: Math.cos(turn),
      sine: Math.sin(turn),
      length: length * (0.34 - 0.16 * place),
    };
  }),
);

function leafLight(light: Light, along: number, across: number): number {
  const soft = 0.5 + 1.2 * light.softness;
  let shade = 0;
  for (const { x, y, cosine, sine, length } of leaflets) {
    const dx = along - x;
    const dy = across - y;
    if (Math.abs(dx) > length * 1.3 || Math.abs(dy) > length * 1.3) continue;
    const forward = (dx * cosine + dy * sine) / length - 0.5;
    const sideways = (dy * cosine - dx * sine) / (0.085 * length * (1.25 - Math.abs(forward)));
    const distance = (forward * 2) ** 2 + sideways * sideways;
    if (distance < (1 + soft) ** 2)
      shade = Math.max(shade, smoothstep(1 + soft, Math.max(0, 1 - soft), Math.sqrt(distance)));
  }
  return 1.02 - 0.44 * shade;
}
