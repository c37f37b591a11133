/** The resources of the API in order: tags of the OpenAPI document and pages of the reference. */
export const sections = {
  photos: {
    title: "Photos",
    description: "Make a photo of a product, or look at a small preview of it before it is paid.",
  },
  cutouts: { title: "Cut-outs", description: "Remove the background of a picture." },
  uploads: {
    title: "Uploads",
    description: "Send pictures to the image host, directly or through the service.",
  },
  masks: {
    title: "Masks",
    description: "Read and correct what counts as the product in a picture.",
  },
  generations: {
    title: "Past work",
    description: "Find, read, name and cancel photos and cut-outs.",
  },
  results: {
    title: "Results",
    description: "Download, review and delete finished work, one by one or several at once.",
  },
  batches: { title: "Batches", description: "Order up to a thousand pieces of work at once." },
  credits: { title: "Credits", description: "Read the balance, and what work would cost." },
  looks: {
    title: "Brand looks",
    description: "Keep how the photos of a brand are made under a name, and share it.",
  },
  scenes: {
    title: "Rendered scenes",
    description: "The library of scenes in which products are shown. Needs no key.",
  },
  marketplaces: {
    title: "Marketplaces",
    description: "Sizes and rules of marketplaces, and what one would refuse of a photo.",
  },
  events: {
    title: "Events",
    description: "What happened in the account, whether or not it was sent anywhere.",
  },
  audit: {
    title: "Audit log",
    description: "Who did what in the account, when and from where.",
  },
  webhooks: {
    title: "Webhooks",
    description: "Endpoints that events are sent to, and what became of each event.",
  },
  keys: {
    title: "API keys",
    description: "Make, limit, rotate and end the keys of your programs.",
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
