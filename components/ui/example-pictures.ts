/** Widths in pixels of the pictures in `public/examples`, by what they show; made by `assets/makers/examples.ts`. */
export const exampleWidthsPx = {
  style: [320, 640, 1280],
  scene: [320, 640],
  hero: [640, 800, 1200, 1600],
  heroThumb: [160, 240],
  /** The picture beside the sign-up form. */
  entrance: [800, 1200, 1792],
  sample: [800, 1400],
  /** The square button that loads a sample. */
  sampleButton: [192],
} as const;

export const exampleUrl = (name: string, widthPx: number) => `/examples/${name}-${widthPx}.webp`;

/** What an `img` needs to load an example picture in the width that it is shown in; the first width is the default. */
export function exampleSources(
  name: string,
  [first, ...others]: readonly [number, ...number[]],
): { src: string; srcSet: string } {
  const srcSet = [first, ...others].map((width) => `${exampleUrl(name, width)} ${width}w`).join(", ");
  return { src: exampleUrl(name, first), srcSet };
}
