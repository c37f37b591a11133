/** By it error pages recognize DatabaseUnavailableError. Alone in a file, so that pages do not load the error table. */
export const unavailableDigest = "database-unavailable";
