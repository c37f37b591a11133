// Guards that the depth map of every view of every scene agrees with its ground.
import { test } from "vitest";
import { expectDepthOfGround } from "#lib/testing/imaging/depth.ts";
import { listSceneFolders, loadScene } from "./scene-files.ts";

const views = (await Promise.all(listSceneFolders().map(({ id }) => loadScene(id)))).flatMap(
  (scene) => scene.views,
);

test.each(views.map((view) => [view.file.split("/").slice(-2).join("/"), view] as const))(
  "the depth map of %s agrees with the ground's height at its positions",
  (_, view) => expectDepthOfGround(view),
);
