/** The resources of the API in order: tags of the OpenAPI document and pages of the reference. */
export const sections = {
  photos: {
    title: "Photos",
    description: "Make photos of products, and small previews before you pay.",
  },
  cutouts: { title: "Cut-outs", description: "Remove the background of a picture." },
  uploads: {
    title: "Uploads",
    description: "Upload pictures to the image host, directly or through the service.",
  },
  masks: {
    title: "Masks",
    description: "Read and correct the mask that separates a product from its background.",
  },
  generations: {
    title: "Generations",
    description: "Find, read, rename and cancel photos and cut-outs.",
  },
  results: {
    title: "Results",
    description: "Download, review and delete finished work, individually or in bulk.",
  },
  batches: { title: "Batches", description: "Order up to a thousand pieces of work at once." },
  credits: { title: "Credits", description: "Read the balance, and estimate the cost of work." },
  looks: {
    title: "Brand looks",
    description: "Save the photo settings of a brand under a name.",
  },
  scenes: {
    title: "Rendered scenes",
    description: "The library of scenes in which products are shown. Requires no key.",
  },
  marketplaces: {
    title: "Marketplaces",
    description: "Sizes and rules of marketplaces, and checks of photos against them.",
  },
  events: {
    title: "Events",
    description: "The log of events of the account, whether or not a webhook endpoint received them.",
  },
  audit: {
    title: "Audit log",
    description: "Who did what in the account, when and from where.",
  },
  webhooks: {
    title: "Webhooks",
    description: "Endpoints that receive events, and the deliveries to them.",
  },
  keys: {
    title: "API keys",
    description: "Create, limit, rotate and delete the keys of your programs.",
  },
} as const;

export type SectionId = keyof typeof sections;
export const sectionIds = Object.keys(sections) as SectionId[];

export function isSection(id: string): id is SectionId {
  return Object.hasOwn(sections, id);
}

/** The reference page of a section. */
export const pageOf = (section: SectionId) => `/docs/${section}` as const;

/** Pages that also exist as Markdown. */
export const documentPages: readonly string[] = [
  "/docs",
  ...sectionIds.map(pageOf),
  "/docs/prompts",
  "/docs/mcp",
  "/changelog",
];

/** The path of a page's Markdown. */
export const markdownOf = (page: string) => `${page}.md`;
