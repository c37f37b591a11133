/**
 * One program per generated client, as an integrator would write it, without casts. `@ts-expect-error` lines verify
 * that wrong calls do not compile; a field with a default is omitted to verify that it is optional. Enums of
 * responses are open: each program compares a code with one that the document does not have yet.
 */

const outcome = `
export interface Outcome {
  total: number;
  imageUrl: string;
  entries: number;
  refused: { code: "invalid_params"; message: string };
  missing: { code: ErrorCode };
}
/** A code that the document does not have yet may be compared with. */
export const isOfTomorrow = (code: ErrorCode): boolean => code === "a_code_of_tomorrow";
`;

export const programs = {
  "openapi-typescript": `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type ErrorCode = components["schemas"]["ErrorCode"];
${outcome}
export async function run(baseUrl: string, key: string, file: File): Promise<Outcome> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
  const credits = await client.GET("/api/v1/credits");
  const uploaded = await client.POST("/api/v1/upload", {
    body: { file },
    bodySerializer: (body) => {
      const form = new FormData();
      form.append("file", body.file);
      return form;
    },
  });
  const refused = await client.POST("/api/v1/generate", {
    body: { image_url: "nowhere", type: "product", style: "studio" },
  });
  // @ts-expect-error: there is no such style
  const wrong = (): unknown => client.POST("/api/v1/generate", { body: { image_url: "", type: "product", style: "oil" } });
  const list = await client.GET("/api/v1/generations", { params: { query: { limit: 5 } } });
  const missing = await client.GET("/api/v1/generations/{id}", { params: { path: { id: "gen_none" } } });
  if (!credits.data || !uploaded.data || !list.data) throw new Error("refused");
  if (refused.error?.error.code !== "invalid_params" || !missing.error) throw new Error("not refused");
  const { code, message } = refused.error.error;
  return {
    total: credits.data.total,
    imageUrl: uploaded.data.image_url,
    entries: list.data.data.length,
    refused: { code, message },
    missing: { code: missing.error.error.code },
  };
}
`,
  "hey-api": `
import { credits, generate, getGeneration, listGenerations, upload, type ErrorCode } from "./client";
import { client } from "./client/client.gen";
${outcome}
export async function run(_baseUrl: string, key: string, file: File): Promise<Outcome> {
  client.setConfig({ auth: key });
  const balance = await credits({ throwOnError: true });
  const uploaded = await upload({ body: { file }, throwOnError: true });
  const refused = await generate({ body: { image_url: "nowhere", type: "product", style: "studio" } });
  // @ts-expect-error: there is no such style
  const wrong = (): unknown => generate({ body: { image_url: "", type: "product", style: "oil" } });
  const list = await listGenerations({ query: { limit: 5 }, throwOnError: true });
  const missing = await getGeneration({ path: { id: "gen_none" } });
  if (refused.error?.error.code !== "invalid_params" || !missing.error) throw new Error("not refused");
  const { code, message } = refused.error.error;
  return {
    total: balance.data.total,
    imageUrl: uploaded.data.image_url,
    entries: list.data.data.length,
    refused: { code, message },
    missing: { code: missing.error.error.code },
  };
}
`,
  orval: `
import { credits, generate, getGeneration, listGenerations, upload, type ErrorCode } from "./client";
${outcome}
export async function run(_baseUrl: string, key: string, file: File): Promise<Outcome> {
  const options = { headers: { Authorization: \`Bearer \${key}\` } };
  const balance = await credits(options);
  const uploaded = await upload({ file }, options);
  const refused = await generate({ image_url: "nowhere", type: "product", style: "studio" }, options);
  // @ts-expect-error: there is no such style
  const wrong = (): unknown => generate({ image_url: "", type: "product", style: "oil" });
  const list = await listGenerations({ limit: 5 }, options);
  const missing = await getGeneration("gen_none", undefined, options);
  if (balance.status !== 200 || uploaded.status !== 200 || list.status !== 200) throw new Error("refused");
  if (refused.status !== 400 || missing.status === 200) throw new Error("not refused");
  const { code, message } = refused.data.error;
  if (code !== "invalid_params") throw new Error(code);
  return {
    total: balance.data.total,
    imageUrl: uploaded.data.image_url,
    entries: list.data.data.length,
    refused: { code, message },
    missing: { code: missing.data.error.code },
  };
}
`,
  "openapi-zod-client": `
import { isErrorFromAlias } from "@zodios/core";
import type { z } from "zod";
import { createApiClient, schemas } from "./client";

type ErrorCode = z.infer<typeof schemas.ErrorCode>;
${outcome}
export async function run(baseUrl: string, key: string, file: File): Promise<Outcome> {
  const client = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: \`Bearer \${key}\` } } });
  const balance = await client.credits();
  const uploaded = await client.upload({ file });
  const refused = await client.generate({ image_url: "nowhere", type: "product", style: "studio" }).catch((error: unknown) => error);
  // @ts-expect-error: there is no such style
  const wrong = (): unknown => client.generate({ image_url: "", type: "product", style: "oil" });
  const list = await client.listGenerations({ queries: { limit: 5 } });
  const missing = await client.getGeneration({ params: { id: "gen_none" } }).catch((error: unknown) => error);
  if (!isErrorFromAlias(client.api, "generate", refused) || refused.response.status !== 400) throw new Error("not refused");
  if (!isErrorFromAlias(client.api, "getGeneration", missing)) throw new Error("not refused");
  const { code, message } = refused.response.data.error;
  if (code !== "invalid_params") throw new Error(code);
  return {
    total: balance.total,
    imageUrl: uploaded.image_url,
    entries: list.data.length,
    refused: { code, message },
    missing: { code: missing.response.data.error.code },
  };
}
`,
} as const;
