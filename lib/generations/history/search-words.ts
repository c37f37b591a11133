import { columnList, columnsFor } from "../../credits/work-columns.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { addDays, startOfDay } from "../../platform/days.ts";
import { isTypo } from "../../platform/typo.ts";
import { findScenesNamed, sceneNameWords } from "../../scenes/catalogue.ts";
import { type Days, findDays } from "./search-days.ts";

/** The columns whose texts a search reads (`workColumns`). */
export const searched = columnsFor("searched");
/** What a search reads of a row. */
export const searchedColumns = sql`${columnList(searched)}, source_ref, scene, batch_id`;

/** Further words are ignored, because each is compared with every text. */
const mostWords = 10;
/** Only this many letters of each text are compared with a word that may be misspelt. */
const comparedLetters = 200;
const mostComparedWords = 20_000;
/** Only words of four letters or more are corrected, without digits: another number is not a typing error. */
const guessed = /^[\p{L}\p{M}'’-]{4,}$/u;
const mostErrors = (word: string) => (word.length >= 8 ? 2 : 1);

/** A word of a search, or several that name days; `texts` are its spellings. */
interface Term {
  texts: readonly string[];
  days: Days | null;
}

/** The words of a search. */
interface Search {
  search?: string | undefined;
  /** The time zone of the days that words name; UTC by default. */
  timeZone?: string | undefined;
}

function readTerms({ search, timeZone = "UTC" }: Search): Term[] {
  const words = (search?.trim() ?? "").split(/\s+/u).filter(Boolean).slice(0, mostWords);
  const named = findDays(words, { now: new Date(), timeZone });
  return words.flatMap((word, at): Term[] => {
    const phrase = named.find((one) => at >= one.at && at < one.at + one.length);
    if (!phrase) return [{ texts: [word], days: null }];
    if (phrase.at !== at) return [];
    return [{ texts: [words.slice(at, at + phrase.length).join(" ")], days: phrase.days }];
  });
}

/**
 * The condition that work has every word of a search: in a searched column, a value of a JSON column, the name of its
 * scene, the title of its order, or as the day on which it was ordered. Null for an empty search.
 */
export function hasWords(search: Search): Prisma.Sql | null {
  const terms = readTerms(search);
  return terms.length === 0 ? null : hasTerms(terms, search.timeZone);
}

function hasTerms(terms: readonly Term[], timeZone: string | undefined): Prisma.Sql {
  return sql`(${Prisma.join(
    terms.map((term) => hasTerm(term, timeZone)),
    " AND ",
  )})`;
}

function hasTerm({ texts, days }: Term, timeZone = "UTC"): Prisma.Sql {
  // Escapes the wildcards of LIKE.
  const patterns = texts.map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const conditions = searched.map(({ name, type }) => {
    const column = Prisma.raw(name);
    if (type === "text") return sql`${column} ILIKE ANY(${patterns})`;
    return sql`EXISTS (
      SELECT FROM jsonb_each_text(CASE jsonb_typeof(${column}) WHEN 'object' THEN ${column} ELSE '{}' END) AS pair
      WHERE pair.value ILIKE ANY(${patterns}))`;
  });
  const scenes = texts.flatMap(findScenesNamed);
  if (scenes.length > 0) conditions.push(sql`scene = ANY(${scenes})`);
  if (days) {
    const [from, before] = [startOfDay(days.from, timeZone), startOfDay(addDays(days.to, 1), timeZone)];
    conditions.push(sql`(created_at >= ${from} AND created_at < ${before})`);
  }
  conditions.push(sql`EXISTS (SELECT FROM batch b WHERE b.id = batch_id AND b.title ILIKE ANY(${patterns}))`);
  return sql`(${Prisma.join(conditions, " OR ")})`;
}

/**
 * As `hasWords`, with each word also in the spellings of similar words that the rows have. Null if there are none, and
 * for words with digits. `rows`: what the search reads (`lookedThrough`).
 */
export async function hasSimilarWords(search: Search, rows: Prisma.Sql): Promise<Prisma.Sql | null> {
  const terms = readTerms(search);
  const open = terms.flatMap(({ texts: [word = ""], days }) =>
    days === null && guessed.test(word) ? [word.toLowerCase()] : [],
  );
  if (open.length === 0) return null;
  const known = [...new Set([...(await wordsOfRows(rows, open)), ...sceneNameWords()])];
  let isChanged = false;
  const spelt = terms.map((term) => {
    const [text = ""] = term.texts;
    const word = text.toLowerCase();
    if (!open.includes(word)) return term;
    const similar = known.filter((one) => one !== word && isTypo(word, one, mostErrors(word)));
    if (similar.length > 0) isChanged = true;
    return { ...term, texts: [text, ...similar] };
  });
  return isChanged ? hasTerms(spelt, search.timeZone) : null;
}

/** The distinct words of these rows, in lower case, that are about as long as one of these. */
async function wordsOfRows(rows: Prisma.Sql, words: readonly string[]): Promise<string[]> {
  const lengths = words.map((word) => [...word].length);
  const texts = searched.filter(({ type }) => type === "text").map(({ name }) => Prisma.raw(name));
  const found = await db().$queryRaw<{ word: string }[]>(sql`
    SELECT DISTINCT word
    FROM (${rows}) AS looked
    CROSS JOIN LATERAL unnest(ARRAY[${Prisma.join(texts)}, (SELECT title FROM batch b WHERE b.id = batch_id)]) AS text
    CROSS JOIN LATERAL regexp_split_to_table(lower(left(text, ${comparedLetters}::int)), '[\\s[:punct:]]+') AS word
    WHERE char_length(word) BETWEEN ${Math.min(...lengths) - 2}::int AND ${Math.max(...lengths) + 2}::int
    LIMIT ${mostComparedWords}::int`);
  return found.map(({ word }) => word);
}
