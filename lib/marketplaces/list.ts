import { marketplaceSizeNames, marketplaceSizes } from "../contract/marketplaces/list.ts";
import { type MarketplaceRule, marketplaceRules } from "../contract/marketplaces/rules.ts";
import { resolutionFor } from "../contract/photos/sizes.ts";

/** Every marketplace with its size and rules. */
export async function listMarketplaces() {
  return {
    data: marketplaceSizeNames.map((name) => {
      const { label, width, height } = marketplaceSizes[name];
      const { rules, source, checkedOn } = marketplaceRules[name];
      const resolution = resolutionFor({ width, height });
      if (resolution === null) throw new Error(`no resolution has the pixels of ${name}`);
      return { name, label, width, height, resolution, rules: rules.map(describe), source, checkedOn };
    }),
  };
}

function describe({ rule, severity, min, max, values, verified }: MarketplaceRule) {
  return {
    rule,
    severity,
    min: min ?? null,
    max: max ?? null,
    values: values ? [...values] : null,
    verified,
  };
}
