/** What a client has to be ready for. */
export const compatibility =
  "New error codes and fields may come at any time, and so may operations, optional parameters, events and values of lists in answers: ignore what you do not know.";

/** What is superseded, and by what. It works as ever until the day of its sunset, where there is one. */
export interface Deprecation {
  /** The day from which on it is discouraged: `2026-11-24`. */
  since: string;
  /** The first day on which it may be gone; never for what the contract of v1 has. */
  sunset?: string;
  /** What takes its place, in Markdown. */
  instead: string;
}

/** From the day of a deprecation to its sunset. */
export const leastNoticeDays = 365;

export function deprecationText({ since, sunset, instead }: Deprecation): string {
  const end = sunset === undefined ? "It goes on working in v1." : `It may be gone from ${sunset} on.`;
  return `Deprecated since ${since}. Use ${instead} instead. ${end}`;
}
