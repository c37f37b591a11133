import type { ToolName } from "#lib/contract/mcp/tools.ts";
import type { Fault } from "./check.ts";
import { Mismatch } from "./suite.ts";
import type { World } from "./world.ts";

interface ToolAnswer {
  /** What the tool returned; null if it refused. */
  content: Record<string, unknown> | null;
  fault: Fault | null;
}

/** Calls a tool of agents with one stateless message. */
export async function callTool(
  world: World,
  name: ToolName,
  given: object,
  key = world.main,
): Promise<ToolAnswer> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  const answer = await world.send({
    method: "POST",
    path: "/api/mcp",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(message),
  });
  const { result } = (answer.json ?? {}) as {
    result?: { isError?: boolean; content: { text: string }[]; structuredContent?: Record<string, unknown> };
  };
  if (answer.status !== 200 || !result)
    throw new Mismatch(
      `expected a result of ${name}; came ${answer.status} ${answer.bytes.toString().slice(0, 300)}`,
    );
  if (!result.isError) return { content: result.structuredContent ?? {}, fault: null };
  return { content: null, fault: (JSON.parse(result.content[0]?.text ?? "{}") as { error: Fault }).error };
}
