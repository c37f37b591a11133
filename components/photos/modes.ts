import { type Fidelity, modesOf, type PhotoMode } from "#lib/contract/photos/modes.ts";
import { isWhite, type Style } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

/** A hosted image model that the operator has configured: its `provider/name` and its label. */
export interface ImageModel {
  id: string;
  label: string;
  /** Whether it can also edit a picture. */
  edits: boolean;
}

export interface PhotoModes {
  /** In order of preference; empty if only the studio is available. */
  models: readonly ImageModel[];
  /** Applies if the seller selects none. */
  defaultMode: PhotoMode;
}

interface ModeTexts {
  /** `model` is the model's label; null if it is not known. */
  name: (model: string | null) => string;
  short: string;
  text: string;
}

export const modeTexts = (t: Translate): Record<PhotoMode, ModeTexts> => ({
  studio: { name: () => t("Studio"), short: t("Studio"), text: t("Exact, in seconds") },
  scene: {
    name: (model) => t("Scene by {model}", { model: model ?? t("a model") }),
    short: t("Painted scene"),
    text: t("Any scene in words, your product's own pixels"),
  },
  edit: {
    name: (model) => t("Edit by {model}", { model: model ?? t("a model") }),
    short: t("Repainted"),
    text: t("The model repaints it all; compared with your product"),
  },
});

/** The available modes, each with the label of its first model; empty if only the studio is available. */
export function offeredModes(models: readonly ImageModel[]): { mode: PhotoMode; model: string | null }[] {
  if (models.length === 0) return [];
  const painters = { studio: null, scene: models[0], edit: models.find(({ edits }) => edits) };
  return modesOf(models).map((mode) => ({ mode, model: painters[mode]?.label ?? null }));
}

/** The marketplace style is plain white in every mode; models can paint all other styles. */
export function isPaintable(style: Style): boolean {
  return !isWhite(style);
}

/** The label of a model: from the operator's list, else its name without the provider. */
function modelLabel(id: string | null, models: readonly ImageModel[]): string | null {
  return models.find((model) => model.id === id)?.label ?? id?.slice(id.lastIndexOf("/") + 1) ?? null;
}

interface Made {
  mode: PhotoMode | null;
  model: string | null;
  fidelity: (Pick<Fidelity, "product" | "changed"> & { changed_words?: readonly string[] }) | null;
}

/** How a photo was made; null until it is finished. */
export function describeMode(
  { mode, model }: Made,
  models: readonly ImageModel[],
  t: Translate,
): string | null {
  return mode && modeTexts(t)[mode].name(modelLabel(model, models));
}

/** How closely a photo preserves the product; null until it is finished. */
export function describeFidelity(
  { model, fidelity }: Made,
  models: readonly ImageModel[],
  t: Translate,
): string | null {
  if (fidelity === null) return null;
  const share = fidelity.changed < 0.01 ? t("less than 1 %") : `${Math.round(fidelity.changed * 100)} %`;
  const words = fidelity.changed_words ?? [];
  const named =
    words.length > 0 ? `. ${t("Words it had changed: {words}", { words: words.join(", ") })}` : "";
  const texts = {
    original: t("Your product's own pixels"),
    kept: t("Repainted by {model}, unchanged within what the eye notices", {
      model: modelLabel(model, models) ?? "",
    }),
    restored: t("The model changed {share} of the product: the original pixels were restored", { share }),
  };
  return texts[fidelity.product] + named;
}
