import { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import { checkRefusal, fail, summaryOf } from "../check.ts";
import { allOperations } from "../derived.ts";
import type { Case } from "../suite.ts";
import type { Answer } from "../wire.ts";
import type { World } from "../world.ts";
import { expectNamed, outOfBounds } from "./bounds.ts";

/** Values of query parameters and ids of paths, as they are sent. */
const values = ["%00", "%ff", "%ED%A0%80", "__proto__", "%F0%9F%98%80", "a".repeat(3_000), "'%22%3B--"];
const queryValues = [...values, "", "-1", "1e400", "NaN", "%5B%5D"];
const pathValues = [...values, "..%2f..", "constructor", "*"];

/** Every query parameter and every id of a path, with texts that no object has. */
export function texts(world: World, key: string): Case[] {
  return allOperations.flatMap(([subject, operation]) => {
    const { input, method, path } = operation;
    const isJson = input.from === "json";
    const one = (name: string, id: string, query = ""): Case => ({
      subject,
      name,
      async run() {
        const answer = await world.send({
          method,
          path: path.replace("{id}", id) + query,
          headers: {
            authorization: `Bearer ${key}`,
            ...(isJson && { "content-type": "application/json" }),
          },
          body: isJson ? "{}" : undefined,
        });
        check(answer, query === "");
      },
    });
    const inQuery = parametersOf(operation).flatMap((name) =>
      queryValues.map((value) => `?${name}=${value}`),
    );
    const inPath = path.includes("{id}") ? pathValues : [];
    const wrong = isJson ? [] : outOfBounds(operation);
    return [
      ...wrong.map(({ path: [name = ""], value }) => ({
        subject,
        name: `?${name}=${value}`.slice(0, 61),
        async run() {
          const query = value === undefined ? {} : { [name]: String(value) };
          const call = { params: { id: "unknown" }, query };
          const answer = await world.call(operation, call, key);
          expectNamed(checkRefusal(operation, answer, { code: "invalid_params" }), name);
        },
      })),
      ...inQuery.map((query) => one(query.slice(0, 61), "unknown", query)),
      ...inPath.map((value) => one(`an id ${value.slice(0, 60)}`, value)),
    ];
  });
}

function parametersOf({ input }: Operation): string[] {
  if (input.from !== "query") return [];
  const names = Object.keys(z.toJSONSchema(input.schema, { io: "input" }).properties ?? {});
  return names.map((name) => (name === "metadata" ? "metadata[a]" : name));
}

/** An unknown id is never found; a parameter may be fine. */
function check(answer: Answer, isId: boolean): void {
  const isRight = isId ? answer.status === 404 || answer.status === 400 : answer.status < 500;
  const fix = (answer.json as { error?: { fix?: string } } | undefined)?.error?.fix;
  const isExplained = answer.status < 400 || fix;
  fail(answer, isRight && isExplained ? [] : [`a documented 4xx with a fix, not ${summaryOf(answer)}`]);
}
