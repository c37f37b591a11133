import { expect } from "vitest";
import { type Point, project, raysOf } from "#lib/imaging/library/camera.ts";
import { readMaps } from "#lib/imaging/library/plates.ts";
import type { SceneView } from "#lib/imaging/library/scene-files.ts";

/** Height, above its ground, of what a view's depth map shows at a place. */
async function heightSeen(view: SceneView, place: Point): Promise<number> {
  const { inverseDepth } = await readMaps(view);
  const { eye, base, right, down } = raysOf(view.camera);
  const { x, y } = project(view.camera, place);
  const column = Math.floor(x * inverseDepth.width);
  const near = inverseDepth.data[Math.floor(y * inverseDepth.height) * inverseDepth.width + column] ?? 0;
  return eye[2] + (base[2] + x * right[2] + y * down[2]) / near - view.groundCm;
}

/** Expects that a view's depth map agrees with the height of the ground at its positions. */
export async function expectDepthOfGround(view: SceneView): Promise<void> {
  // Petals and leaves may lie on the ground.
  for (const place of view.positions) expect(Math.abs(await heightSeen(view, place))).toBeLessThan(2.5);
}

/** Expects that a view's depth map shows a wall close behind the middle of what hangs before it. */
export async function expectDepthOfWall(view: SceneView): Promise<void> {
  const middle = (axis: 0 | 1) =>
    view.corners.reduce((sum, corner) => sum + corner[axis], 0) / view.corners.length;
  const height = await heightSeen(view, [middle(0), middle(1), view.groundCm]);
  expect(height).toBeLessThan(0.5);
  expect(height).toBeGreaterThan(-6);
}
