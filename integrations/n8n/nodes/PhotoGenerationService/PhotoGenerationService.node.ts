import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from "n8n-workflow";
import { optionFields, photoFields, pictureFields } from "../shared/fields";
import { credentialName } from "../shared/request";
import { createBatch, getBatch, makePicture, uploadPicture } from "./operations";

export class PhotoGenerationService implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Photo Generation Service",
    name: "photoGenerationService",
    icon: { light: "file:../../icons/photos.svg", dark: "file:../../icons/photos.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: "Make studio photos and cut-outs of product pictures",
    defaults: { name: "Photo Generation Service" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    properties: [
      {
        displayName: "Resource",
        name: "resource",
        type: "options",
        noDataExpression: true,
        options: [
          { name: "Batch", value: "batch" },
          { name: "Cut-Out", value: "cutout" },
          { name: "Photo", value: "photo" },
          { name: "Picture", value: "picture" },
        ],
        default: "photo",
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        displayOptions: { show: { resource: ["photo"] } },
        options: [{ name: "Generate", value: "generate", action: "Generate a photo" }],
        default: "generate",
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        displayOptions: { show: { resource: ["cutout"] } },
        options: [{ name: "Remove Background", value: "removeBackground", action: "Remove a background" }],
        default: "removeBackground",
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        displayOptions: { show: { resource: ["picture"] } },
        options: [{ name: "Upload", value: "upload", action: "Upload a picture" }],
        default: "upload",
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        displayOptions: { show: { resource: ["batch"] } },
        options: [
          { name: "Create", value: "create", action: "Create a batch of all input items" },
          { name: "Get", value: "get", action: "Get a batch and its results" },
        ],
        default: "create",
      },
      {
        displayName: "Work",
        name: "batchOperation",
        type: "options",
        options: [
          { name: "Photos", value: "generate" },
          { name: "Cut-Outs", value: "remove_bg" },
        ],
        default: "generate",
        displayOptions: { show: { resource: ["batch"], operation: ["create"] } },
      },
      {
        displayName: "Custom ID",
        name: "customId",
        type: "string",
        default: "",
        placeholder: "={{ $json.sku }}",
        description: "Your name of the item, unique in the batch. Default: its number.",
        displayOptions: { show: { resource: ["batch"], operation: ["create"] } },
      },
      {
        displayName: "Batch ID",
        name: "batchId",
        type: "string",
        default: "",
        placeholder: "bat_…",
        required: true,
        displayOptions: { show: { resource: ["batch"], operation: ["get"] } },
      },
      ...pictureFields,
      ...photoFields,
      {
        displayName: "Put Output File in Field",
        name: "outputProperty",
        type: "string",
        default: "data",
        hint: "The name of the output binary field; empty: only its address",
        displayOptions: { show: { resource: ["photo", "cutout"] } },
      },
      ...optionFields,
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const resource = this.getNodeParameter("resource", 0);
    if (resource === "batch" && this.getNodeParameter("operation", 0) === "create") {
      return [[await createBatch(this, items.length)]];
    }
    const run = { photo: makePicture, cutout: makePicture, picture: uploadPicture, batch: getBatch }[
      String(resource) as "photo" | "cutout" | "picture" | "batch"
    ];
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < items.length; item += 1) {
      try {
        results.push(...(await run(this, item)));
      } catch (error) {
        if (this.continueOnFail()) {
          results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
          continue;
        }
        if (error instanceof NodeApiError)
          throw new NodeApiError(this.getNode(), error as unknown as JsonObject, { itemIndex: item });
        throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
      }
    }
    return [results];
  }
}
