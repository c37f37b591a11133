import type { INodeProperties, INodePropertyOptions } from "n8n-workflow";

const named = (values: readonly string[]): INodePropertyOptions[] =>
  values.map((value) => ({ name: value, value }));

/** Values of the API's contract. */
export const styles = ["amazon", "lifestyle", "luxury", "studio"];
export const resolutions = ["1K", "2K", "4K"];
export const aspectRatios = ["1:1", "4:3", "3:4", "16:9", "9:16"];
export const formats = ["jpeg", "png", "webp", "avif"];

const work = {
  resource: ["photo", "cutout", "batch"],
  operation: ["generate", "removeBackground", "create"],
};
const ofPhotos = { resource: ["photo", "batch"], operation: ["generate", "create"] };

/** The picture of an item. */
export const pictureFields: INodeProperties[] = [
  {
    displayName: "Picture From",
    name: "source",
    type: "options",
    options: [
      { name: "Binary Field", value: "binary", description: "A file of the item" },
      { name: "URL", value: "url", description: "A public address" },
    ],
    default: "binary",
    displayOptions: { hide: { operation: ["get"] } },
  },
  {
    displayName: "Image URL",
    name: "imageUrl",
    type: "string",
    default: "",
    placeholder: "https://shop.example/mug.jpg",
    required: true,
    displayOptions: { show: { source: ["url"] } },
  },
  {
    displayName: "Input Binary Field",
    name: "binaryPropertyName",
    type: "string",
    default: "data",
    required: true,
    hint: "The name of the input field with the picture",
    displayOptions: { show: { source: ["binary"] }, hide: { operation: ["get"] } },
  },
];

/** What photos have. */
export const photoFields: INodeProperties[] = [
  {
    displayName: "Style",
    name: "style",
    type: "options",
    options: named(styles),
    default: "studio",
    displayOptions: { show: ofPhotos, hide: { batchOperation: ["remove_bg"] } },
  },
  {
    displayName: "Resolution",
    name: "resolution",
    type: "options",
    options: named(resolutions),
    default: "1K",
    displayOptions: { show: ofPhotos, hide: { batchOperation: ["remove_bg"] } },
  },
];

/** Fields of a request that are seldom set; one that is not here can be set as JSON. */
export const optionFields: INodeProperties[] = [
  {
    displayName: "Options",
    name: "options",
    type: "collection",
    placeholder: "Add option",
    default: {},
    displayOptions: { show: work },
    options: [
      {
        displayName: "Aspect Ratio",
        name: "aspect_ratio",
        type: "options",
        options: named(aspectRatios),
        default: "1:1",
      },
      { displayName: "Format", name: "format", type: "options", options: named(formats), default: "jpeg" },
      {
        displayName: "Idempotency Key",
        name: "idempotencyKey",
        type: "string",
        default: "",
        description:
          "Such as the number of an order: the same key with the same request is charged once within 24 hours, also in another execution. By default a key per execution, node, item and request.",
      },
      { displayName: "Look", name: "look", type: "string", default: "", description: "ID of a brand look" },
      {
        displayName: "Max Credits",
        name: "max_credits",
        type: "number",
        default: 10,
        description: "Refuse work that costs more",
      },
      {
        displayName: "Other Fields",
        name: "other",
        type: "json",
        default: "{}",
        description: 'Further fields of the API\'s request, such as {"shadow": 0.5}',
      },
      { displayName: "Prompt", name: "prompt", type: "string", default: "" },
      {
        displayName: "Scene",
        name: "scene",
        type: "string",
        default: "",
        description: "ID of a rendered scene",
      },
      { displayName: "Title", name: "title", type: "string", default: "" },
    ],
  },
];
