import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { type Point, pointOnGround, project, raysOf } from "./camera.ts";
import { readMaps } from "./plates.ts";
import { listSceneFolders, loadScene, mirrorView, type SceneView } from "./scene-files.ts";

const views = (await Promise.all(listSceneFolders().map(({ id }) => loadScene(id)))).flatMap(
  (scene) => scene.views,
);

const pairs = z.array(z.tuple([z.number(), z.number()]));
const framed = z.object({ ground: z.object({ positions: pairs, polygon: pairs, polygon_cm: pairs }) });

async function framedPlaces(view: SceneView) {
  return framed.parse(JSON.parse(await readFile(`${view.file}.json`, "utf8"))).ground;
}

describe.each(views.map((view) => [view.file.split("/").slice(-2).join("/"), view] as const))(
  "%s",
  (_, view) => {
    test("projects its ground points to the coordinates in its file", async () => {
      const { positions, polygon, polygon_cm } = await framedPlaces(view);
      const points: Point[] = [
        ...view.positions,
        ...polygon_cm.map(([x, y]) => [x, y, view.groundCm] as const),
      ];
      for (const [i, [x, y]] of [...positions, ...polygon].entries()) {
        const seen = project(view.camera, points[i] ?? [0, 0, 0]);
        expect(Math.abs(seen.x - x)).toBeLessThan(0.001);
        expect(Math.abs(seen.y - y)).toBeLessThan(0.001);
      }
    });

    test("maps a projected ground point back to the same point", () => {
      for (const place of view.positions) {
        const { x, y } = project(view.camera, place);
        const found = pointOnGround(view.camera, x, y, view.groundCm) ?? [0, 0, 0];
        for (const i of [0, 1, 2] as const) expect(found[i]).toBeCloseTo(place[i], 2);
      }
    });

    test("swaps left and right when it is mirrored", () => {
      const mirrored = mirrorView(view);
      for (const [x, y, z] of view.positions) {
        const [own, other] = [project(view.camera, [x, y, z]), project(mirrored.camera, [-x, y, z])];
        expect(other.x).toBeCloseTo(1 - own.x, 9);
        expect(other.y).toBeCloseTo(own.y, 9);
      }
    });
  },
);

/** Height, above its ground, of what a view's depth map shows at a place. */
async function heightSeen(view: SceneView, place: Point): Promise<number> {
  const { inverseDepth } = await readMaps(view);
  const { eye, base, right, down } = raysOf(view.camera);
  const { x, y } = project(view.camera, place);
  const column = Math.floor(x * inverseDepth.width);
  const near = inverseDepth.data[Math.floor(y * inverseDepth.height) * inverseDepth.width + column] ?? 0;
  return eye[2] + (base[2] + x * right[2] + y * down[2]) / near - view.groundCm;
}

const named = (hangs: boolean) =>
  views
    .filter((view) => view.hangs === hangs)
    .map((view) => [view.file.split("/").slice(-2).join("/"), view] as const);

test.each(rowsOf(named(false), named(false).slice(0, 1)))(
  "the depth map of %s agrees with the ground's height at its positions",
  async (_, view) => {
    // Petals and leaves may lie on the ground.
    for (const place of view.positions) expect(Math.abs(await heightSeen(view, place))).toBeLessThan(2.5);
  },
);

deepTest.each(named(true))("the depth map of %s has a wall close behind what hangs", async (_, view) => {
  const middle = (axis: 0 | 1) =>
    view.corners.reduce((sum, corner) => sum + corner[axis], 0) / view.corners.length;
  const height = await heightSeen(view, [middle(0), middle(1), view.groundCm]);
  expect(height).toBeLessThan(0.5);
  expect(height).toBeGreaterThan(-6);
});
