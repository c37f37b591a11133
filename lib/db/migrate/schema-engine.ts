import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { migrationAdapter } from "./adapter.ts";

export type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";

/**
 * Prisma's schema engine as WebAssembly, talking through the `pg` driver. The command line tool would
 * download the same engine as a binary at first use, which a closed network does not allow.
 */
export async function openSchemaEngine(
  url: string,
  datamodels: [string, string][],
): Promise<{ engine: bindings.SchemaEngine; close: () => Promise<void> }> {
  await loadWasm();
  const { factory, close } = migrationAdapter(url);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  let detail = "";
  const onLog = (line: string) => {
    detail = line;
  };
  const engine = await bindings.SchemaEngine.new({ datamodels }, onLog, adapter).catch((error) => {
    throw explain(error, detail);
  });
  return {
    engine: new Proxy(engine, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          try {
            return await member.apply(target, args);
          } catch (error) {
            throw explain(error, detail);
          }
        };
      },
    }),
    close: async () => {
      engine.free();
      await close();
    },
  };
}

let loading: Promise<void> | undefined;
let panic = "";

function loadWasm(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const wasm = await readFile(path.join(path.dirname(glue), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(wasm, {
      "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
    });
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message(message: string) {
          panic = message;
        },
      },
    });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  })();
  return loading;
}

/** The engine throws plain objects; what matters is in their message and in its last words. */
function explain(error: unknown, detail: string): Error {
  const message = error instanceof Error ? error.message : JSON.stringify(error);
  const parts = [`Migrations: ${message}`, panic, detail];
  return new Error(parts.filter(Boolean).join("\n"), { cause: error });
}
