import { readdir, readFile, stat } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { promptKinds } from "#lib/contract/photos/values.ts";
import { assetFolder } from "#lib/platform/assets.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { roomNames, texturedSurfaces } from "../scene/scene.ts";
import { readScene } from "./prompt.ts";
import { understandPrompt } from "./reading.ts";
import { wordsOf } from "./text.ts";
import { documentedWords, exampleOf, promptPictureName } from "./vocabulary/documented.ts";
import { germanColors, germanPhrases } from "./vocabulary/german.ts";
import { englishPhrases } from "./vocabulary/index.ts";

const phrases = documentedWords.flatMap(({ kind, value, words }) =>
  words.map((phrase) => ({ kind, value, phrase: kind === "color" ? `${phrase} background` : phrase })),
);
const pictures = "public/docs/prompts";

describe("every documented word", () => {
  test("is understood alone, and in a sentence", () => {
    for (const { kind, value, phrase } of phrases) {
      const means = expect.arrayContaining([expect.objectContaining({ kind, value })]);
      for (const prompt of [phrase, `Please show it: ${phrase.toUpperCase()}, for our shop`]) {
        expect({ prompt, ...understandPrompt("studio", prompt) }).toMatchObject({
          prompt,
          understood: means,
          ignored: [],
        });
      }
    }
  });

  test("is understood as negated after “no”", () => {
    for (const { kind, value, phrase } of phrases) {
      const { understood, ignored } = understandPrompt("studio", `no ${phrase}`);
      expect({ phrase, understood, ignored }).toMatchObject({
        phrase,
        understood: expect.arrayContaining([expect.objectContaining({ kind, value: `no_${value}` })]),
        ignored: [],
      });
    }
  });

  test("has one meaning, and a picture name of its own", () => {
    expect(englishPhrases.size).toBe(phrases.filter(({ kind }) => kind !== "color").length);
    const files = documentedWords.map(promptPictureName);
    expect(new Set(files).size).toBe(files.length);
  });

  test("has a picture of at most eight kilobytes, and there are no other pictures", async () => {
    const files = await readdir(pictures);
    expect(files.sort()).toEqual(documentedWords.map(promptPictureName).sort());
    for (const file of files) expect((await stat(`${pictures}/${file}`)).size).toBeLessThanOrEqual(8_000);
  });

  test("is of a kind that has a marker in the prompt guide", async () => {
    const guide = await readFile("docs/prompts.md", "utf8");
    for (const kind of promptKinds) expect(guide).toContain(`<!-- ${kind} -->`);
  });
});

test("at least 100 surfaces, places, lights, seasons and moods give distinct scenes", () => {
  const own = (kinds: readonly string[]) =>
    new Set(
      documentedWords
        .filter(({ kind }) => kinds.includes(kind))
        .map(exampleOf)
        .map(({ style, prompt }) => JSON.stringify(readScene(style, prompt))),
    ).size;
  expect(own(["surface"])).toBeGreaterThanOrEqual(40);
  expect(own(["place"])).toBeGreaterThanOrEqual(28);
  expect(own(["surface", "place", "light", "season", "mood"])).toBeGreaterThanOrEqual(100);
});

test("there is exactly one picture for every textured surface and every room", async () => {
  const folder = assetFolder("backdrops");
  const names = async (kind: string) =>
    (await readdir(`${folder}/${kind}`)).map((file) => file.replace(/\.jpg$/, "")).sort();
  expect(await names("surfaces")).toEqual([...texturedSurfaces].sort());
  expect(await names("rooms")).toEqual([...roomNames].sort());
});

describe("German", () => {
  test("phrases mean the same as their English translations", () => {
    for (const [german, english] of germanPhrases) {
      const { understood, ignored } = understandPrompt("studio", german);
      expect({ german, ignored, count: understood.length }).toEqual({ german, ignored: [], count: 1 });
      if (english === null) continue;
      expect(englishPhrases.has(english), english).toBe(true);
      const meant = understandPrompt("studio", english).understood;
      expect({ german, values: understood.map(({ value }) => value) }).toEqual({
        german,
        values: meant.map(({ value }) => value),
      });
    }
  });

  test("colors give the same scene as their English translations", () => {
    for (const [german, english] of germanColors) {
      expect(readScene("studio", `${german} Hintergrund`)).toEqual(
        readScene("studio", `${english} background`),
      );
    }
  });

  test("sentences are understood, including negations", () => {
    expect(understandPrompt("studio", "Weißer Marmor, warmes Licht von links, ohne Schatten")).toEqual({
      understood: [
        { kind: "color", value: "white", text: "Weißer" },
        { kind: "surface", value: "marble", text: "Marmor" },
        { kind: "light", value: "warm", text: "warmes" },
        { kind: "light", value: "from_left", text: "von links" },
        { kind: "shadow", value: "no_shadow", text: "Schatten" },
      ],
      ignored: [],
    });
  });
});

