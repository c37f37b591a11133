import { expect, test } from "vitest";
import { batchRequest } from "#lib/contract/batches/schemas.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { changeChoices, defaultChoices, toCutoutOrder } from "./model.ts";

const { t } = createLanguage("en", {});
const mug = { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" };

test("a cut-out from the dashboard reuses an earlier result", () => {
  expect(toCutoutOrder([mug], defaultChoices, t).items[0]?.request).toEqual({
    image_url: mug.imageUrl,
    title: "mug.jpg",
    reuse: true,
  });
});

test("the options of cut-outs are valid for the API", () => {
  const choices = { format: "jpeg", color: "#f4efe6", trim: true, margin: 0.05 } as const;
  const order = toCutoutOrder([mug, { ...mug, name: "hat.png" }], choices, t);
  expect(batchRequest.safeParse(order).error?.issues).toBeUndefined();
  expect(order.items[1]?.request).toMatchObject({
    format: "jpeg",
    background: { color: "#f4efe6" },
    trim: true,
    margin: 0.05,
  });
});

test("choosing JPEG sets a background, and removing the background sets PNG", () => {
  const jpeg = changeChoices(defaultChoices, { format: "jpeg" });
  expect([jpeg.format, jpeg.color]).toEqual(["jpeg", "#ffffff"]);
  expect(changeChoices(jpeg, { color: null }).format).toBe("png");
});
