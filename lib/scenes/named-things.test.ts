import { expect, test } from "vitest";
import { propsInPrompt } from "./named-things.ts";

const inScene = (prompt: string, scene = "neon-wet") => propsInPrompt(scene, prompt).map(({ name }) => name);

test.each([
  ["with rose petals", "rose-petals"],
  ["on the table with scattered petals", "rose-petals"],
  ["mit Rosenblättern", "rose-petals"],
  ["con pétalos de rosa", "rose-petals"],
  ["avec des pétales de rose", "rose-petals"],
  ["con petali di rosa", "rose-petals"],
  ["with coffee beans", "coffee-beans"],
  ["mit Kaffeebohnen", "coffee-beans"],
  ["con granos de café", "coffee-beans"],
  ["avec des grains de café", "coffee-beans"],
  ["con chicchi di caffè", "coffee-beans"],
  ["with ice cubes", "ice-cubes"],
  ["mit Eiswürfeln", "ice-cubes"],
  ["con cubitos de hielo", "ice-cubes"],
  ["avec des glaçons", "ice-cubes"],
  ["con cubetti di ghiaccio", "ice-cubes"],
  ["with lemon slices", "lemon-slices"],
  ["mit Zitronenscheiben", "lemon-slices"],
  ["con rodajas de limón", "lemon-slices"],
  ["avec des rondelles de citron", "lemon-slices"],
  ["con fette di limone", "lemon-slices"],
  ["with green leaves", "green-leaves"],
  ["mit Herbstlaub", "autumn-leaves"],
  ["avec des feuilles mortes", "autumn-leaves"],
  ["mit Tannenzweigen", "fir-twigs"],
  ["with pine cones", "pine-cones"],
  ["mit Zimtstangen", "cinnamon-sticks"],
  ["con ramas de canela", "cinnamon-sticks"],
  ["mit Kieselsteinen", "pebbles"],
  ["avec des galets", "pebbles"],
  ["with seashells", "sea-shells"],
  ["con conchiglie", "sea-shells"],
  ["mit Hobelspänen", "wood-shavings"],
  ["with confetti", "confetti"],
  ["mit einem Handtuch", "towel"],
])("a prompt “%s” names %s", (prompt, name) => {
  expect(inScene(prompt)).toEqual([name]);
});

test("several props are named in the order of the prompt, each once, with its words", () => {
  expect(propsInPrompt("neon-wet", "Ice cubes, lemon slices and more ice")).toEqual([
    { name: "ice-cubes", text: "Ice cubes" },
    { name: "lemon-slices", text: "lemon slices" },
  ]);
});

test.each([
  ["what it rules out", "without rose petals, ohne Konfetti"],
  ["what may be the product itself", "a soft towel on concrete"],
  ["materials and other things", "on stone, with a vase, pine wood"],
])("a prompt does not name %s as props", (_what, prompt) => {
  expect(inScene(prompt)).toEqual([]);
});

test("a scene that has the thing itself gets no more of it", () => {
  expect(inScene("kitchen with lemons", "kitchen-lemons")).toEqual([]);
  expect(inScene("podium with rose petals", "podium-petals")).toEqual([]);
  expect(inScene("podium with rose petals and coffee beans", "podium-petals")).toEqual(["coffee-beans"]);
});
