/** What the service is called where its operator set no BRAND_NAME. */
export const ownBrandName = "Photo Generation Service";
