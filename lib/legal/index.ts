import { open } from "node:fs/promises";
import path from "node:path";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";

/** Legal texts of an operator: each a Markdown file of LEGAL_DIR, and a page of the same name. */
export const legalPages = ["terms", "privacy", "contact"] as const;
export type LegalPage = (typeof legalPages)[number];

const maxFileBytes = 256 * 1024;

/**
 * The Markdown of a page, read from its file; null if the operator has none. Without a contact.md, the seller's name
 * and address on receipts are the contact, if an address is set.
 */
export async function readLegalPage(page: LegalPage): Promise<string | null> {
  return (await readLegalFile(page)) ?? (page === "contact" ? sellerContact() : null);
}

/** The pages that exist. */
export async function listLegalPages(): Promise<LegalPage[]> {
  const texts = await Promise.all(legalPages.map(readLegalPage));
  return legalPages.filter((_, index) => texts[index] !== null);
}

async function readLegalFile(page: LegalPage): Promise<string | null> {
  const { LEGAL_DIR } = env();
  if (LEGAL_DIR === undefined) return null;
  try {
    const file = await open(path.join(/* turbopackIgnore: true */ path.resolve(LEGAL_DIR), `${page}.md`));
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxFileBytes), 0, maxFileBytes, 0);
      const text = buffer.toString("utf8", 0, bytesRead).trim();
      return text === "" ? null : text;
    } finally {
      await file.close();
    }
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) log.warn({ err: error, page }, "a file of LEGAL_DIR cannot be read");
    return null;
  }
}

function sellerContact(): string | null {
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID } = env();
  if (SELLER_ADDRESS === undefined) return null;
  const lines = [SELLER_NAME, ...SELLER_ADDRESS.split(";"), ...(SELLER_TAX_ID ? [SELLER_TAX_ID] : [])];
  return lines.map((line) => `- ${line.trim()}`).join("\n");
}
