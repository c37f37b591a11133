/** Credits that test keys of an account can spend in a day (UTC). */
export const testBalance = 1_000;
