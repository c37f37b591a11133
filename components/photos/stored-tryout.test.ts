import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { consumeTryout, storeTryout } from "./stored-tryout.ts";

/** Limit of sessionStorage in browsers: five million characters. */
const capacity = 5_000_000;
let stored: Map<string, string>;

/** A minimal FileReader, which Node lacks. */
class Reader {
  result: string | null = null;
  error: unknown = null;
  onload = () => undefined;
  onerror = () => undefined;
  readAsDataURL(blob: Blob): void {
    const read = async () => {
      const base64 = Buffer.from(await blob.arrayBuffer()).toString("base64");
      this.result = `data:${blob.type || "application/octet-stream"};base64,${base64}`;
    };
    read().then(
      () => this.onload(),
      (error: unknown) => {
        this.error = error;
        this.onerror();
      },
    );
  }
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("FileReader", Reader);
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem: (name: string, text: string) => {
      if (text.length > capacity) throw new DOMException("full", "QuotaExceededError");
      stored.set(name, text);
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

const jpegOf = (bytes: number, fill = 7) =>
  new Blob([new Uint8Array(bytes).fill(fill)], { type: "image/jpeg" });
const tried = {
  picture: jpegOf(300),
  fileName: "mug.jpg",
  photo: jpegOf(200, 9),
  set: { style: "luxury" },
} as const;

test("returns the stored picture, photo and settings once", async () => {
  await storeTryout(tried);
  const stored = consumeTryout();
  expect(stored?.picture).toMatchObject({ name: "mug.jpg", type: "image/jpeg" });
  expect(await stored?.picture.bytes()).toEqual(new Uint8Array(300).fill(7));
  expect(stored?.photo).toBe(`data:image/jpeg;base64,${Buffer.alloc(200, 9).toString("base64")}`);
  expect(stored).toMatchObject({
    style: "luxury",
    settings: { styles: ["luxury"], scene: null, aspectRatios: ["4:3"], resolutions: ["1K"], seeds: [0] },
  });
  expect(consumeTryout()).toBeNull();
});

test("returns a rendered scene as that scene, in the style for scenes", async () => {
  await storeTryout({ ...tried, set: { scene: "podium-petals" } });
  expect(consumeTryout()).toMatchObject({
    style: "lifestyle",
    settings: { scene: "podium-petals", styles: ["lifestyle"] },
  });
});

test("a later tryout replaces the stored one", async () => {
  await storeTryout(tried);
  await storeTryout({ ...tried, fileName: "", photo: null });
  expect(consumeTryout()).toMatchObject({ picture: { name: "picture.jpg" }, photo: null });
});

test("stores the picture alone if the photo does not fit, and nothing if the picture does not fit", async () => {
  // Base64 encodes three bytes as four characters.
  await storeTryout({ ...tried, picture: jpegOf(2_000_000), photo: jpegOf(1_500_000) });
  expect(consumeTryout()).toMatchObject({ picture: { size: 2_000_000 }, photo: null });
  await storeTryout(tried);
  await storeTryout({ ...tried, picture: jpegOf(3_500_000) });
  // The earlier tryout is of another picture, so it must be removed.
  expect(stored.size).toBe(0);
});

test("blocked storage causes no error, neither when storing nor when reading", async () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  await expect(storeTryout(tried)).resolves.toBeUndefined();
  expect(consumeTryout()).toBeNull();
});

test.each([
  ["no JSON", "{"],
  ["a picture that is no data URL", { picture: "https://evil.example/a.jpg" }],
  ["a photo that is no JPEG", { photo: "data:image/svg+xml;base64,PHN2Zy8+" }],
  ["a photo of another address", { photo: "https://evil.example/a.jpg" }],
])("rejects and removes an entry that it did not write: %s", async (_, change) => {
  await storeTryout(tried);
  const [[name, text] = ["", "{}"]] = [...stored];
  stored.set(name, typeof change === "string" ? change : JSON.stringify({ ...JSON.parse(text), ...change }));
  expect(consumeTryout()).toBeNull();
  // The invalid entry is removed as well.
  if (typeof change !== "string") expect(stored.size).toBe(0);
});
