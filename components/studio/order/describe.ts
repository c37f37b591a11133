import type { Translate } from "#lib/language/translate.ts";
import type { Settings } from "../../photos/settings.ts";
import { creditsText } from "../../ui/format.ts";
import { maxOrderItems } from "./request.ts";
import type { NextOrder } from "./use-next-order.ts";

/** The next order in one line: why it cannot be placed, or what it contains and leaves. */
export function describeOrder(order: NextOrder, settings: Settings, t: Translate): string {
  const { pictures, estimate, credits } = order;
  if (order.isTooLarge) {
    return t("An order has up to {most, number} photos, and this would be {count, number}", {
      most: maxOrderItems,
      count: order.total,
    });
  }
  if (order.isShort) {
    return t("This costs {price}, and {rest} are left.", {
      price: creditsText(credits, t),
      rest: creditsText(order.balance, t),
    });
  }
  if (pictures > 0) {
    const factors = factorsOf(settings, t);
    const several = t("{count, plural, one {# picture} other {# pictures}}", { count: pictures });
    const what = [...(pictures > 1 ? [several] : []), ...factors].join(" × ");
    const cutouts = t("{count, plural, one {# cut-out} other {# cut-outs}}", { count: order.cutouts });
    const extra = order.cutouts > 0 ? ` + ${cutouts}` : "";
    const sum = factors.length > 0 || extra ? [`${what || t("1 photo")}${extra}`] : [];
    const had = estimate && estimate.had.length > 0 ? [describeHad(estimate.had.length, order.total, t)] : [];
    const open = estimate && estimate.open.length > 0 ? [describeOpen(estimate.open.length, t)] : [];
    return [
      ...sum,
      ...had,
      ...open,
      t("{credits} left after that", { credits: creditsText(order.left, t) }),
    ].join(" · ");
  }
  if (order.uploading) return t("One moment, your picture is on its way");
  return order.hasSources ? t("Choose at least one picture") : t("Add a picture to begin");
}

function describeHad(count: number, total: number, t: Translate): string {
  return count === total
    ? t("{count, plural, one {You have this already: free} other {You have all # already: free}}", { count })
    : t(
        "{count, plural, one {You have # of these already: free} other {You have # of these already: free}}",
        {
          count,
        },
      );
}

function describeOpen(count: number, t: Translate): string {
  return t("{count, plural, one {# is being made already} other {# are being made already}}", { count });
}

/** The factors by which an order multiplies its pictures: `2 styles`, `3 sizes`. */
export function factorsOf(
  { styles, aspectRatios, resolutions, marketplaces, seeds }: Settings,
  t: Translate,
): string[] {
  const isCustom = marketplaces.length === 0;
  const factors: [number, string][] = [
    [styles.length, t("{count, plural, one {# style} other {# styles}}", { count: styles.length })],
    [
      isCustom ? aspectRatios.length : 1,
      t("{count, plural, one {# shape} other {# shapes}}", { count: aspectRatios.length }),
    ],
    [
      isCustom ? resolutions.length : 1,
      t("{count, plural, one {# size} other {# sizes}}", { count: resolutions.length }),
    ],
    [
      marketplaces.length,
      t("{count, plural, one {# place} other {# places}}", { count: marketplaces.length }),
    ],
    [seeds.length, t("{count, plural, one {# version} other {# versions}}", { count: seeds.length })],
  ];
  return factors.filter(([count]) => count > 1).map(([, text]) => text);
}
