import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/*
 * Client generators need a compiler with a JavaScript API, which TypeScript 7 no longer has: importing `typescript`
 * after this module yields the compiler that comes with openapi-zod-client.
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
