import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/*
 * Client generators need a compiler with a JavaScript API, which TypeScript 7 has no more: whatever imports
 * `typescript` after this module gets the one that openapi-zod-client brings along.
 */

const require = createRequire(import.meta.url);
const zodClient = createRequire(require.resolve("openapi-zod-client"));
const compilerFile = createRequire(zodClient.resolve("tanu")).resolve("typescript");

export const compiler: { factory: { createTypeReferenceNode(name: string): never } } = require(compilerFile);

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript"
      ? { url: pathToFileURL(compilerFile).href, format: "commonjs", shortCircuit: true }
      : next(specifier, context),
});
