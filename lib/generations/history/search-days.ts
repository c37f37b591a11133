import { addDays, type Day, dayOf, isDay } from "../../platform/days.ts";

/** Days that words name, both included. */
export interface Days {
  from: Day;
  to: Day;
}

/** Words at a place of a text that name days. */
export interface NamedDays {
  at: number;
  length: number;
  days: Days;
}

const months = [
  ["january", "jan", "januar", "jänner"],
  ["february", "feb", "februar"],
  ["march", "mar", "märz", "mrz"],
  ["april", "apr"],
  ["may", "mai"],
  ["june", "jun", "juni"],
  ["july", "jul", "juli"],
  ["august", "aug"],
  ["september", "sep", "sept"],
  ["october", "oct", "oktober", "okt"],
  ["november", "nov"],
  ["december", "dec", "dezember", "dez"],
];
const weekdays = [
  ["sunday", "sonntag"],
  ["monday", "montag"],
  ["tuesday", "dienstag"],
  ["wednesday", "mittwoch"],
  ["thursday", "donnerstag"],
  ["friday", "freitag"],
  ["saturday", "samstag", "sonnabend"],
];

const indexOf = (names: readonly (readonly string[])[], word: string | undefined) =>
  names.findIndex((forms) => word !== undefined && forms.includes(word));

/**
 * The days that words of a search name, in English or German: `yesterday`, `last week`, `tuesday`, `27 nov`,
 * `november 2025`, `27.11.`, `2026-11-27`. A day without a year is the last one until today; so is a weekday.
 */
export function findDays(
  words: readonly string[],
  { now, timeZone }: { now: Date; timeZone: string },
): NamedDays[] {
  const today = dayOf(now, timeZone);
  const plain = words.map((word) => word.toLowerCase().replace(/,$/, ""));
  const found: NamedDays[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    // The longest phrase first: `27 nov 2025` before `27 nov`.
    for (let length = 3; length > 0; length -= 1) {
      const phrase = plain.slice(at, at + length);
      const days = phrase.length === length ? readDays(phrase, today) : null;
      if (!days) continue;
      found.push({ at, length, days });
      at += length - 1;
      break;
    }
  }
  return found;
}

function readDays(words: readonly string[], today: Day): Days | null {
  return words.length === 1 ? readWord(words[0] ?? "", today) : readPhrase(words, today);
}

function readWord(word: string, today: Day): Days | null {
  if (word === "today" || word === "heute") return oneDay(today);
  if (word === "yesterday" || word === "gestern") return oneDay(addDays(today, -1));
  if (word === "vorgestern") return oneDay(addDays(today, -2));
  if (isDay(word)) return oneDay(word);
  const weekday = indexOf(weekdays, word);
  if (weekday >= 0) return oneDay(addDays(today, -((weekdayOf(today) - weekday + 7) % 7)));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(word);
  if (dotted) return dayInYear(Number(dotted[1]), Number(dotted[2]), dotted[3], today);
  // The name of a month alone, unless it is short: `may` and `mar` are words and names, too.
  const month = indexOf(months, word);
  return month >= 0 && word.length > 3 ? wholeMonth(month + 1, undefined, today) : null;
}

const spans = {
  week: ["week", "woche"],
  month: ["month", "monat"],
};
const last = /^(last|past|previous|letzte[rns]?|vergangene[rns]?|vorige[rns]?)$/;
const current = /^(this|diese[rns]?)$/;

function readPhrase(words: readonly string[], today: Day): Days | null {
  const [first = "", second = "", third] = words;
  if (third !== undefined && !/^\d{4}$/.test(third)) return null;
  const isLast = last.test(first);
  if (third === undefined && (isLast || current.test(first))) {
    const back = isLast ? 1 : 0;
    if (spans.week.includes(second)) return weekOf(addDays(today, -7 * back));
    if (spans.month.includes(second)) {
      const [year = 0, month = 1] = today.split("-").map(Number);
      const index = year * 12 + month - 1 - back;
      return monthOf(Math.floor(index / 12), (index % 12) + 1);
    }
    return null;
  }
  const [before, after] = [indexOf(months, first), indexOf(months, second)];
  if (after >= 0 && isDayNumber(first)) return dayInYear(Number.parseInt(first, 10), after + 1, third, today);
  if (before >= 0 && isDayNumber(second))
    return dayInYear(Number.parseInt(second, 10), before + 1, third, today);
  if (before >= 0 && third === undefined && /^\d{4}$/.test(second))
    return wholeMonth(before + 1, second, today);
  return null;
}

const isDayNumber = (word: string) => /^(0?[1-9]|[12]\d|3[01])(\.|st|nd|rd|th)?$/.test(word);
const oneDay = (day: Day): Days => ({ from: day, to: day });
const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Null for a day that the calendar does not have. */
function dayInYear(day: number, month: number, year: string | undefined, today: Day): Days | null {
  const named = (of: string) => `${of}-${twoDigits(month)}-${twoDigits(day)}`;
  const thisYear = today.slice(0, 4);
  const wanted = year
    ? named(year)
    : named(thisYear) <= today
      ? named(thisYear)
      : named(String(Number(thisYear) - 1));
  return isDay(wanted) ? oneDay(wanted) : null;
}

function wholeMonth(month: number, year: string | undefined, today: Day): Days {
  const [thisYear = 0, thisMonth = 1] = today.split("-").map(Number);
  return monthOf(year ? Number(year) : month <= thisMonth ? thisYear : thisYear - 1, month);
}

function monthOf(year: number, month: number): Days {
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${twoDigits(month + 1)}-01`;
  return { from: `${year}-${twoDigits(month)}-01`, to: addDays(next, -1) };
}

/** The week of a day, from Monday to Sunday. */
function weekOf(day: Day): Days {
  const from = addDays(day, -((weekdayOf(day) + 6) % 7));
  return { from, to: addDays(from, 6) };
}
