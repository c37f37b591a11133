import type { Style } from "#lib/contract/photos/styles.ts";
import { amazon } from "./amazon.ts";
import type { StyleDefinition } from "./definition.ts";
import { lifestyle } from "./lifestyle.ts";
import { luxury } from "./luxury.ts";
import { studio } from "./studio.ts";

export const styleDefinitions: Record<Style, StyleDefinition> = { studio, amazon, luxury, lifestyle };
