"use client";

const sidePx = 240;

export interface PicturedWord {
  value: string;
  /** Name of its file below public/docs/prompts. */
  file: string;
  /** In one line. */
  words: string;
}

/** Values with their pictures, sent to the browser as data: as elements they would be three times as long. */
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
