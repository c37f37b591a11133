import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readSample } from "../parts/samples.ts";
import { type Attack, inMegabytes, inSeconds, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, drained, isRefused, repeated } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const megabyte = 1_000_000;
/** A later rejection means that the service has read the body first. */
const answerWithinMs = 10_000;

const directUpload = "/embedded/images/v1_1/embedded/image/upload";
/** The header of a server action that does not exist. */
const action = { "next-action": "0".repeat(42) };

interface Order {
  path: string;
  megabytes: number;
  type: string;
  headers?: Record<string, string>;
}

/** Bodies far larger than any route needs, with and without a Content-Length. */
export const body: Attack = {
  name: "body",
  does: "sends JSON and forms of 60 and 150 MB to every route that reads a body",
  async prepare(target) {
    const { key, cookie } = await target.openSession();
    const json = "application/json";
    const form = "application/x-www-form-urlencoded";
    const bearer = { authorization: `Bearer ${key}` };
    const orders: Order[] = [
      { path: "/api/auth/sign-in/email", megabytes: 60, type: json },
      { path: "/api/auth/sign-up/email", megabytes: 60, type: json },
      { path: "/api/auth/sign-in/email", megabytes: 150, type: json },
      { path: "/api/auth/request-password-reset", megabytes: 150, type: json },
      { path: directUpload, megabytes: 60, type: json },
      { path: directUpload, megabytes: 150, type: json },
      { path: directUpload, megabytes: 60, type: form },
      { path: "/photos/download", megabytes: 60, type: form, headers: { cookie } },
      { path: "/photos/download", megabytes: 150, type: form, headers: { cookie } },
      { path: "/api/v1/generate", megabytes: 60, type: json, headers: bearer },
      { path: "/api/v1/upload", megabytes: 60, type: "multipart/form-data; boundary=x", headers: bearer },
      { path: "/api/webhooks/stripe", megabytes: 60, type: json },
      { path: "/embedded/stripe/v1/customers", megabytes: 60, type: form },
      { path: "/sign-in", megabytes: 60, type: "text/plain;charset=UTF-8", headers: action },
    ];
    return async () => {
      const answers: (readonly [Order, Answer])[] = [];
      for (const order of orders) {
        for (const tellsLength of [true, false])
          answers.push([order, await post(target, order, tellsLength)]);
      }
      const large = orders.filter(({ megabytes }) => megabytes === 150);
      const together = large.map(async (order) => [order, await post(target, order, false)] as const);
      answers.push(...(await Promise.all(together)));
      const problems = answers.flatMap(([{ path, megabytes }, answer]) =>
        problemsOf(
          [!isRefused(answer), `${path} took ${megabytes} MB and answered ${answer.status}`],
          [answer.status >= 500, `${path} answered ${answer.status} to ${megabytes} MB`],
          [answer.ms > answerWithinMs, `${path} needed ${inSeconds(answer.ms)} for ${megabytes} MB`],
        ),
      );
      return outcomeOf(
        answers.map(([, answer]) => answer),
        problems,
      );
    };
  },
};

function post(target: Target, order: Order, tellsLength: boolean): Promise<Answer> {
  const bytes = order.megabytes * megabyte;
  // Empty objects, because parsed they take twenty times the memory of their text.
  const [head, unit, tail] = order.type.includes("json")
    ? ['{"email":[', "{},", "1]}"]
    : ["a=1", "&id=gen_0000", ""];
  return target.send({
    method: "POST",
    path: order.path,
    headers: {
      ...target.browserHeaders(),
      "content-type": order.type,
      ...order.headers,
      ...(tellsLength && { "content-length": String(head.length + bytes + tail.length) }),
    },
    body: (function* pieces() {
      yield Buffer.from(head);
      yield* repeated(unit, bytes);
      yield Buffer.from(tail);
    })(),
    timeoutMs: 60_000,
  });
}

const connections = 40;
const megabytesEach = 25;
const watchedMs = 60_000;
const allowedBytes = 200e6;
const uploadWithinMs = 5_000;

/** Connections that send many bytes before any authentication, and then almost nothing for a long time. */
export const unproven: Attack = {
  name: "unproven",
  does: "holds 40 multipart uploads open without a signature: first 25 MB each, then one byte per second",
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
  const length = megabytesEach * megabyte + 10_000;
  let timer: NodeJS.Timeout | undefined;
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.on("end", () => socket.destroy());
  socket.on("close", () => clearInterval(timer));
  socket.on("connect", async () => {
    const head = [
      `POST ${directUpload} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${length}`,
    ];
    socket.write(
      `${head.join("\r\n")}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    );
    const piece = Buffer.alloc(megabyte, 7);
    for (let sent = 0; sent < megabytesEach && !socket.destroyed; sent += 1) {
      if (!socket.write(piece)) await drained(socket);
    }
    if (!socket.destroyed) timer = setInterval(() => socket.write("."), 1_000);
  });
  return socket;
}
