import { env } from "../platform/env.ts";
import { familyOf, labelOf } from "./families/index.ts";

/** The models of IMAGE_MODEL in order, with display names; empty when unset. `edits`: the model accepts pictures. */
export function configuredModels(): { id: string; label: string; edits: boolean }[] {
  return env().imageModels.map((model) => ({
    id: `${model.provider}/${model.name}`,
    label: labelOf(model),
    edits: familyOf(model).inputPictures > 0,
  }));
}
