import { answerMetrics } from "#lib/http/metrics.ts";

export const GET = answerMetrics;
