/**
 * Limits of nesting depth and number of values of every JSON body: several times the size of the largest batch and the
 * depth of its items. They determine a parser's time more than the length does, and readers of a value are recursive.
 */
export const jsonBounds = { depth: 32, values: 200_000 };

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);

/** Whether a JSON text is within the bounds, without parsing it; the result is meaningless for invalid JSON. */
export function isWithinBounds(
  json: Uint8Array,
  { depth: maxDepth, values: maxValues } = jsonBounds,
): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma) values += 1;
    else if (closings.has(byte)) depth -= 1;
    else if (openings.has(byte)) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}

/** Index of the closing quote of the string that starts at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let end = json.indexOf(quote, start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (json[at - slashes - 1] === backslash) slashes += 1;
  return slashes % 2 === 1;
}
