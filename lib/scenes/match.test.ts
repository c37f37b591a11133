import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#lib/testing/characters.ts";
import { listScriptedScenes } from "#lib/testing/scenes.ts";
import { sceneCatalogue } from "./catalogue.ts";
import { sceneOfPrompt } from "./choice.ts";
import { createMatcher, matchScenes, type PartMatch } from "./match.ts";

const catalogue = listScriptedScenes();
const match = createMatcher(catalogue);
const good = 0.6;

describe("the matching scenes", () => {
  test.each([
    ["pastel pink podium with rose petals", "podium-petals"],
    ["Pastellrosa Podest mit Rosenblättern", "podium-petals"],
    ["Eine Flasche auf einem rosa Podest mit Rosenblättern im Morgenlicht", "podium-petals"],
    ["podio rosa pastel con pétalos de rosa", "podium-petals"],
    ["un podium rose avec des pétales", "podium-petals"],
    ["splashing water", "stones-water"],
    ["spritzendes Wasser", "stones-water"],
    ["agua salpicando", "stones-water"],
    ["on a stone in shallow water", "stones-water"],
    ["rustic kitchen with lemons", "kitchen-lemons"],
    ["rustikale Küche mit Zitronen", "kitchen-lemons"],
    ["cocina rústica con limones", "kitchen-lemons"],
    ["cuisine rustique avec des citrons", "kitchen-lemons"],
    ["cucina rustica con limoni", "kitchen-lemons"],
    ["christmas, fir, baubles", "fir-baubles"],
    ["Weihnachten, Tanne, Kugeln", "fir-baubles"],
    ["navidad, abeto, bolas", "fir-baubles"],
    ["l'hiver sous la neige, sapin et boules", "fir-baubles"],
    ["natale, abete e palline", "fir-baubles"],
    ["bathroom with eucalyptus and towels", "bathroom-eucalyptus"],
    ["Badezimmer mit Handtuch und Eukalyptuszweigen", "bathroom-eucalyptus"],
    ["sand dunes and shells at the beach", "sand-shells"],
    ["Muscheln am Sandstrand", "sand-shells"],
    ["mossy forest with ferns", "moss-forest"],
    ["un bosque con musgo y helechos", "moss-forest"],
    ["autumn leaves and pumpkins", "autumn-leaves"],
    ["candles at night", "candles-night"],
    ["bougies dans la nuit", "candles-night"],
    ["neon on wet asphalt, cyberpunk", "neon-wet"],
    ["concrete loft with window shadow", "concrete-loft"],
    ["desk with books and a lamp", "desk-books"],
    ["terrace by the sea with olives", "terrace-olive"],
    ["birthday gifts with ribbon", "gift-table"],
    ["in a forest", "moss-forest"],
    ["im Wald", "moss-forest"],
    ["office desk", "desk-books"],
  ])("for “%s” start with %s", (prompt, id) => {
    const [best] = match(prompt).scenes;
    expect(best?.id).toBe(id);
    expect(best?.score).toBeGreaterThanOrEqual(good);
  });

  test.each([
    ["typing errors", "kithcen with lemosn", "kitchen-lemons"],
    ["no umlauts", "zitornen in der kueche", "kitchen-lemons"],
    ["capitals", "MOSSY FOREST", "moss-forest"],
    ["compounds", "Küchentisch mit Zitronenscheiben", "kitchen-lemons"],
  ])("are found despite %s", (_what, prompt, id) => {
    expect(match(prompt).scenes[0]?.id).toBe(id);
  });

  test.each(["en", "de"] as const)("for each scene's own name in %s start with that scene", (locale) => {
    for (const { id, name } of catalogue) {
      const [best] = match(name[locale]).scenes;
      expect({ id: best?.id, isGood: (best?.score ?? 0) >= good }).toEqual({ id, isGood: true });
    }
  });

  test("for a name with two swapped letters in a long word include that scene in the first three", () => {
    const scene = fc.constantFrom(...catalogue);
    fc.assert(
      fc.property(scene, fc.constantFrom("en", "de"), fc.nat(), ({ id, name }, locale, at) => {
        const words = name[locale].split(" ");
        const long = words.flatMap((word, place) => (/^\p{L}{8,}$/u.test(word) ? [place] : []));
        if (long.length === 0) return;
        const place = long[at % long.length] ?? 0;
        const word = words[place] ?? "";
        const first = 1 + (at % (word.length - 3));
        words[place] =
          word.slice(0, first) + word.charAt(first + 1) + word.charAt(first) + word.slice(first + 2);
        expect(
          match(words.join(" "))
            .scenes.slice(0, 3)
            .map((one) => one.id),
        ).toContain(id);
      }),
    );
  });
});

