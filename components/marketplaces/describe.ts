import type { callApi } from "#lib/contract/client.ts";
import type { Translate } from "#lib/language/translate.ts";

export type Check = Awaited<ReturnType<typeof callApi<"GET /api/v1/generations/{id}/check">>>;
type Finding = Check["findings"][number];

export function describeFinding({ rule, measured, limit }: Finding, t: Translate): string {
  const [has, wants] = [Number(measured), Number(limit)];
  const values = { measured: has, limit: wants };
  switch (rule) {
    case "background":
      return t("The background is not pure white");
    case "fill":
      return t(
        "The product fills {measured, number, percent} of the frame, at least {limit, number, percent} is required",
        values,
      );
    case "longer_side":
    case "width":
      return has < wants
        ? t("{measured, number} pixels wide or high, at least {limit, number} are required", values)
        : t("{measured, number} pixels wide or high, at most {limit, number} are accepted", values);
    case "pixels":
      return t("{measured, number} pixels in all, at most {limit, number} are accepted", values);
    case "ratio":
      return has < wants
        ? t("The photo is too tall for this place")
        : t("The photo is too wide for this place");
    case "bytes":
      return t("The file has {measured, number} MB, at most {limit, number} MB are accepted", {
        measured: Math.round(has / 100_000) / 10,
        limit: Math.round(wants / 100_000) / 10,
      });
    case "format":
      return t("{measured} files are not accepted there", { measured: String(measured).toUpperCase() });
    case "whole_product":
      return t("A part of the product may be missing");
    case "extras":
      return t("A model painted this photo: check whether it added text, a logo or props");
  }
}

export function describeFix({ rule }: Finding, t: Translate): string {
  switch (rule) {
    case "background":
      return t("Make it in the style Amazon.");
    case "fill":
      return t("Make it in the style Amazon, or make the product larger under “Adjust”.");
    case "format":
    case "bytes":
      return t("Choose the file format JPEG.");
    case "whole_product":
      return t("Check the marked area, and correct the cut-out if something is missing.");
    case "extras":
      return t("The studio itself adds nothing.");
    default:
      return t("Choose the place under “Where will you use it?”.");
  }
}
