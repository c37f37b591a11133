/** VAT ids of the EU and Northern Ireland by their prefix, without the check digits, which only an authority knows. */
const vatForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12})$/,
};

const prefixOf = (country: string) => (country === "GR" ? "EL" : country);

/**
 * The tax number that receipts show: of a VAT id of the EU without spaces and dots, of any other number unchanged. Null
 * if the country has no such numbers.
 */
export function readTaxId(given: string, country: string): string | null {
  const packed = given.replaceAll(/[\s.-]/g, "").toUpperCase();
  if (vatForms[packed.slice(0, 2)]?.test(packed.slice(2))) return packed;
  const isOfUnion = prefixOf(country) in vatForms;
  return !isOfUnion && /^[\p{L}\d][\p{L}\d ./+-]{3,29}$/u.test(given) ? given : null;
}

/** Whether it is a VAT id of the EU, the kind that Stripe's invoices show too. */
export function isVatId(taxId: string): boolean {
  return taxId.slice(0, 2) in vatForms && readTaxId(taxId, "") === taxId;
}
