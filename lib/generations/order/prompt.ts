import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import { modeOf } from "#lib/generations/kinds/modes/choice.ts";
import { type PromptReading, understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { setStyle } from "#lib/imaging/renderer/scene/options.ts";

interface Prompted {
  style: Style;
  prompt?: string | null | undefined;
  /** How the photo was made; absent until it is. */
  mode?: PhotoMode | null | undefined;
  /** How it is to be made; absent: as the operator chose. */
  wantedMode?: PhotoMode | null | undefined;
  /** The caller's own: around it, the marketplace style has a set. */
  background?: unknown;
}

/** What is answered of a prompt: nulls where none was given, and where a model paints what it says. */
export function presentPrompt({ style, prompt, mode, wantedMode = null, background }: Prompted): {
  promptUnderstood: PromptReading["understood"] | null;
  promptIgnored: PromptReading["ignored"] | null;
} {
  const text = prompt?.trim();
  const how = mode ?? modeOf({ style, wantedMode, hasBackground: background !== undefined });
  if (!text || how !== "studio") return { promptUnderstood: null, promptIgnored: null };
  const { understood, ignored } = understandPrompt(setStyle(style, { background }), text);
  return { promptUnderstood: understood, promptIgnored: ignored };
}
