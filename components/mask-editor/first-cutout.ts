import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { estimateOrder, untilEnded } from "../photos/order-request.ts";
import { localId } from "../studio/state.ts";

/** Cuts a picture out, and pays for it once: however often that is asked for, and whichever answers are lost. */
export function createFirstCutout(imageUrl: string): () => Promise<void> {
  const request = { image_url: imageUrl, reuse: true };
  let key = localId();
  return async () => {
    const { open } = await estimateOrder([{ custom_id: "cutout", operation: "remove_bg", request }]);
    const [same] = open;
    if (same) return untilEnded(same.id);
    try {
      await callApi("POST /api/v1/remove-bg", { input: request, idempotencyKey: key });
      key = localId();
    } catch (error) {
      // A lost answer may still come, under its key.
      if (error instanceof ApiProblem && error.code !== "idempotency_in_progress") key = localId();
      throw error;
    }
  };
}
