import { createServer, type ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { noteUnavailable } from "../db/unavailable.ts";
import { serveLocally } from "../testing/local-server.ts";
import { correctStatus } from "./page.ts";

let answer: (response: ServerResponse) => void;
const served = await serveLocally(
  createServer((_request, response) => {
    correctStatus(response, { route: "/" });
    answer(response);
  }),
);
afterAll(() => served.close());

async function ask(how: (response: ServerResponse) => void) {
  answer = how;
  const { status, headers } = await fetch(served.url);
  return [status, headers.get("retry-after")];
}

function fail(response: ServerResponse): void {
  response.statusCode = 500;
  response.end("<html>");
}

test("a page's 500 becomes 503 with Retry-After if the database was unavailable meanwhile", async () => {
  expect(await ask(fail)).toEqual([500, null]);
  const whileAway = (then: (response: ServerResponse) => void) => (response: ServerResponse) => {
    noteUnavailable();
    then(response);
  };
  expect(await ask(whileAway(fail))).toEqual([503, "2"]);
  expect(await ask(whileAway((response) => response.writeHead(500, { "x-a": "b" }).end()))).toEqual([
    503,
    "2",
  ]);
  expect(await ask(whileAway((response) => response.writeHead(200).end()))).toEqual([200, null]);
  expect(await ask(fail)).toEqual([500, null]);
});
