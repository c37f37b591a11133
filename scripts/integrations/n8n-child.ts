// A process with n8n's own engine (n8n-core), which runs the nodes of the folder that it gets.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { buffer } from "node:stream/consumers";

/** What the tests use of n8n; its own types are installed only where the package is built. */
type Values = Record<string, unknown>;
type Item = { json: Values; binary?: Record<string, { data: string; mimeType: string }> };
type Class = new (...args: unknown[]) => Instance;
interface Instance {
  description: Values & { name: string };
  execute?: (this: Context) => Promise<Item[][]>;
  webhook?: (this: unknown) => Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>;
  webhookMethods?: {
    default: Record<"checkExists" | "create" | "delete", (this: unknown) => Promise<boolean>>;
  };
  authenticate?: { properties: { headers: Record<string, string> } };
  test?: { request: { baseURL: string; url: string } };
}
interface Context {
  helpers: {
    prepareBinaryData(bytes: Buffer, name: string, type: string): Promise<{ data: string; mimeType: string }>;
  };
}
interface Workflow {
  expression: {
    getSimpleParameterValue(
      node: unknown,
      value: string,
      mode: string,
      keys: Values,
    ): Promise<string> | string;
  };
  getNode(name: string): Values;
}

export interface Task {
  do: "run" | "test" | "activate" | "check" | "deactivate";
  credentials: { baseUrl: string; apiKey: string };
  /** Parameters of the node under test, and how often n8n tries it. */
  parameters?: Values;
  tries?: number;
  /** Pictures of the items that the node gets. */
  pictures?: { name: string; type: string; base64: string }[];
}

const [folder = ""] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const core = load("n8n-core");
const { Workflow: WorkflowOf } = load("n8n-workflow");
const { n8n } = load("./package.json") as { n8n: { credentials: string[]; nodes: string[] } };

const classOf = (file: string) => {
  const [name = ""] = path.basename(file).split(".");
  return new (load(path.join(folder, file))[name] as Class)();
};
const [credentialType] = n8n.credentials.map(classOf);
const prefix = "n8n-nodes-photo-generation-service";
const types = new Map(n8n.nodes.map(classOf).map((type) => [`${prefix}.${type.description.name}`, type]));

let pictures: Task["pictures"] = [];
/** Stands for a manual trigger and a node that reads files. */
types.set("test.files", {
  description: {
    ...{ name: "files", displayName: "Files", group: ["trigger"], version: 1, defaults: { name: "Files" } },
    ...{ inputs: [], outputs: ["main"], properties: [] },
  },
  async execute() {
    const items = (pictures ?? []).map(async ({ name, type, base64 }) => {
      const data = await this.helpers.prepareBinaryData(Buffer.from(base64, "base64"), name, type);
      return { json: { sku: name }, binary: { data } };
    });
    return [await Promise.all(items)];
  },
});

const nodeTypes = {
  getByName: (name: string) => types.get(name),
  getByNameAndVersion: (name: string) => types.get(name),
  getKnownTypes: () => ({}),
};

async function resolve(workflow: Workflow, text: string, credentials: Task["credentials"]): Promise<string> {
  const keys = { $credentials: credentials };
  const node = workflow.getNode("Node");
  return String(await workflow.expression.getSimpleParameterValue(node, text, "internal", keys));
}

function additionalData(credentials: Task["credentials"], webhookBaseUrl: string): Values {
  return {
    credentialsHelper: {
      getParentTypes: () => [],
      isCredentialUsableByNode: () => true,
      preAuthentication: async () => undefined,
      getDecrypted: async () => ({ ...credentials }),
      getCredentialsProperties: () => [],
      async authenticate(
        given: Task["credentials"],
        _type: string,
        options: { headers?: Values },
        workflow: Workflow,
      ) {
        const { Authorization = "" } = credentialType?.authenticate?.properties.headers ?? {};
        const headers = { ...options.headers, Authorization: await resolve(workflow, Authorization, given) };
        return { ...options, headers };
      },
    },
    ...{ currentNodeExecutionIndex: 0, variables: {}, logAiEvent: () => undefined },
    setExecutionStatus: () => undefined,
    ...{ executionId: "7", webhookBaseUrl, webhookTestBaseUrl: webhookBaseUrl },
    ...{ webhookWaitingBaseUrl: "http://n8n.test/wait", formWaitingBaseUrl: "http://n8n.test/form" },
  };
}

