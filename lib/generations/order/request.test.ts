import { expect, test } from "vitest";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { createLook } from "../../looks/looks.ts";
import { completePhoto } from "./request.ts";

await useDatabase();
const imageUrl = "https://shop.example/mug.jpg";

test("a photo gets the defaults of the contract", async () => {
  const { userId } = await makeAccount();
  expect(await completePhoto({ imageUrl, style: "luxury" }, { userId })).toEqual({
    imageUrl,
    style: "luxury",
    aspectRatio: "1:1",
    resolution: "1K",
  });
});

test("a brand look applies where the request sets nothing, and both override the defaults", async () => {
  const { userId } = await makeAccount();
  const settings = { style: "luxury", aspect_ratio: "4:3" } as const;
  const { id: look } = await createLook({ name: "Wide", settings }, { userId });
  expect(await completePhoto({ imageUrl, look }, { userId })).toMatchObject({
    style: "luxury",
    aspectRatio: "4:3",
    resolution: "1K",
  });
  expect(await completePhoto({ imageUrl, look, style: "studio" }, { userId })).toMatchObject({
    style: "studio",
    aspectRatio: "4:3",
  });
});
