import type { SceneCategory } from "#lib/contract/scenes/categories.ts";

/** Scenes on the landing page, each with the sample that `assets/makers/examples.ts` renders in it. */
export const sceneExamples = [
  { scene: "podium-petals", sample: "lotion", category: "beauty" },
  { scene: "kitchen-lemons", sample: "mokapot", category: "food" },
  { scene: "desk-books", sample: "camera", category: "tech" },
  { scene: "velvet-jewels", sample: "perfume", category: "jewelry" },
  { scene: "linen-drape", sample: "beanie", category: "fashion" },
  { scene: "candles-night", sample: "candle", category: "home" },
  { scene: "terrace-olive", sample: "mug", category: "outdoor" },
  { scene: "leaf-shadow-wall", sample: "lotion", category: "minimal" },
  { scene: "fir-baubles", sample: "mug", category: "seasonal" },
  { scene: "stones-water", sample: "perfume", category: "beauty" },
  { scene: "window-shadow-wall", sample: "desklamp", category: "minimal" },
  { scene: "autumn-leaves", sample: "mokapot", category: "seasonal" },
] as const satisfies readonly { scene: string; sample: string; category: SceneCategory }[];

/** The hero shows one snapshot in each of these scenes. */
export const heroScenes = ["podium-petals", "stones-water", "terrace-olive"] as const;
