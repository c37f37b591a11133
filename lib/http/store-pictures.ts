import type { Operation } from "../contract/operation.ts";
import { db } from "../db/index.ts";
import { toUrl } from "../images/reference.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { ApiError, type ErrorIssue, invalidParam, invalidParams, issueOf } from "../platform/errors.ts";
import { formatPath } from "../platform/issue-words.ts";
import { problemOf } from "../platform/reasons.ts";
import { discardSent, type StoredPicture, storeSent } from "../uploads/sent.ts";
import type { SentPicture, SentPictures } from "./body.ts";
import type { WrongParts } from "./check-each.ts";
import { fileField } from "./sent-pictures.ts";

const storedAtOnce = 4;

interface Call {
  given: unknown;
  pictures: SentPictures;
  userId: string;
  headers: Headers;
}

/** Performs a call with the addresses of the pictures that it sent. A refused call leaves none. */
export async function withPictures<Result>(
  { input }: Operation,
  { headers, given, ...call }: Call,
  perform: (given: unknown) => Promise<Result>,
): Promise<Result> {
  const eachOf = input.from === "json" ? input.eachOf : undefined;
  const stored = await storePictures(given, { ...call, eachOf });
  try {
    const result = await perform(stored.input);
    if (stored.imageUrl !== null) headers.set("X-Image-Url", stored.imageUrl);
    return result;
  } catch (error) {
    await stored.discardAfter(error);
    throw error;
  }
}

interface Stored {
  /** The input with addresses in place of the pictures. */
  input: unknown;
  /** Address of the call's own picture, if it has only one. */
  imageUrl: string | null;
  /** Deletes the stored pictures, unless the error leaves work that needs them. */
  discardAfter: (error: unknown) => Promise<void>;
}

/**
 * Stores the pictures of a call among the caller's inputs. An unusable one is refused at its field; in a list that is
 * checked one by one, only its element is. Throws ApiError, and leaves nothing then.
 */
async function storePictures(
  given: unknown,
  { pictures, eachOf, userId }: { pictures: SentPictures; eachOf: string | undefined; userId: string },
): Promise<Stored> {
  const limit = limitConcurrency({ atOnce: storedAtOnce });
  const needed = new Set<string>();
  fill({ ...(given as object), wrong: undefined }, (key) => needed.add(key) && key);
  const all = [...pictures]
    .filter(([key]) => needed.has(key))
    .map(([key, sent]) => limit(async () => [key, await tryStore(sent, userId)] as const));
  const settled = await Promise.allSettled(all);
  const outcomes = new Map(settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  const kept = [...outcomes.values()].flatMap((outcome) => (outcome instanceof ApiError ? [] : outcome));
  const broken = settled.find((one) => one.status === "rejected");
  try {
    if (broken) throw broken.reason;
    const issues: { path: Path; error: ApiError }[] = [];
    const input = fill(given, (text, path) => {
      const sent = pictures.get(text);
      if (sent === undefined) return text;
      const outcome = path[0] === "wrong" ? undefined : outcomes.get(text);
      const isFile = sent.fileName !== undefined && eachOf === undefined;
      if (outcome instanceof ApiError) issues.push({ path: isFile ? [fileField] : path, error: outcome });
      return outcome && !(outcome instanceof ApiError) ? outcome.imageUrl : "";
    });
    const right = issues.length === 0 ? input : refuse(input, issues, eachOf);
    const own = typeof given === "object" && given !== null && "image_url" in given ? given.image_url : null;
    const single = pictures.size === 1 ? kept[0] : outcomes.get(String(own));
    return {
      input: right,
      imageUrl: single && !(single instanceof ApiError) ? single.imageUrl : null,
      discardAfter: async (error) => {
        const isRefused = error instanceof ApiError && error.status < 500 && error.generationId === undefined;
        if (isRefused) await discardSent(kept);
      },
    };
  } catch (error) {
    await discardSent(kept);
    throw error;
  }
}

/** The stored picture, or why it cannot be used. */
async function tryStore(sent: SentPicture, userId: string): Promise<StoredPicture | ApiError> {
  const { problem, file = new Uint8Array(), digest, fileName } = sent;
  // The call may wait a minute for its work.
  sent.file = undefined;
  if (problem !== undefined) return invalidParam("file", problem);
  try {
    return await storeSent({ file, digest, fileName }, { userId });
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_params") return error;
    throw error;
  }
}

type Path = readonly (string | number)[];

/** A copy of the input with other texts, except in the caller's own values. */
function fill(value: unknown, change: (text: string, path: Path) => string, path: Path = []): unknown {
  if (typeof value === "string") return change(value, path);
  if (Array.isArray(value)) return value.map((one, at) => fill(one, change, [...path, at]));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === "metadata" ? inner : fill(inner, change, [...path, name]),
  ]);
  return Object.fromEntries(entries);
}

/** Moves the elements with unusable pictures to the wrong ones; without a list, throws ApiError invalid_params. */
function refuse(
  input: unknown,
  found: readonly { path: Path; error: ApiError }[],
  eachOf: string | undefined,
): unknown {
  const toIssue = (path: Path, error: ApiError): ErrorIssue => {
    const at = formatPath(path);
    const issue = error.issues?.[0] ?? issueOf("", problemOf(error));
    return { ...issue, path: at, message: `${at}: ${issue.message}` };
  };
  if (eachOf === undefined) throw invalidParams(found.map(({ path, error }) => toIssue(path, error)));
  const { [eachOf]: list, wrong, ...rest } = input as Record<string, unknown> & { wrong?: WrongParts };
  const elements = list as unknown[];
  const taken = new Set(wrong?.elements.map(({ place }) => place));
  const places = Array.from({ length: elements.length + taken.size }, (_, place) => place).filter(
    (place) => !taken.has(place),
  );
  const bad = Map.groupBy(found, ({ path }) => Number(path[1]));
  const refused = [...bad].map(([at, problems]) => {
    const place = places[at] ?? at;
    const issues = problems.map(({ path, error }) => toIssue([eachOf, place, ...path.slice(2)], error));
    return { place, given: elements[at], issues };
  });
  return {
    ...rest,
    [eachOf]: elements.filter((_, at) => !bad.has(at)),
    wrong: { issues: wrong?.issues ?? [], elements: [...(wrong?.elements ?? []), ...refused] },
  };
}

/** Completes the headers of a repeated call, whose picture was stored by the first one. */
export async function nameSource(headers: Headers, userId: string): Promise<void> {
  const id = headers.get("X-Generation-Id");
  if (id === null || headers.has("X-Image-Url")) return;
  const row = await db().generation.findFirst({ where: { id, userId }, select: { sourceRef: true } });
  if (row?.sourceRef) headers.set("X-Image-Url", toUrl(row.sourceRef));
}
