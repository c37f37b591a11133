import { expect } from "vitest";
import { project, raysOf } from "#lib/imaging/library/camera.ts";
import { readMaps } from "#lib/imaging/library/plates.ts";
import type { SceneView } from "#lib/imaging/library/scene-files.ts";

/** Expects that a view's depth map agrees with the height of the ground at its positions. */
export async function expectDepthOfGround(view: SceneView): Promise<void> {
  const { inverseDepth } = await readMaps(view);
  const { eye, base, right, down } = raysOf(view.camera);
  for (const place of view.positions) {
    const { x, y } = project(view.camera, place);
    const column = Math.floor(x * inverseDepth.width);
    const near = inverseDepth.data[Math.floor(y * inverseDepth.height) * inverseDepth.width + column] ?? 0;
    const height = eye[2] + (base[2] + x * right[2] + y * down[2]) / near;
    // Petals and leaves may lie on the ground.
    expect(Math.abs(height - view.groundCm)).toBeLessThan(2.5);
  }
}
