import type { Style } from "#lib/contract/photos/styles.ts";
import { type PreviewRequest, patiently, requestPreview } from "../arrange/live-preview.ts";

/** What a small picture of a scene shows. */
export interface SceneView {
  imageUrl: string;
  style: Style;
  scene: string;
}

type Ask = (request: PreviewRequest, signal: AbortSignal) => Promise<{ image: string }>;

const mostKept = 120;
const kept = new Map<string, string>();
const keyOf = ({ imageUrl, style, scene }: SceneView) => [imageUrl, style, scene].join(" ");

const askPatiently: Ask = (request, signal) => patiently(requestPreview, request, signal);

/** The picture of a product in a scene, where it was made before. */
export function keptPreview(view: SceneView): string | null {
  return kept.get(keyOf(view)) ?? null;
}

/**
 * Makes the pictures of a product in these scenes that are missing, one after the other: the previews of the picture that
 * is being arranged never wait for more than one. Ends at the first failure.
 */
export async function makePreviews(
  views: readonly SceneView[],
  { signal, onMade, ask = askPatiently }: { signal: AbortSignal; onMade: () => void; ask?: Ask },
): Promise<void> {
  for (const view of views) {
    if (signal.aborted) return;
    if (keptPreview(view) !== null) continue;
    const { image } = await ask(
      { image_url: view.imageUrl, type: "product", style: view.style, scene: view.scene },
      signal,
    );
    kept.set(keyOf(view), image);
    const [oldest] = kept.size > mostKept ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    onMade();
  }
}
