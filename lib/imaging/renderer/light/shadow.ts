import type { Contact } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/*
 * Darkness of a shadow, `scene.shadow`: 0 none … 1 as the light causes it. It is set by the style
 * (`styles/<style>.ts`: `scene`, then `variants`), words of the prompt (`vocabulary/lights.ts`) and the option
 * `shadow` (`scene/options.ts`); the last one wins. Its softness follows from `scene.light`: `ground-light.ts`.
 */

/** The parts that `scene.shadow` darkens, each by its own share. */
interface ShadowStrength {
  /** The ground where the product blocks light: `ground-shadow.ts`; on white only close by (`white-light.ts`). */
  cast: number;
  /** The contact line between product and ground: `ground-shadow.ts`. */
  contact: number;
  /** The product itself, near the ground: `relight.ts`. */
  foot: number;
}

export function shadowStrength({ shadow }: Pick<Scene, "shadow">): ShadowStrength {
  return { cast: shadow, contact: shadow, foot: shadow };
}

/** Shadow of a painted scene: weaker where the measured light hardly reaches the surface (`reaches`: 0 … 1). */
export function paintedShadow({ shadow }: Pick<Scene, "shadow">, reaches: number): number {
  return shadow * (0.7 + 0.3 * reaches);
}

/** The ground under a product that its picture's frame cuts off below is not visible: no shadow, no reflection. */
export function groundedScene(scene: Scene, { stance }: Pick<Contact, "stance">): Scene {
  return stance === "cut" ? { ...scene, shadow: 0, reflection: 0 } : scene;
}
