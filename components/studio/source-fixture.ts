import type { Source } from "./state.ts";

/** For tests: an uploaded picture. */
export function sourceOf(id: string, part: Partial<Source> = {}): Source {
  return {
    id,
    name: `${id}.jpg`,
    state: "ready",
    progress: 1,
    problem: null,
    size: null,
    previewUrl: `blob:${id}`,
    imageUrl: `https://host.example/demo/image/upload/v1/${id}.jpg`,
    selected: true,
    ...part,
  };
}
