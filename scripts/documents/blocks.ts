import { glob, readFile } from "node:fs/promises";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
/** Documents for users and operators; those of `assets` are for makers of pictures, who have their own tools. */
const documents = ["*.md", "docs/**/*.md", "sdk/README.md"];
const languages = ["sh", "js"] as const;

/** A block of commands or a program. */
export interface Block {
  /** `docs/guide.md#batches`; a further block of the same heading and language ends in `:2`. */
  id: string;
  language: (typeof languages)[number];
  text: string;
}

/** Every block of commands and programs of the documents. */
export async function readBlocks(): Promise<Block[]> {
  const files: string[] = [];
  for await (const file of glob(documents, { cwd: root })) files.push(file);
  const texts = await Promise.all(
    files.toSorted().map(async (file) => [file, await readDocument(file)] as const),
  );
  return texts.flatMap(([file, text]) => blocksOf(file, text));
}

export const readDocument = (file: string) => readFile(path.join(root, file), "utf8");

function blocksOf(file: string, text: string): Block[] {
  const counts = new Map<string, number>();
  let heading = "";
  const found: Block[] = [];
  for (const [, title, tag = "", body = ""] of text.matchAll(/^#+ (.*)$|^```(\S*).*\n([\s\S]*?)\n```$/gm)) {
    if (title !== undefined)
      heading = title
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-");
    const language = languages.find((known) => known === tag);
    if (title !== undefined || !language) continue;
    const name = `${file}#${heading}.${language}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.push({ id: count === 1 ? name : `${name}:${count}`, language, text: body });
  }
  return found;
}
