/** What an account's owner may choose for a key. */
export const maxKeyNameLength = 60;
export const keyLifetimesDays = ["30", "90", "365"] as const;
