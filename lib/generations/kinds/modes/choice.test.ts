import { afterAll, expect, test } from "vitest";
import { useModelsOf } from "../../../testing/models/configure.ts";
import { serveProvider } from "../../../testing/models/index.ts";
import { defaultMode, offeredModes, requireMode } from "./choice.ts";

const server = await serveProvider("fal");
afterAll(() => server.close());

const noWish = { style: "studio", wantedMode: null };

test("photos without a mode use the operator's IMAGE_MODE", () => {
  for (const IMAGE_MODE of ["studio", "scene", "edit"]) {
    useModelsOf([server], { IMAGE_MODEL: "fal/fal-ai/flux-2-pro", IMAGE_MODE });
    expect([defaultMode(), requireMode(noWish)]).toEqual([IMAGE_MODE, IMAGE_MODE]);
  }
});

test("photos without a mode use scene if no model can edit", () => {
  useModelsOf([server], { IMAGE_MODEL: "fal/fal-ai/flux-pro/v1.1-ultra", IMAGE_MODE: "edit" });
  expect(offeredModes()).toEqual(["studio", "scene"]);
  expect([defaultMode(), requireMode(noWish)]).toEqual(["scene", "scene"]);
});
