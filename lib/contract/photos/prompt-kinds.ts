/** What a part of a prompt speaks of. */
export const promptKinds = [
  "surface",
  "place",
  "color",
  "light",
  "shadow",
  "reflection",
  "season",
  "mood",
  "space",
] as const;
export type PromptKind = (typeof promptKinds)[number];
