// Loads all routes in the order of a seed, calls every operation without a key, and prints the responses.
import path from "node:path";
import { operations } from "../contract/operations.ts";
import { loadRoutes } from "../http/route-table.ts";

const [seed] = process.argv.slice(2);
const routes = await loadRoutes(path.resolve(import.meta.dirname, "../../app"), { seed });
const answers = await Promise.all(
  Object.values(operations).map(async ({ id, method, path: template }) => {
    const address = template.replace(/\{\w+\}/g, "unknown");
    const request = new Request(new URL(address, "http://localhost:3000"), {
      method,
      ...(method === "POST" && { body: "{}", headers: { "content-type": "application/json" } }),
    });
    const response = await routes.find(method, address)?.handle?.(request);
    const body = await response?.text();
    const code = /"code":"(\w+)"/.exec(body ?? "")?.[1] ?? null;
    return [id, response?.status, code];
  }),
);
console.log(JSON.stringify(answers));
process.exit(0);
