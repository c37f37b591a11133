import type { PhotoMode } from "../contract/modes.ts";
import type { Style } from "../contract/styles.ts";
import { type PromptReading, understandPrompt } from "../imaging/renderer/prompt-reading.ts";
import { setStyle } from "../imaging/renderer/scene-options.ts";

interface Prompted {
  style: Style;
  prompt?: string | null | undefined;
  /** Absent where the embedded renderer makes the photo. */
  mode?: PhotoMode | null | undefined;
  /** The caller's own: around it, the marketplace style has a set. */
  background?: unknown;
}

/** What is answered of a prompt: nulls where none was given, and where a model painted what it says. */
export function presentPrompt({ style, prompt, mode, background }: Prompted): {
  promptUnderstood: PromptReading["understood"] | null;
  promptIgnored: PromptReading["ignored"] | null;
} {
  const text = prompt?.trim();
  if (!text || (mode ?? "studio") !== "studio") return { promptUnderstood: null, promptIgnored: null };
  const { understood, ignored } = understandPrompt(setStyle(style, { background }), text);
  return { promptUnderstood: understood, promptIgnored: ignored };
}
