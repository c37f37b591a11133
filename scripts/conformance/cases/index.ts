import type { operations } from "#lib/contract/operations.ts";
import { historyCases } from "./history.ts";
import { settingCases } from "./settings.ts";
import type { OperationCases } from "./types.ts";
import { webhookCases } from "./webhooks.ts";
import { workCases } from "./work.ts";

/** Every operation has its cases here: without them the types fail, and so does the suite. */
export const cases: Record<keyof typeof operations, OperationCases> = {
  ...workCases,
  ...historyCases,
  ...settingCases,
  ...webhookCases,
};

/** Operations whose success costs credits without a test key, more than the one credit of a photo. */
export const expensive: readonly string[] = ["removeBg"];
