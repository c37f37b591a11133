import type { Translate } from "../language/translate.ts";
import type { CutoutPrice } from "./price.ts";

/** What an order of so many cut-outs comes to, in a few sentences. */
export function describePrice(price: CutoutPrice, count: number, t: Translate): string {
  const { credits, had, open, left } = price;
  if (open === count) {
    return t(
      "{count, plural, one {This cut-out is being made already.} other {These cut-outs are being made already.}}",
      { count },
    );
  }
  const sum = t(
    "{count, plural, one {# picture} other {# pictures}}: {credits, plural, one {# credit} other {# credits}}.",
    { count: count - open, credits },
  );
  const known = t("{free, plural, one {# is already there: free.} other {# are already there: free.}}", {
    free: had,
  });
  const leftOut = t(
    "{open, plural, one {# is being made already and is left out.} other {# are being made already and are left out.}}",
    { open },
  );
  const short = t("Only {left, plural, one {# credit is} other {# credits are}} left.", { left });
  const also = [...(had > 0 ? [known] : []), ...(open > 0 ? [leftOut] : [])];
  return [sum, ...also, ...(credits > left ? [short] : [])].join(" ");
}
