import type { PromptKind } from "#lib/contract/photos/values.ts";
import { documentedWords, promptPictureName } from "#lib/imaging/renderer/prompt/vocabulary/documented.ts";
import { Card } from "../ui/card.tsx";
import { WordGrid } from "./word-grid.tsx";

const shownWords = 6;

export function WordPictures({ kind }: { kind: PromptKind }) {
  const words = documentedWords
    .filter((word) => word.kind === kind)
    .map((word) => ({
      value: word.value,
      file: promptPictureName(word),
      words: word.words.slice(0, shownWords).join(", "),
    }));
  return (
    <Card>
      <WordGrid words={words} />
    </Card>
  );
}
