/** Default name of the service, used without BRAND_NAME. */
export const ownBrandName = "Photo Generation Service";
