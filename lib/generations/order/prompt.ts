import type { PhotoMode } from "../../contract/photos/modes.ts";
import type { Style } from "../../contract/photos/styles.ts";
import { type PromptReading, understandPrompt } from "../../imaging/renderer/prompt-reading.ts";
import { setStyle } from "../../imaging/renderer/scene-options.ts";
import { modeOf } from "../kinds/modes/choice.ts";

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
