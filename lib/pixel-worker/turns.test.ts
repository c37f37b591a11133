import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { Turns, type Waiting } from "./turns.ts";

everyTestTries("starve");

interface Named extends Waiting {
  name: string;
}

const work = (caller: string, name = caller): Named => ({ caller, name, inputBytes: 1 });

function drain(turns: Turns<Named>): string[] {
  const names: string[] = [];
  for (let next = turns.shift(); next; next = turns.shift()) names.push(next.name);
  return names;
}

describe("turns", () => {
  test("a caller's first work comes before another's second, in order of arrival", () => {
    const turns = new Turns<Named>();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) turns.push(work(name[0] ?? "", name));
    expect(drain(turns)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("who was served waits for all others, also when it asks again at once", () => {
    const turns = new Turns<Named>();
    turns.push(work("a", "a1"));
    turns.push(work("b", "b1"));
    expect(turns.shift()?.name).toBe("a1");
    turns.push(work("a", "a2"));
    expect(drain(turns)).toEqual(["b1", "a2"]);
  });

  test("work is taken out of the middle, and sums stay right", () => {
    const turns = new Turns<Named>();
    const middle = work("a", "a2");
    turns.push(work("a", "a1"));
    turns.push(middle);
    turns.push(work("b", "b1"));
    expect([turns.remove(middle), turns.remove(middle)]).toEqual([true, false]);
    expect([turns.size, turns.inputBytes, turns.of("a").length]).toEqual([2, 2, 1]);
    expect(drain(turns)).toEqual(["a1", "b1"]);
    expect([turns.size, turns.inputBytes]).toEqual([0, 0]);
  });

  test("what is ahead of a caller is exactly what is served before its next work", () => {
    const step = fc.oneof(fc.constantFrom("a", "b", "c", "d", "e"), fc.constant(null));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom("a", "b", "x"), (steps, caller) => {
        const turns = new Turns<Named>();
        for (const [index, other] of steps.entries()) {
          if (other === null) turns.shift();
          else turns.push(work(other, `${other}${index}`));
        }
        const ahead = turns.ahead(caller).map(({ name }) => name);
        turns.push(work(caller, "asked for"));
        const served = drain(turns);
        expect(new Set(ahead)).toEqual(new Set(served.slice(0, served.indexOf("asked for"))));
      }),
    );
  });
});
