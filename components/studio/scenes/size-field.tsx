"use client";

import { useTranslate } from "../../language/language.tsx";
import { Field } from "../../ui/field.tsx";
import { useStudio } from "../store.ts";
import { useShownProduct } from "./use-scenes.ts";

/** Bounds of the API. */
const [leastCm, mostCm] = [0.5, 400];

/** Asks for the height of the shown product: scenes for its size come first, and show it beside things of known size. */
export function SizeField() {
  const t = useTranslate();
  const studio = useStudio();
  const product = useShownProduct();
  if (!product) return null;
  const change = (text: string) => {
    const height = Number(text);
    studio.setHeight(product.id, height >= leastCm && height <= mostCm ? height : null);
  };
  return (
    <Field
      // A new field per product, so that a number being typed is not rewritten.
      key={product.id}
      type="number"
      inputMode="decimal"
      min={leastCm}
      max={mostCm}
      step="any"
      label={t("Height of the product in cm")}
      aside={t("Optional")}
      hint={t("In a scene it then has its real size beside the things around it.")}
      defaultValue={product.sizeCm?.height ?? ""}
      onChange={(event) => change(event.target.value)}
    />
  );
}
