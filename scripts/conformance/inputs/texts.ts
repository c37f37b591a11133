import { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import { fail, summaryOf } from "../check.ts";
import { allOperations } from "../derived.ts";
import type { Case } from "../suite.ts";
import type { Answer } from "../wire.ts";
import type { World } from "../world.ts";

/** Values of query parameters, as they are sent. */
const queryValues = [
  "",
  "%00",
  "%ff",
  "%ED%A0%80",
  "-1",
  "1e400",
  "NaN",
  "%5B%5D",
  "__proto__",
  "%F0%9F%98%80",
  "a".repeat(3_000),
  "'%22%3B--",
];
/** Ids in paths, as they are sent. */
const pathValues = [
  "%00",
  "%ff",
  "%ED%A0%80",
  "..%2f..",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
  "a".repeat(3_000),
  "'%22%3B--",
  "*",
];

/** Every query parameter and every id of a path, with texts that no object has. */
export function texts(world: World, key: string): Case[] {
  return allOperations.flatMap(([id, operation]) => [
    ...parametersOf(operation).flatMap((name) =>
      queryValues.map((value) => one(world, { key, id, operation, query: `${name}=${value}` })),
    ),
    ...(operation.path.includes("{id}")
      ? pathValues.map((value) => one(world, { key, id, operation, value }))
      : []),
  ]);
}

function parametersOf({ input }: Operation): string[] {
  if (input.from !== "query") return [];
  const names = Object.keys(z.toJSONSchema(input.schema, { io: "input" }).properties ?? {});
  return names.map((name) => (name === "metadata" ? "metadata[a]" : name));
}

interface Text {
  key: string;
  id: string;
  operation: Operation;
  query?: string;
  value?: string;
}

function one(world: World, { key, id, operation, query, value = "unknown" }: Text): Case {
  return {
    subject: id,
    name: query ? `?${query.slice(0, 60)}` : `an id ${value.slice(0, 60)}`,
    async run() {
      const json = operation.input.from === "json";
      const answer = await world.send({
        method: operation.method,
        path: operation.path.replace("{id}", value) + (query ? `?${query}` : ""),
        headers: {
          authorization: `Bearer ${key}`,
          ...(json && { "content-type": "application/json" }),
        },
        body: json ? "{}" : undefined,
      });
      check(answer, query === undefined);
    },
  };
}

/** An unknown id is never found; a parameter may be fine. */
function check(answer: Answer, isId: boolean): void {
  const isRight = isId ? answer.status === 404 || answer.status === 400 : answer.status < 500;
  const fix = (answer.json as { error?: { fix?: string } } | undefined)?.error?.fix;
  fail(
    answer,
    isRight && (answer.status < 400 || fix) ? [] : [`a documented 4xx with a fix, not ${summaryOf(answer)}`],
  );
}
