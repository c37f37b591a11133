/** Changes that a client must be prepared for. */
export const compatibility =
  "New error codes, fields, operations, optional parameters, events, and enum values in responses may be added at any time: ignore what you do not know.";

/** A superseded part of the API. It works unchanged until its sunset, if it has one. */
export interface Deprecation {
  /** Date of the deprecation: `2026-11-24`. */
  since: string;
  /** Earliest date of removal; never set for what the contract of v1 contains. */
  sunset?: string;
  /** The replacement, in Markdown. */
  instead: string;
}

/** Minimum time between deprecation and sunset. */
export const leastNoticeDays = 365;

export function deprecationText({ since, sunset, instead }: Deprecation): string {
  const end =
    sunset === undefined ? "It continues to work in v1." : `It may be removed on or after ${sunset}.`;
  return `Deprecated since ${since}. Use ${instead} instead. ${end}`;
}
