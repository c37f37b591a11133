import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readSample } from "../parts/samples.ts";
import { inMegabytes, inSeconds } from "../parts/table.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, drained, isRefused, repeated } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const megabyte = 1_000_000;
/** A later rejection means that the service has read the body first. */
const answerWithinMs = 10_000;

const directUpload = "/embedded/images/v1_1/embedded/image/upload";
const json = "application/json";
const form = "application/x-www-form-urlencoded";

/** Path, content type and the megabytes of the bodies that are sent to it. */
const orders: readonly (readonly [path: string, type: string, megabytes: readonly number[]])[] = [
  ["/api/auth/sign-in/email", json, [60, 150]],
  ["/api/auth/sign-up/email", json, [60]],
  ["/api/auth/request-password-reset", json, [150]],
  [directUpload, json, [60, 150]],
  [directUpload, form, [60]],
  ["/photos/download", form, [60, 150]],
  ["/api/v1/generate", json, [60]],
  ["/api/v1/upload", "multipart/form-data; boundary=x", [60]],
  ["/api/mcp", json, [60]],
  ["/api/webhooks/stripe", json, [60]],
  ["/embedded/stripe/checkout/none", form, [60]],
  ["/sign-in", "text/plain;charset=UTF-8", [60]],
];

/** Bodies far larger than any route needs, with and without a Content-Length. */
export const body: Attack = {
  name: "body",
  does: "sends JSON and forms of 60 and 150 MB to every route that reads a body",
  async prepare(target) {
    const { key, cookie } = await target.openSession();
    const headers = {
      ...target.browserHeaders(),
      cookie,
      authorization: `Bearer ${key}`,
      // A server action that does not exist; other routes ignore it.
      "next-action": "0".repeat(42),
    };
    return async () => {
      const answers: Answer[] = [];
      const problems: string[] = [];
      const order = async (path: string, type: string, { megabytes = 0, hasLength = false }) => {
        const answer = await post(target, {
          path,
          megabytes,
          headers: { ...headers, "content-type": type },
          hasLength,
        });
        answers.push(answer);
        problems.push(
          ...problemsOf(
            [!isRefused(answer), `${path} took ${megabytes} MB and answered ${answer.status}`],
            [answer.status >= 500, `${path} answered ${answer.status} to ${megabytes} MB`],
            [answer.ms > answerWithinMs, `${path} needed ${inSeconds(answer.ms)} for ${megabytes} MB`],
          ),
        );
      };
      for (const [path, type, sizes] of orders) {
        for (const megabytes of sizes) {
          await order(path, type, { megabytes, hasLength: true });
          await order(path, type, { megabytes });
        }
      }
      const large = orders.filter(([, , sizes]) => sizes.includes(150));
      await Promise.all(large.map(([path, type]) => order(path, type, { megabytes: 150 })));
      return outcomeOf(answers, problems);
    };
  },
};

interface Order {
  path: string;
  megabytes: number;
  headers: Record<string, string>;
  hasLength: boolean;
}

function post(target: Target, { path, megabytes, headers, hasLength }: Order): Promise<Answer> {
  const bytes = megabytes * megabyte;
  // Empty objects, because parsed they take twenty times the memory of their text.
  const isJson = headers["content-type"] === json;
  const [head, unit, tail] = isJson ? ['{"email":[', "{},", "1]}"] : ["a=1", "&id=gen_0000", ""];
  const length = { "content-length": String(head.length + bytes + tail.length) };
  return target.send({
    method: "POST",
    path,
    headers: { ...headers, ...(hasLength && length) },
    body: (function* pieces() {
      yield Buffer.from(head);
      yield* repeated(unit, bytes);
      yield Buffer.from(tail);
    })(),
  });
}

const connections = 40;
const megabytesEach = 25;
const watchedMs = 60_000;
const allowedBytes = 200e6;
const uploadWithinMs = 5_000;

/** Connections that send many bytes before any authentication, and then almost nothing for a long time. */
export const slow: Attack = {
  name: "slow",
  does: "holds 40 uploads open without a signature: first 25 MB each, then one byte per second",
  async prepare(target) {
    const { key } = await target.openAccount();
    const picture = await readSample("candle");
    return async () => {
      const before = await target.storedBytes();
      const drips = times(connections, () => drip(target));
      const startedAt = performance.now();
      let peak = 0;
      let worstUploadMs = 0;
      const problems: string[] = [];
      while (performance.now() - startedAt < watchedMs && drips.some(({ destroyed }) => !destroyed)) {
        peak = Math.max(peak, (await target.storedBytes()) - before);
        const { status, ms } = await target.upload(key, picture);
        if (status !== 200) problems.push(`an honest upload returned ${status}`);
        worstUploadMs = Math.max(worstUploadMs, ms);
        await sleep(1_000);
      }
      const held = drips.filter(({ destroyed }) => !destroyed).length;
      for (const socket of drips) socket.destroy();
      problems.push(
        ...problemsOf(
          [held > 0, `${held} of ${connections} were still open after ${inSeconds(watchedMs)}`],
          [peak > allowedBytes, `strangers held ${inMegabytes(peak)} of disk`],
          [worstUploadMs > uploadWithinMs, `an honest upload took ${inSeconds(worstUploadMs)}`],
        ),
      );
      const note = `at most ${inMegabytes(peak)} on disk`;
      return { tried: connections, refused: connections - held, problems, note };
    };
  },
};

/** Opens a connection that sends the file first and never sends the signature. */
function drip(target: Target): Socket {
  const { port, host } = new URL(target.baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  let timer: NodeJS.Timeout | undefined;
  socket.on("error", () => undefined).resume();
  socket.on("end", () => socket.destroy());
  socket.on("close", () => clearInterval(timer));
  socket.on("connect", async () => {
    const head = [
      `POST ${directUpload} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${megabytesEach * megabyte + 10_000}`,
      "",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ];
    socket.write(head.join("\r\n"));
    const piece = Buffer.alloc(megabyte, 7);
    for (let sent = 0; sent < megabytesEach && !socket.destroyed; sent += 1) {
      if (!socket.write(piece)) await drained(socket);
    }
    if (!socket.destroyed) timer = setInterval(() => socket.write("."), 1_000);
  });
  return socket;
}
