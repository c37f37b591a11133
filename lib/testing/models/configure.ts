import { painter } from "../../models/index.ts";
import { type Environment, env, readEnvironment } from "../../platform/env.ts";
import type { ServedProvider } from "./index.ts";

/**
 * Configures this process for the served providers, in order, with fresh circuit breakers. `change` is additional
 * environment.
 */
export function useModelsOf(servers: readonly ServedProvider[], change: Record<string, string> = {}): void {
  const models = servers.map((server) => server.env.IMAGE_MODEL).join(",");
  const given = Object.assign({}, ...servers.map((server) => server.env), { IMAGE_MODEL: models }, change);
  const values: Environment = env();
  for (const name of Object.keys(values)) Reflect.deleteProperty(values, name);
  Object.assign(values, readEnvironment({ ...process.env, ...given }));
  painter.forget();
}
