import { connect } from "node:net";
import type { Attack } from "./parts/attack.ts";
import type { Target } from "./parts/target.ts";

interface Case {
  line: string;
  headers?: string[];
  status: number[];
}

/** Requests that frameworks tend to answer in a format of their own. */
export const contract: Attack = {
  name: "contract",
  does: "sends malformed targets, unusual methods, doubled slashes and invalid credentials",
  async prepare(target) {
    const { key } = await target.openAccount();
    const bearer = `Authorization: Bearer ${key}`;
    const credits = `GET /api/v1/credits?key=${key}`;
    const refused = [400, 401, 404, 405];
    const cases: Case[] = [
      { line: "DELETE /api/v1/generations/%00", headers: [bearer], status: refused },
      ...["%00", "%", "%zz", "%c3%28", "%ed%a0%80", "gen_%", "..%2f..%2fx"].map((id) => ({
        line: `GET /api/v1/generations/${id}`,
        headers: [bearer],
        status: refused,
      })),
      { line: `GET /api/v1/credits%?key=${key}`, status: refused },
      { line: `GET /API/v1/credits?key=${key}`, status: refused },
      { line: `GET /Api/V1/Credits?key=${key}`, status: refused },
      { line: `PROPFIND /api/v1/credits?key=${key}`, status: [405, 501] },
      { line: `BREW /api/v1/credits?key=${key}`, status: [400, 405, 501] },
      { line: `TRACE /api/v1/credits?key=${key}`, status: [400, 405, 501] },
      { line: `GET //api/v1/credits?key=${key}`, status: [200, ...refused] },
      { line: `GET /api//v1/credits?key=${key}`, status: [200, ...refused] },
      { line: `GET /api/v1/credits/?key=${key}`, status: [200, ...refused] },
      { line: `GET /api\\v1\\credits?key=${key}`, status: [200, ...refused] },
      { line: credits, headers: ["RSC: 1"], status: [200] },
      { line: credits, headers: ["RSC: 1", "Next-Router-Prefetch: 1"], status: [200] },
      { line: `GET /docs?key=${key}`, headers: ["RSC: 1"], status: [200, 307, ...refused] },
      { line: `GET /photos?key=${key}`, headers: ["RSC: 1"], status: [200, 303, 307, ...refused] },
      { line: credits, headers: ["Authorization: Basic dXNlcjpwYXNz"], status: [200] },
      { line: credits, headers: ["X-API-Key:"], status: [200] },
      { line: credits, headers: ["Authorization:", "X-API-Key:"], status: [200] },
    ];
    return async () => {
      const problems: string[] = [];
      let refusals = 0;
      for (const one of cases) {
        const answer = await sendRaw(target, one);
        const others = one.headers?.filter((header) => header !== bearer) ?? [];
        const what = one.line.replaceAll(key, "KEY") + (others.length > 0 ? ` (${others.join(", ")})` : "");
        if (!one.status.includes(answer.status)) problems.push(`${what}: status ${answer.status}`);
        if (answer.status >= 400) refusals += 1;
        if (answer.text.includes(key)) problems.push(`${what}: the response contains the key`);
        const isApi = /^\S+ \/+api\//i.test(one.line);
        if (isApi && answer.status >= 400 && !answer.isErrorBody)
          problems.push(`${what}: not the API's error body`);
      }
      return { tried: cases.length, refused: refusals, problems };
    };
  },
};

/** Sends a raw request and returns the raw response. */
async function sendRaw(target: Target, { line, headers = [] }: Case) {
  const { port, host } = new URL(target.baseUrl);
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    socket.setTimeout(10_000, finish);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", finish);
    socket.on("error", finish);
    // The socket is not half-closed, because the service treats that as a client that has gone.
    socket.write([`${line} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""].join("\r\n"));
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  const isErrorBody = /"error":\{"code":"\w+"/.test(text) && /application\/json/i.test(text);
  return { status, text, isErrorBody };
}
