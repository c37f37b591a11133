import { clamp } from "../pixels/numbers.ts";

/** How a scene's light becomes a picture: display = shoulder(0.18 × (light × exposure / 0.18)^contrast). */
export interface Tone {
  exposure: number;
  contrast: number;
  /** Up to here display values are what they are; above they approach 1. */
  shoulder: number;
}

/** What is displayed as white stays this near to it: beyond, light could not be found again. */
const whitest = 1 - 0.25 / 255;

/** Display value (linear) before the shoulder of one after it. It is proportional to light^contrast. */
export function beforeShoulder(display: number, { shoulder }: Tone): number {
  if (display <= shoulder) return display;
  const rest = 1 - shoulder;
  return shoulder - rest * Math.log((1 - Math.min(display, whitest)) / rest);
}

export function afterShoulder(value: number, { shoulder }: Tone): number {
  if (value <= shoulder) return value;
  const rest = 1 - shoulder;
  return 1 - rest * Math.exp(-(value - shoulder) / rest);
}

/** Linear display value of scene light. */
export function displayOfLight(light: number, tone: Tone): number {
  const { exposure, contrast } = tone;
  return afterShoulder(0.18 * Math.max(0, (light * exposure) / 0.18) ** contrast, tone);
}

/** What a factor of scene light multiplies values before the shoulder by. */
export function factorBeforeShoulder(factor: number, { contrast }: Tone): number {
  return clamp(factor, 0, 4) ** contrast;
}
