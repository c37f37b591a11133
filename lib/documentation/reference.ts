import { apiReference, type ReferenceOperation } from "#lib/contract/openapi/reference.ts";
import type { SectionId } from "#lib/contract/sections.ts";
import { imageHost } from "#lib/images/index.ts";
import { offer } from "#lib/plans/offer.ts";

/** The URLs of this deployment for uploads and deliveries. */
export function hostAddresses() {
  const { deliveryPrefix } = imageHost();
  return { deliveryPrefix, uploadUrl: imageHost().signUpload("inputs").url };
}

/** Every operation with the URLs and prices of this deployment. */
export function referenceHere(): readonly ReferenceOperation[] {
  return apiReference(hostAddresses(), offer().baseCosts);
}

export function operationsOf(section: SectionId): ReferenceOperation[] {
  return referenceHere().filter((operation) => operation.section === section);
}
