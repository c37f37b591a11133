import type { DeliveryPath } from "./delivery-path.ts";
import { verifyDelivery } from "./embedded/signature.ts";

/** Whether a delivery path carries the signature of the account whose secret this is. */
export function isSigned({ signature, signedText }: DeliveryPath, apiSecret: string): boolean {
  if (signature === null) return false;
  // Escaped characters are covered by the signature either as they stand in the URL or as what they mean.
  const texts = [signedText, decodeURIComponent(signedText)];
  return texts.some((text) => verifyDelivery(text, signature, apiSecret));
}
