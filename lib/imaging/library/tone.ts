/** How a scene's light becomes a picture: display = shoulder(0.18 × (light × exposure / 0.18)^contrast). */
export interface Tone {
  exposure: number;
  contrast: number;
  /** Up to here display values are what they are; above they approach 1. */
  shoulder: number;
}

/**
 * Above this the shoulder is taken for a straight line: it is so flat there that a step of a byte would become many
 * steps of light, and shadows on what is nearly white would be full of noise.
 */
const straightFrom = 0.92;

/** Display value (linear) before the shoulder of one after it. It is proportional to light^contrast. */
export function beforeShoulder(display: number, { shoulder }: Tone): number {
  if (display <= shoulder) return display;
  const rest = 1 - shoulder;
  const curved = shoulder - rest * Math.log((1 - Math.min(display, straightFrom)) / rest);
  return curved + Math.max(0, display - straightFrom) * (rest / (1 - straightFrom));
}

/** The way back; what is more than white stays white. */
export function afterShoulder(value: number, { shoulder }: Tone): number {
  if (value <= shoulder) return value;
  const rest = 1 - shoulder;
  const curved = 1 - rest * Math.exp(-(value - shoulder) / rest);
  if (curved <= straightFrom) return curved;
  const start = shoulder - rest * Math.log((1 - straightFrom) / rest);
  return Math.min(1, straightFrom + (value - start) * ((1 - straightFrom) / rest));
}

/** Linear display value of scene light. */
export function displayOfLight(light: number, tone: Tone): number {
  const { exposure, contrast, shoulder } = tone;
  const value = 0.18 * Math.max(0, (light * exposure) / 0.18) ** contrast;
  if (value <= shoulder) return value;
  return 1 - (1 - shoulder) * Math.exp(-(value - shoulder) / (1 - shoulder));
}

/** Steps of a table of powers; between them it is read as a straight line. */
const steps = 1024;

/** Makes what is displayed where only `light` (0 … 1) of a place's light is left of what `display` shows. */
export function createShading(tone: Tone): (display: number, light: number) => number {
  const powers = Float32Array.from({ length: steps + 2 }, (_, i) => (i / steps) ** tone.contrast);
  return (display, light) => {
    const at = light * steps;
    const step = Math.floor(at);
    const low = powers[step] as number;
    const factor = low + ((powers[step + 1] as number) - low) * (at - step);
    return afterShoulder(beforeShoulder(display, tone) * factor, tone);
  };
}

/** What is displayed in so many times the light. */
export function exposeMore(display: number, exposure: number, tone: Tone): number {
  return afterShoulder(beforeShoulder(display, tone) * exposure ** tone.contrast, tone);
}
