import { toolBodyLimitBytes } from "#lib/contract/limits.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, type Call, fieldsOf, isRefused, repeated } from "./parts/http.ts";

const sessions = 300;
const largeBodies = 12;

const message = (method: string, params: object = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const initialize = message("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "attack", version: "1" },
});
const toolCall = (name: string, given: unknown) => message("tools/call", { name, arguments: given });

/** Whether the response is a protocol error or a tool error. */
function isError(answer: Answer): boolean {
  const { error, result } = fieldsOf(answer);
  return error !== undefined || Object(result).isError === true;
}

/** None of these messages is valid. */
const malformed = [
  ...["", "{", "null", "1", '"text"', "[]", "{}", `[${message("ping")}]`, "\0", message("ping", {}, {})],
  ...['{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":1}', `{"a":${nested(100_000)}}`],
  ...[message("ping", {}, "x".repeat(10_000)), message("x".repeat(100_000)), message("subscriptions/listen")],
  ...[toolCall("constructor", {}), toolCall("__proto__", {}), toolCall("estimate", [1]), toolCall("", null)],
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate","arguments":{"requests":${nested(2_000)}}}}`,
];

/** A client of the tools that violates the protocol. */
export const agents: Attack = {
  name: "agents",
  does: "sends huge bodies, invalid messages and 300 clients at once to the MCP endpoint",
  async prepare(target) {
    const account = await target.openAccount({ tier: "pro" });
    const post = (body: Call["body"], key: string | null = account.key) =>
      target.send({
        method: "POST",
        path: "/api/mcp",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body,
      });
    return async () => {
      const strangers = await Promise.all([
        post(repeated("x", 64 * 1024 ** 2), null),
        post(repeated("[", toolBodyLimitBytes), "pgs_none"),
      ]);
      const large = await Promise.all(times(largeBodies, () => post(repeated("[", 2 * toolBodyLimitBytes))));
      const wide = await post(
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${"1,".repeat(2_000_000)}1]}}`,
      );
      const broken = await Promise.all(malformed.map((body) => post(body)));
      const answers: Answer[] = [...strangers, ...large, wide, ...broken];
      const clients = await Promise.all(
        times(sessions, async () => {
          const first = await post(initialize);
          return [first, await post(message("tools/list", {}, 2))];
        }),
      );
      const polite = clients.flat();
      const taken = answers.filter((answer) => !isRefused(answer) && !isError(answer));
      const isFault = ({ status }: Answer) => status === 500 || status === 502;
      const faults = [...answers, ...polite].filter(isFault);
      // Above the machine's capacity clients receive a retry delay; above the connection limit of an address they are
      // cut off.
      const unclear = polite.filter(({ status }) => ![0, 200, 429, 503].includes(status));
      const served = polite.filter(({ status }) => status === 200).length;
      const after = await post(message("tools/list"), (await target.openAccount({})).key);
      const problems = problemsOf(
        [taken.length > 0, `${taken.length} broken messages were taken: ${taken[0]?.body.subarray(0, 200)}`],
        [faults.length > 0, `${faults.length} messages were answered ${faults[0]?.status}`],
        [unclear.length > 0, `${unclear.length} clients were answered ${unclear[0]?.status}`],
        [served < sessions, `only ${served} of ${polite.length} messages of clients were served`],
        [after.status !== 200, `another account's client is answered ${after.status}`],
        [(await target.creditsOf(account.key)) !== account.credits, "credits were spent"],
      );
      return outcomeOf([...answers, ...polite], problems, `${served} of ${polite.length} served`);
    };
  },
};