describe("Spanish, French and Italian", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["mármol blanco, pared verde salvia, sin sombra", ["marble", "white", "sage", "no_shadow"], []],
    ["sobre una mesa de madera oscura, luz suave", ["table", "walnut", "soft"], []],
    ["lino con hojas de eucalipto", ["linen"], ["hojas", "eucalipto"]],
    ["fond bleu clair, ombre douce", ["light_blue", "soft_shadow"], []],
    ["marbre noir, lumière dorée de gauche", ["marble", "black", "golden_hour", "from_left"], []],
    ["sur la plage, en plein été", ["beach", "summer"], []],
    ["sfondo azzurro, ombra lunga", ["blue", "long_shadow"], []],
    ["parete rossa e tavolo di rovere", ["red", "table", "oak"], []],
    ["piano cucina con luce naturale", ["kitchen", "daylight"], []],
    ["botella roja sobre fondo beige", ["beige"], []],
    ["un bolso de piel sobre musgo", ["moss"], []],
  ])("of “%s” mean %j", (prompt, values, left) => {
    const { understood, ignored } = understandPrompt("studio", prompt);
    expect({ values: understood.map(({ value }) => value), ignored }).toEqual({ values, ignored: left });
  });

  test("words that are other words in English are not read in English prompts", () => {
    for (const prompt of [
      "a shoe with a rubber sole",
      "a mousse for the hair",
      "still life with the product",
    ])
      expect(understandPrompt("studio", prompt).understood).toEqual([]);
  });
});

describe("understood and ignored words", () => {
  const known = documentedWords.flatMap(({ words }) => words);
  const unknown = ["zeppelin", "waterfall", "jungle", "unicorn"];
  const wishes = fc.array(fc.constantFrom(...known, ...unknown), { minLength: 1, maxLength: 12 });

  test("together cover every phrase of a prompt", () => {
    fc.assert(
      fc.property(fc.constantFrom("studio", "luxury", "lifestyle", "amazon"), wishes, (style, list) => {
        const { understood, ignored } = understandPrompt(style, list.join("; "));
        const read = [...understood.map(({ text }) => text), ...ignored].join(" ; ");
        const words = new Set(wordsOf(read).map(({ text }) => text));
        for (const wish of list) {
          // A value is reported once, with the first words that mean it.
          const means = understandPrompt("studio", wish).understood;
          const covered =
            wordsOf(wish).some(({ text }) => words.has(text)) ||
            means.some(({ kind, value }) =>
              understood.some((one) => one.kind === kind && one.value === value),
            );
          expect({ wish, covered }).toEqual({ wish, covered: true });
        }
      }),
    );
  });

  test("appear in the prompt exactly as written when they are understood", () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.lorem());
    fc.assert(
      fc.property(text, wishes, (noise, list) => {
        const prompt = `${noise} ${list.join(" ")}`;
        for (const { text } of understandPrompt("lifestyle", prompt).understood) {
          expect(prompt).toContain(text);
        }
      }),
    );
  });

  test.each([
    ["oak, then marble", ["marble"], ["oak"]],
    ["a leather handbag on moss", ["moss"], []],
    ["bathroom, sage wall", ["sage"], ["bathroom"]],
    ["kitchen on seamless paper", ["paper"], ["kitchen"]],
    ["beige, sage", ["beige"], ["sage"]],
    ["snow white backdrop", ["snow_white"], []],
    ["sage green wall", ["sage"], []],
  ])("of “%s” are %j and %j", (prompt, values, left) => {
    const { understood, ignored } = understandPrompt("studio", prompt);
    expect({ values: understood.map(({ value }) => value), ignored }).toEqual({ values, ignored: left });
  });

  test("in the marketplace style: nothing is understood, and all but negated phrases are ignored", () => {
    expect(understandPrompt("amazon", "white marble, palm shadows, a zeppelin; no people")).toEqual({
      understood: [],
      ignored: ["white marble", "palm shadows", "zeppelin"],
    });
  });
});
