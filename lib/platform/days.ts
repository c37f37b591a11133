/** A calendar day as `2026-11-27`. */
export type Day = string;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** The day so many days later; earlier with a negative count. */
export function addDays(day: Day, count: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

/** The moment at which a day begins in a time zone; where it has no midnight, its first moment. */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Offsets of time zones are multiples of 15 minutes, from UTC−12 to UTC+14.
  for (let minutes = -14 * 60; minutes <= 12 * 60; minutes += 15) {
    const at = new Date(midnight + minutes * 60_000);
    if (dayOf(at, timeZone) >= day) return at;
  }
  return new Date(midnight);
}

/** Whether this is a day of the calendar. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}
