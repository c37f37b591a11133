/** Red, green and blue 0–255, alpha 0–1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

export const white: Rgba = { r: 255, g: 255, b: 255, alpha: 1 };
export const transparent: Rgba = { r: 255, g: 255, b: 255, alpha: 0 };

/** CSS color names that are common for backgrounds. */
const names: Record<string, string> = {
  aqua: "00ffff",
  beige: "f5f5dc",
  black: "000000",
  blue: "0000ff",
  brown: "a52a2a",
  coral: "ff7f50",
  cyan: "00ffff",
  darkblue: "00008b",
  darkgray: "a9a9a9",
  darkgreen: "006400",
  darkgrey: "a9a9a9",
  darkred: "8b0000",
  dimgray: "696969",
  fuchsia: "ff00ff",
  gainsboro: "dcdcdc",
  gold: "ffd700",
  gray: "808080",
  green: "008000",
  grey: "808080",
  indigo: "4b0082",
  ivory: "fffff0",
  khaki: "f0e68c",
  lavender: "e6e6fa",
  lightblue: "add8e6",
  lightgray: "d3d3d3",
  lightgreen: "90ee90",
  lightgrey: "d3d3d3",
  lightpink: "ffb6c1",
  lightyellow: "ffffe0",
  lime: "00ff00",
  linen: "faf0e6",
  magenta: "ff00ff",
  maroon: "800000",
  navy: "000080",
  olive: "808000",
  orange: "ffa500",
  orchid: "da70d6",
  pink: "ffc0cb",
  plum: "dda0dd",
  purple: "800080",
  red: "ff0000",
  salmon: "fa8072",
  silver: "c0c0c0",
  skyblue: "87ceeb",
  snow: "fffafa",
  tan: "d2b48c",
  teal: "008080",
  tomato: "ff6347",
  turquoise: "40e0d0",
  violet: "ee82ee",
  wheat: "f5deb3",
  white: "ffffff",
  whitesmoke: "f5f5f5",
  yellow: "ffff00",
};

/** Parses `white`, `transparent`, `rgb:fff`, `rgb:ff8800`, `rgb:ff880080` or `#…` with the same digits; else null. */
export function parseColor(value: string): Rgba | null {
  if (value === "transparent") return transparent;
  const name = value.toLowerCase();
  const hex = Object.hasOwn(names, name) ? names[name] : /^(?:rgb:|#)([0-9a-f]+)$/.exec(name)?.[1];
  if (!hex || ![3, 4, 6, 8].includes(hex.length)) return null;
  const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const channel = (index: number) => Number.parseInt(full.slice(index * 2, index * 2 + 2), 16);
  return {
    r: channel(0),
    g: channel(1),
    b: channel(2),
    alpha: full.length === 8 ? Math.round((channel(3) / 255) * 1000) / 1000 : 1,
  };
}