const credentialsOfNode = { photoGenerationServiceApi: { id: "1", name: "service" } };
const idOf = (name: string) => `5e9ba0e4-0000-4000-8000-00000000000${name.length}`;

function workflowOf(type: string, { parameters = {}, tries }: Pick<Task, "parameters" | "tries">): Workflow {
  const retry = tries === undefined ? {} : { retryOnFail: true, maxTries: tries, waitBetweenTries: 100 };
  const node = {
    ...{ id: idOf("Node"), name: "Node", type: `${prefix}.${type}`, typeVersion: 1, position: [0, 0] },
    ...{ parameters, credentials: credentialsOfNode, webhookId: "hook", ...retry },
  };
  const files = { id: idOf("Files"), name: "Files", type: "test.files", typeVersion: 1, position: [0, 0] };
  const connections = { Files: { main: [[{ node: "Node", type: "main", index: 0 }]] } };
  const nodes = [{ ...files, parameters: {} }, node];
  return new WorkflowOf({ id: "w", name: "Test", nodes, connections, active: true, nodeTypes, settings: {} });
}

async function run(task: Task): Promise<unknown> {
  pictures = task.pictures;
  const workflow = workflowOf("photoGenerationService", task);
  const data: Values = additionalData(task.credentials, "");
  data.hooks = new core.ExecutionLifecycleHooks("manual", "7", { id: "w", nodes: [], connections: {} });
  const startNode = workflow.getNode("Files");
  const { data: done } = await new core.WorkflowExecute(data, "manual").run({ workflow, startNode });
  const { error, runData } = done.resultData;
  if (error) return { error: { message: error.message, description: error.description } };
  return { items: runData.Node.at(-1).data.main[0] };
}

async function testCredentials({ credentials }: Task): Promise<number> {
  const workflow = workflowOf("photoGenerationService", {});
  const { baseURL = "", url = "" } = credentialType?.test?.request ?? {};
  const { Authorization = "" } = credentialType?.authenticate?.properties.headers ?? {};
  const answer = await fetch((await resolve(workflow, baseURL, credentials)) + url, {
    headers: { Authorization: await resolve(workflow, Authorization, credentials) },
  });
  return answer.status;
}

let trigger: { workflow: Workflow; data: Values } | null = null;

/** n8n's server of webhooks: the raw body beside the parsed one, and answers as Express gives them. */
const server = createServer(async (request, response) => {
  if (!trigger) return void response.writeHead(404).end();
  const rawBody = await buffer(request);
  const express = Object.assign(response, {
    status: (code: number) => Object.assign(response, { statusCode: code }),
    send: (text: string) => response.end(text),
  });
  Object.assign(request, { rawBody, body: JSON.parse(rawBody.toString()) });
  const done = await receive(trigger, request, express);
  if (done.workflowData) process.send?.({ event: done.workflowData[0]?.[0] });
  if (!done.noWebhookResponse) response.writeHead(200).end();
});

function receive(
  { workflow, data }: { workflow: Workflow; data: Values },
  httpRequest: IncomingMessage,
  httpResponse: ServerResponse,
) {
  const context = new core.WebhookContext(
    ...[workflow, workflow.getNode("Node"), { ...data, httpRequest, httpResponse }],
    ...["webhook", { node: "Node", workflowId: "w", webhookDescription: {} }, [], null],
  );
  return (types.get(`${prefix}.photoGenerationServiceTrigger`) as Required<Instance>).webhook.call(context);
}

async function callHook(name: "checkExists" | "create" | "delete", task: Task): Promise<boolean> {
  if (!server.listening) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  trigger ??= {
    workflow: workflowOf("photoGenerationServiceTrigger", task),
    data: additionalData(task.credentials, `http://127.0.0.1:${port}/webhook`),
  };
  const { workflow, data } = trigger;
  const node = workflow.getNode("Node");
  const context = new core.HookContext(workflow, node, data, "trigger", "activate");
  const type = types.get(`${prefix}.photoGenerationServiceTrigger`) as Required<Instance>;
  return await type.webhookMethods.default[name].call(context);
}

process.on("message", async (task: Task) => {
  const steps: Record<Task["do"], () => Promise<unknown>> = {
    run: () => run(task),
    test: () => testCredentials(task),
    activate: () => callHook("create", task),
    check: () => callHook("checkExists", task),
    deactivate: () => callHook("delete", task),
  };
  const result = await steps[task.do]().catch((error: Error) => ({ failure: error.stack ?? error.message }));
  process.send?.({ result });
});
process.send?.("ready");
