import { env } from "../platform/env.ts";

/** Who sells here, as receipts name it: the operator. */
export interface Seller {
  name: string;
  /** Line by line; empty when the operator gave none. */
  address: string[];
  taxId: string | null;
}

export function seller(): Seller {
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID } = env();
  const address = (SELLER_ADDRESS ?? "").split(/[;\n]/).map((line) => line.trim());
  return { name: SELLER_NAME, address: address.filter((line) => line !== ""), taxId: SELLER_TAX_ID ?? null };
}
