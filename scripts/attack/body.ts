import type { Attack } from "./parts/attack.ts";
import { type Answer, isRefused, repeated } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const megabyte = 1_000_000;
/** A refusal that comes later has read what it should not have. */
const answerWithinMs = 10_000;

interface Order {
  path: string;
  megabytes: number;
  type: string;
  headers?: Record<string, string>;
}

/** Bodies far larger than any route needs, with and without an honest length. */
export const body: Attack = {
  name: "body",
  does: "sends JSON and forms of 60 and 150 MB to every route that reads a body",
  async prepare(target) {
    const password = "correct horse battery 9";
    const { email, key } = await target.openAccount({ password });
    const cookie = await target.signIn(email, password);
    const json = "application/json";
    const orders: Order[] = [
      { path: "/api/auth/sign-in/email", megabytes: 60, type: json },
      { path: "/api/auth/sign-up/email", megabytes: 60, type: json },
      { path: "/api/auth/sign-in/email", megabytes: 150, type: json },
      { path: "/api/auth/request-password-reset", megabytes: 150, type: json },
      { path: "/embedded/images/v1_1/embedded/image/upload", megabytes: 60, type: json },
      { path: "/embedded/images/v1_1/embedded/image/upload", megabytes: 150, type: json },
      {
        path: "/embedded/images/v1_1/embedded/image/destroy",
        megabytes: 60,
        type: "application/x-www-form-urlencoded",
      },
      {
        path: "/gallery/download",
        megabytes: 60,
        type: "application/x-www-form-urlencoded",
        headers: { cookie },
      },
      {
        path: "/gallery/download",
        megabytes: 150,
        type: "application/x-www-form-urlencoded",
        headers: { cookie },
      },
      { path: "/api/v1/generate", megabytes: 60, type: json, headers: { authorization: `Bearer ${key}` } },
      {
        path: "/api/v1/upload",
        megabytes: 60,
        type: "multipart/form-data; boundary=x",
        headers: { authorization: `Bearer ${key}` },
      },
      { path: "/api/webhooks/stripe", megabytes: 60, type: json },
      { path: "/embedded/stripe/v1/customers", megabytes: 60, type: "application/x-www-form-urlencoded" },
      {
        path: "/sign-in",
        megabytes: 60,
        type: "text/plain;charset=UTF-8",
        headers: { "next-action": "0".repeat(42) },
      },
    ];
    return async () => {
      const answers: [Order, Answer][] = [];
      for (const order of orders) {
        answers.push([order, await post(target, order, true)]);
        answers.push([order, await post(target, order, false)]);
      }
      const large = orders.filter(({ megabytes }) => megabytes === 150);
      answers.push(
        ...(await Promise.all(
          large.map(async (order): Promise<[Order, Answer]> => [order, await post(target, order, false)]),
        )),
      );
      const problems = answers.flatMap(([{ path, megabytes }, answer]) => [
        ...(isRefused(answer) ? [] : [`${path} took ${megabytes} MB and answered ${answer.status}`]),
        ...(answer.status >= 500 ? [`${path} answered ${answer.status} to ${megabytes} MB`] : []),
        ...(answer.ms > answerWithinMs
          ? [`${path} needed ${(answer.ms / 1000).toFixed(0)} s for ${megabytes} MB`]
          : []),
      ]);
      return {
        tried: answers.length,
        refused: answers.filter(([, answer]) => isRefused(answer)).length,
        problems,
      };
    };
  },
};

function post(target: Target, order: Order, tellsLength: boolean): Promise<Answer> {
  const bytes = order.megabytes * megabyte;
  // Empty objects: what a parser makes of them is twenty times their text.
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
