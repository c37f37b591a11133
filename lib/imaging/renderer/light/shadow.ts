import type { Contact } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/*
 * Darkness of a shadow, `scene.shadow`: 0 none … 1 as the light causes it. It is set by the style
 * (`styles/<style>.ts`: `scene`, then `variants`), words of the prompt (`vocabulary/lights.ts`) and the option
 * `shadow` (`scene/options.ts`); the last one wins. Its softness follows from `scene.light`: `ground-light.ts`.
 */

/** The ground under a product that its picture's frame cuts off below is not visible: no shadow, no reflection. */
export function groundedScene(scene: Scene, { stance }: Pick<Contact, "stance">): Scene {
  return stance === "cut" ? { ...scene, shadow: 0, reflection: 0 } : scene;
}
