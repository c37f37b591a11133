// Guards that the depth map of every view of every scene agrees with its ground.
import { test } from "vitest";
import { expectDepthOfGround, expectDepthOfWall } from "#lib/testing/imaging/depth.ts";
import { listSceneFolders, loadScene } from "./scene-files.ts";

const views = (await Promise.all(listSceneFolders().map(({ id }) => loadScene(id)))).flatMap(
  (scene) => scene.views,
);
const named = (hangs: boolean) =>
  views
    .filter((view) => view.hangs === hangs)
    .map((view) => [view.file.split("/").slice(-2).join("/"), view] as const);

test.each(named(false))("the depth map of %s agrees with the ground's height at its positions", (_, view) =>
  expectDepthOfGround(view),
);

test.each(named(true))("the depth map of %s has a wall close behind what hangs", (_, view) =>
  expectDepthOfWall(view),
);
