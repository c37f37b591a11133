import {
  type CallToolResult,
  type ContentBlock,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { agentInstructions, effects, type Tool, type ToolName, tools } from "../contract/mcp/tools.ts";
import { readSmallPicture } from "../generations/history/result-file.ts";
import { checkInput } from "../http/check-input.ts";
import { offer } from "../plans/offer.ts";
import { invalidParams } from "../platform/errors.ts";
import { type Api, CallFailed, type Fault } from "./api.ts";
import { toolSchema } from "./json-schema.ts";
import { type Link, runs } from "./runs.ts";

const version = "1.0.0";
/** Maximum base64 length of an included picture; a larger one is left out. */
const shownLimitBytes = 100_000;

interface ServerOptions {
  api: Api;
  /** Throws ApiError if the caller exceeds its rate limit. */
  admit: () => void;
  /** Converts an error to the form shown to callers. */
  faultOf: (error: unknown) => Promise<Fault>;
}

/** An MCP server with the tools, for one message of one caller. */
export function toolServer({ api, admit, faultOf }: ServerOptions): Server {
  const server = new Server(
    { name: "photo-generation-service", title: "Photo Generation Service", version },
    { capabilities: { tools: {} }, instructions: agentInstructions(offer().baseCosts) },
  );
  server.setRequestHandler("tools/list", () => ({ tools: listTools() }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { name, arguments: given = {} } = params;
    if (!isToolName(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool: tools/list names them all");
    }
    try {
      admit();
      return await callTool(name, given, api);
    } catch (error) {
      return refusal(error instanceof CallFailed ? error.fault : await faultOf(error));
    }
  });
  return server;
}

const isToolName = (name: string): name is ToolName => Object.hasOwn(tools, name);

let listed: ListedTool[] | undefined;

/** Cached, because some schemas have a hundred fields. */
function listTools(): ListedTool[] {
  listed ??= Object.entries<Tool>(tools).map(([name, { title, description, input, output, effect }]) => ({
    name,
    title,
    description: typeof description === "string" ? description : description(offer().baseCosts),
    inputSchema: toolSchema(input, "arguments"),
    outputSchema: toolSchema(output, "answer"),
    annotations: { title, ...effects[effect] },
  }));
  return listed;
}

async function callTool(name: ToolName, given: Record<string, unknown>, api: Api): Promise<CallToolResult> {
  const tool: Tool = tools[name];
  requireKnown(name, tool, given);
  const own = (await checkInput(tool.own, given)) as Record<string, unknown>;
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !(key in tool.own.shape)));
  const { answer, links = [], shown = null } = await runs[name](api, own, rest);
  const structuredContent = tool.output.parse(answer);
  const picture = shown === null ? null : await readSmallPicture(shown, api.userId);
  return {
    content: [
      { type: "text", text: JSON.stringify(structuredContent) },
      ...links.map(toResourceLink),
      ...(picture && picture.length <= shownLimitBytes ? [toImage(picture)] : []),
    ],
    structuredContent,
  };
}

/** Refused, because a silently ignored argument would be paid for but missing from the picture. */
function requireKnown(name: ToolName, { input }: Tool, given: object): void {
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(input.shape, key));
  if (unknown.length === 0) return;
  const known = Object.keys(input.shape).join(", ") || "no arguments";
  throw invalidParams(
    unknown.map((key) => {
      const path = key.slice(0, 100);
      return { path, message: `${path} is not an argument of ${name}, which takes ${known}` };
    }),
  );
}

/** No `structuredContent`: it would have to match the tool's output schema. */
function refusal(fault: Fault): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: fault }) }] };
}

function toResourceLink({ url, name, contentType }: Link): ContentBlock {
  return { type: "resource_link", uri: url, name, ...(contentType && { mimeType: contentType }) };
}

function toImage(picture: Uint8Array): ContentBlock {
  return { type: "image", data: Buffer.from(picture).toString("base64"), mimeType: "image/jpeg" };
}
