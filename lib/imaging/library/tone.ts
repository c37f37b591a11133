/** Tone curve of a scene: display = shoulder(0.18 × (light × exposure / 0.18)^contrast). */
export interface Tone {
  exposure: number;
  contrast: number;
  /** Display values up to here are unchanged; above they approach 1. */
  shoulder: number;
}

/**
 * From here on the shoulder is treated as a straight line: it is so flat that one step of a byte would become many
 * steps of light, and shadows on near white would be noisy.
 */
const straightFrom = 0.92;

/** Inverts the shoulder of a linear display value. The result is proportional to light^contrast. */
export function beforeShoulder(display: number, { shoulder }: Tone): number {
  if (display <= shoulder) return display;
  const rest = 1 - shoulder;
  const curved = shoulder - rest * Math.log((1 - Math.min(display, straightFrom)) / rest);
  return curved + Math.max(0, display - straightFrom) * (rest / (1 - straightFrom));
}

/** Applies the shoulder; values above white stay white. */
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

/** Steps of a table of powers, which is interpolated linearly. */
const steps = 1024;

/** A tone curve and its table of powers. */
export interface Shading {
  tone: Tone;
  powers: Float32Array;
}

export function createShading(tone: Tone): Shading {
  const powers = Float32Array.from({ length: steps + 2 }, (_, i) => (i / steps) ** tone.contrast);
  return { tone, powers };
}

/** Display value when only the share `light` (0 … 1) of the light is left. Runs for each pixel. */
export function shadedDisplay(display: number, light: number, { tone, powers }: Shading): number {
  const at = light * steps;
  const step = Math.floor(at);
  const low = powers[step] as number;
  const factor = low + ((powers[step + 1] as number) - low) * (at - step);
  return afterShoulder(beforeShoulder(display, tone) * factor, tone);
}

/** Display value at `exposure` times the light. */
export function exposeMore(display: number, exposure: number, tone: Tone): number {
  return afterShoulder(beforeShoulder(display, tone) * exposure ** tone.contrast, tone);
}
