import localFont from "next/font/local";

/** The Latin parts only: other letters come from the reader's system, and the first screen comes sooner. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
});

/** Code is below the first screen, if at all: its font must not delay the photo above. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
});