describe("words", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["rustic kitchen with a zeppelin", ["rustic", "kitchen"], ["zeppelin"]],
    ["Podest, Podest, Galaxie", ["Podest", "Podest"], ["Galaxie"]],
    ["professional studio photo of my product", [], []],
    ["a red bottle", [], []],
    ["no people, on a beach", ["beach"], []],
  ])("of “%s” are split into those that match a scene, and others", (prompt, matching, others) => {
    const textsOf = (parts: PartMatch[]) => parts.map(({ text }) => text);
    const { parts } = match(prompt);
    expect(textsOf(parts.filter(({ scenes }) => scenes.length > 0))).toEqual(matching);
    expect(textsOf(parts.filter(({ scenes }) => scenes.length === 0))).toEqual(others);
  });

  test("that no scene has lower the score of a match", () => {
    const whole = match("kitchen with lemons").scenes[0]?.score ?? 0;
    expect(match("kitchen with lemons and a zeppelin over the galaxy").scenes[0]?.score).toBeLessThan(whole);
  });

  test("that are negated lower the scores of their scenes", () => {
    const scores = new Map(match("podium without petals").scenes.map(({ id, score }) => [id, score]));
    expect(scores.get("podium-petals") ?? 0).toBeLessThan(0.5);
    expect(scores.get("podium-stone")).toBeGreaterThan(scores.get("podium-petals") ?? 0);
    expect(match("ohne Schnee, am Strand").scenes.map(({ id }) => id)).not.toContain("fir-baubles");
  });

  test("for color, light or mood alone give no good match", () => {
    for (const prompt of ["red", "warm", "elegant", "soft light"])
      for (const { score } of match(prompt).scenes) expect(score).toBeLessThan(good);
  });
});

test.each(["asdf qwertz blorp", "zeppelin over the galaxy", "红色的背景", "🙂🙂", "", "12345 -- ;;", "𝔘𝔫𝔦"])(
  "“%s” matches no scene",
  (prompt) => {
    expect(match(prompt).scenes).toEqual([]);
  },
);

test("any text is accepted, phrases are quoted from it, and scores descend between 1 and 0", () => {
  const known = fc.constantFrom(...catalogue.flatMap(({ tags }) => [...tags.en, ...tags.de]));
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc
      .array(fc.oneof(known, fc.constantFrom("no", "ohne", ",", "l'", "xyz")))
      .map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, (prompt) => {
      const { scenes, parts } = match(prompt);
      for (const { text } of parts) expect(prompt).toContain(text);
      expect(scenes.map(({ score }) => score)).toEqual(
        scenes.map(({ score }) => score).sort((a, b) => b - a),
      );
      for (const { score } of scenes) expect(score > 0 && score <= 1).toBe(true);
    }),
  );
});

test.each([
  ["one endless word", "a".repeat(10_000)],
  ["typing errors", "kitchan zitornen ".repeat(600)],
  ["characters of regular expressions", "(.*)+$^[\\".repeat(1_250)],
  ["apostrophes", "l'".repeat(5_000)],
  ["marks that combine", "a\u0301\u0327".repeat(3_300)],
  ["unknown compounds", Array.from({ length: 500 }, (_, at) => `kuchentischx${at.toString(26)}`).join(" ")],
])("a long prompt of %s is matched with half a second of processor time", (_what, prompt) => {
  match("warm up");
  const before = process.threadCpuUsage();
  match(prompt);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

test("every scene in the catalogue is the best match for its German name", () => {
  for (const { id, name } of sceneCatalogue()) expect(matchScenes(name.de).scenes[0]?.id).toBe(id);
});

test.each([
  ["dark marble, gold glow", "marble-vanity"],
  ["marble flat lay with roses", "marble-flatlay"],
  ["linen from above", "linen-flatlay"],
  ["Flatlay auf altem Holz mit Gewürzen", "wood-flatlay"],
  ["mármol desde arriba con rosas", "marble-flatlay"],
])("a view from above is chosen only if it is asked for: %s", (prompt, scene) => {
  expect(sceneOfPrompt(prompt, { isThin: false })).toBe(scene);
});
