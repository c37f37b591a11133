"use client";

const sidePx = 240;

export interface PicturedWord {
  value: string;
  /** File name in public/docs/prompts. */
  file: string;
  /** All words in one line. */
  words: string;
}

/** A client component, because the words as props take a third of the bytes of rendered elements. */
export function WordGrid({ words }: { words: readonly PicturedWord[] }) {
  return (
    <ul className="word-grid">
      {words.map(({ value, file, words: line }) => (
        <li key={value}>
          {/* biome-ignore lint/performance/noImgElement: small files of their own size, nothing to optimize. */}
          <img src={`/docs/prompts/${file}`} alt="" width={sidePx} height={sidePx} loading="lazy" />
          <code>{value}</code>
          <p>{line}</p>
        </li>
      ))}
    </ul>
  );
}
