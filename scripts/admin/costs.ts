import { type CostRow, lowestCreditValue, readCosts, totalOf } from "#lib/generations/inspect/costs.ts";
import { earliestBooks } from "#lib/generations/run/model-calls.ts";
import { getDate, getText, type Values } from "./values.ts";

const microsPerDollar = 1_000_000;

/** Prints the cost of photos at the model providers and their revenue, by style and model. */
export async function showCosts(values: Values): Promise<void> {
  const since = getDate(values, "since") ?? earliestBooks();
  const given = getDollars(values, "credit-value");
  const creditValueMicros = given ?? lowestCreditValue();
  const rows = await readCosts({ since, creditValueMicros });
  if (values.json) {
    const creditValue = creditValueMicros / microsPerDollar;
    console.log(JSON.stringify({ since, credit_value_usd: creditValue, rows: rows.map(toJson) }));
    return;
  }
  const source = given === null ? "the lowest price among plans and top-ups" : "as given";
  console.log(
    `Since ${since.toISOString()}. A credit is worth ${dollars(creditValueMicros, 5)} (${source}).`,
  );
  if (rows.length === 0) {
    console.log("No photo was made and no model was called.");
    return;
  }
  const table = [headings, ...rows.map(toCells), toCells(totalOf(rows))];
  const widths = headings.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of table) {
    const padded = cells.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(padded.join("  ").trimEnd());
  }
  if (rows.some(({ unpricedCalls }) => unpricedCalls > 0)) {
    console.log("A + after a cost: the price of some of these calls is unknown.");
  }
}

const headings = ["style", "model", "photos", "calls", "failed", "cost", "credits", "worth", "margin"];

function toCells(row: CostRow): string[] {
  const { photos, calls, failedCalls, credits } = row;
  const cost = `${dollars(row.costMicros)}${row.unpricedCalls > 0 ? "+" : ""}`;
  return [
    ...[row.style, row.model ?? "-", ...[photos, calls, failedCalls].map(String), cost, String(credits)],
    ...[dollars(row.worthMicros), dollars(row.marginMicros)],
  ];
}

function toJson({ style, model, photos, calls, credits, ...row }: CostRow) {
  return {
    style,
    model,
    photos,
    calls,
    failed_calls: row.failedCalls,
    unpriced_calls: row.unpricedCalls,
    cost_usd: row.costMicros / microsPerDollar,
    credits,
    worth_usd: row.worthMicros / microsPerDollar,
    margin_usd: row.marginMicros / microsPerDollar,
  };
}

export function dollars(micros: number, digits = 2): string {
  return `${micros < 0 ? "-" : ""}$${(Math.abs(micros) / microsPerDollar).toFixed(digits)}`;
}

/** Reads millionths of a dollar; null if the option is absent. */
function getDollars(values: Values, name: string): number | null {
  const text = getText(values, name);
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1000)) {
    throw new Error(`--${name} must be US dollars from 0 to 1000, such as 0.05, not ${text}`);
  }
  return value * microsPerDollar;
}
