import type { BillingDetails } from "#lib/billing/details.ts";

/** Complete billing details of a company. */
export const companyDetails: BillingDetails = {
  name: "Lampenhaus GmbH",
  line1: "Ringstr. 7",
  line2: "",
  postalCode: "50667",
  city: "Köln",
  country: "DE",
  taxId: "DE123456789",
};
