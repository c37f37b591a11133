import {
  type IDataObject,
  type IHookFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from "n8n-workflow";
import { callApi, credentialName } from "../shared/request";
import { isSigned } from "../shared/signature";

/** Events of the API's contract. */
export const events = [
  "batch.completed",
  "credits.low",
  "generation.canceled",
  "generation.failed",
  "generation.succeeded",
  "key.budget_reached",
  "subscription.updated",
];

/** The endpoint at the service, in the static data of the node. */
interface Registered {
  endpointId?: string;
  secret?: string;
}

const registeredOf = (context: IHookFunctions | IWebhookFunctions) =>
  context.getWorkflowStaticData("node") as Registered;

export class PhotoGenerationServiceTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Photo Generation Service Trigger",
    name: "photoGenerationServiceTrigger",
    icon: { light: "file:../../icons/photos.svg", dark: "file:../../icons/photos.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: "Starts the workflow when a photo, cut-out or batch is finished",
    defaults: { name: "Photo Generation Service Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        options: events.map((value) => ({ name: value, value })),
        default: ["generation.succeeded"],
        required: true,
      },
      {
        displayName: "Download Result",
        name: "download",
        type: "boolean",
        default: true,
        description: "Whether to put the picture of generation.succeeded into the binary field “data”",
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const registered = registeredOf(this);
        if (registered.endpointId === undefined) return false;
        const path = `/webhook-endpoints/${registered.endpointId}`;
        const { statusCode, body } = await callApi(this, { method: "GET", path, mayBeGone: true });
        const endpoint = body as IDataObject;
        const isSame = String(endpoint.events) === String(this.getNodeParameter("events"));
        const isHere = endpoint.url === this.getNodeWebhookUrl("default");
        return statusCode !== 404 && isHere && endpoint.status === "enabled" && isSame;
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const body: IDataObject = {
          url: this.getNodeWebhookUrl("default"),
          events: this.getNodeParameter("events") as string[],
          description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`.slice(0, 200),
        };
        await removeEndpoint(this);
        const { body: answer } = await callApi(this, { method: "POST", path: "/webhook-endpoints", body });
        const { id, secret } = answer as IDataObject;
        Object.assign(registeredOf(this), { endpointId: id, secret });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await removeEndpoint(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const event = this.getBodyData() as IDataObject & { data?: IDataObject };
    // Sent before the secret is stored, to check that someone receives here; it starts nothing.
    if (event.type === "test.ping") return { webhookResponse: "" };
    const { rawBody } = this.getRequestObject();
    if (!isSigned(rawBody, this.getHeaderData(), registeredOf(this).secret)) {
      this.getResponseObject().status(401).send("The signature is not valid.");
      return { noWebhookResponse: true };
    }
    return { workflowData: [[await toItem(this, event)]] };
  }
}

async function removeEndpoint(context: IHookFunctions): Promise<void> {
  const registered = registeredOf(context);
  if (registered.endpointId === undefined) return;
  const path = `/webhook-endpoints/${registered.endpointId}`;
  await callApi(context, { method: "DELETE", path, mayBeGone: true });
  delete registered.endpointId;
  delete registered.secret;
}

async function toItem(
  context: IWebhookFunctions,
  event: IDataObject & { data?: IDataObject },
): Promise<INodeExecutionData> {
  const { result_url: url, content_type: type, id } = event.data ?? {};
  const isPicture = event.type === "generation.succeeded" && typeof url === "string";
  if (!isPicture || context.getNodeParameter("download") !== true) return { json: event };
  const bytes = await context.helpers.httpRequest({ url, encoding: "arraybuffer" });
  const file = await context.helpers.prepareBinaryData(Buffer.from(bytes), String(id), String(type));
  return { json: event, binary: { data: file } };
}
