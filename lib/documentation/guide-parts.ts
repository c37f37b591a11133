import type { SectionId } from "#lib/contract/sections.ts";

/** The parts of docs/guide.md by their anchors, in order, each with the resources that it explains. */
export const guideParts = {
  calls: { title: "The five calls", sections: [] },
  quickstart: { title: "Quickstart", sections: [] },
  authentication: { title: "Authentication", sections: ["keys"] },
  "test-mode": { title: "Test mode", sections: ["keys"] },
  pictures: { title: "Pictures in and out", sections: ["uploads"] },
  prompts: { title: "Styles and prompts", sections: ["photos", "scenes"] },
  options: { title: "Your own look", sections: ["photos"] },
  looks: { title: "Brand looks and marketplaces", sections: ["looks", "marketplaces", "scenes"] },
  cutouts: { title: "Cut-outs and masks", sections: ["cutouts", "masks"] },
  modes: { title: "Three ways to make a photo", sections: ["photos"] },
  names: { title: "Names and products", sections: ["generations", "results"] },
  costs: { title: "Credits", sections: ["credits"] },
  retries: { title: "Retries and idempotency", sections: ["photos", "cutouts"] },
  async: { title: "Work that you do not wait for", sections: ["photos", "cutouts", "generations"] },
  batches: { title: "Batches", sections: ["batches"] },
  agents: { title: "Agents", sections: [] },
  limits: { title: "Limits", sections: [] },
  webhooks: { title: "Webhooks", sections: ["webhooks"] },
  errors: { title: "Errors", sections: [] },
  versions: { title: "Versions and deprecation", sections: [] },
  machines: { title: "For machines and agents", sections: [] },
} as const satisfies Record<string, { title: string; sections: readonly SectionId[] }>;

export type GuidePartId = keyof typeof guideParts;

/** The parts that explain a resource. */
export function guidePartsOf(section: SectionId): { id: GuidePartId; title: string }[] {
  return (Object.keys(guideParts) as GuidePartId[]).flatMap((id) => {
    const { title, sections }: { title: string; sections: readonly SectionId[] } = guideParts[id];
    return sections.includes(section) ? [{ id, title }] : [];
  });
}
