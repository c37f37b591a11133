import { operations } from "#lib/api/contract.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { generatePhoto } from "#lib/generations/generate.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  POST: endpoint(operations.generate, generatePhoto),
});
