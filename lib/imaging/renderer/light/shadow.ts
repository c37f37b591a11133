import type { Contact } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/*
 * How dark a shadow is: `scene.shadow`, 0 none … 1 as the light has it. It is set by, the last one wins:
 * the style (`styles/<style>.ts`: `scene`, then `variants`), words of the prompt (`vocabulary/lights.ts`), the option
 * `shadow` (`scene/options.ts`). How soft it is follows from `scene.light`: `ground-light.ts`.
 */

/** What `scene.shadow` darkens, each by a share of its own. */
interface ShadowStrength {
  /** The ground where the product blocks light: `ground-shadow.ts`, on white only close by (`white-light.ts`). */
  cast: number;
  /** The line where the product touches the ground: `ground-shadow.ts`. */
  contact: number;
  /** The product itself, next to the ground: `relight.ts`. */
  foot: number;
}

export function shadowStrength({ shadow }: Pick<Scene, "shadow">): ShadowStrength {
  return { cast: shadow, contact: shadow, foot: shadow };
}

/** In a painted scene: weaker where the light that was measured hardly reaches the surface (`reaches`: 0 … 1). */
export function paintedShadow({ shadow }: Pick<Scene, "shadow">, reaches: number): number {
  return shadow * (0.7 + 0.3 * reaches);
}

/** What the picture's frame cuts off below stands on nothing that the photo shows: no shadow, no reflection. */
export function groundedScene(scene: Scene, { stance }: Pick<Contact, "stance">): Scene {
  return stance === "cut" ? { ...scene, shadow: 0, reflection: 0 } : scene;
}
