import type { PromptKind } from "#lib/contract/photos/values.ts";
import { documentedWords, promptPictureName } from "#lib/imaging/renderer/prompt/vocabulary/documented.ts";
import { Card } from "../ui/card.tsx";

const sidePx = 240;
/** The most words shown for each value. */
const shownWords = 6;

/** Every value of a prompt kind, with its picture and its words. */
export function WordPictures({ kind }: { kind: PromptKind }) {
  return (
    <Card>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-5 p-4 sm:grid-cols-3 sm:p-5 lg:grid-cols-4">
        {documentedWords
          .filter((word) => word.kind === kind)
          .map((word) => (
            <li key={word.value} className="min-w-0">
              {/* biome-ignore lint/performance/noImgElement: small files of their own size, nothing to optimize. */}
              <img
                src={`/docs/prompts/${promptPictureName(word)}`}
                alt=""
                width={sidePx}
                height={sidePx}
                loading="lazy"
                className="aspect-square w-full rounded-lg bg-sunken"
              />
              <p className="mt-1.5 break-words font-mono text-xs">{word.value}</p>
              <p className="break-words text-muted text-xs">{word.words.slice(0, shownWords).join(", ")}</p>
            </li>
          ))}
      </ul>
    </Card>
  );
}
