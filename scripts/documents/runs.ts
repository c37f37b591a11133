/**
 * How a block of the documents is tested as written. `settings`: the fast tier reads them as an environment. The others
 * run in e2e/deep/documents.spec.ts: `calls` with curl, `programs` and `commands` with the installed client library,
 * `server` as a receiver of webhooks, `operator` on a service of its own.
 */
type Runner = "settings" | "calls" | "programs" | "commands" | "server" | "operator";
export type Run = Runner | { not: string };

/** Every block of commands and programs in the documents, by its id. `not`: why it cannot run here. */
export const runs: Readonly<Record<string, Run>> = {
  "CONTRIBUTING.md#set-up.sh": { not: "these are the runs of the tests themselves" },
  "README.md#two-commands.sh": { not: "the start of every browser test, and the run of the tests itself" },
  "README.md#the-api-in-one-screen.sh": "calls",
  "docs/configuration.md#company-sign-in.sh": "settings",
  "docs/examples.md#first-photo.sh": "calls",
  "docs/examples.md#first-photo.js": "programs",
  "docs/examples.md#direct-upload.sh": "calls",
  "docs/examples.md#direct-upload.js": "programs",
  "docs/guide.md#authentication.sh": "calls",
  "docs/guide.md#your-own-look.sh": "calls",
  "docs/guide.md#cut-outs-and-masks.sh": "calls",
  "docs/guide.md#cut-outs-and-masks.sh:2": "calls",
  "docs/guide.md#retries-and-idempotency.sh": "calls",
  "docs/guide.md#work-that-you-do-not-wait-for.sh": "calls",
  "docs/guide.md#batches.sh": "calls",
  "docs/guide.md#webhooks.js": "server",
  "docs/image-models.md#image-models.sh": "settings",
  "docs/image-models.md#image-models.sh:2": "settings",
  "docs/image-models.md#image-models.sh:3": "settings",
  "docs/image-models.md#image-models.sh:4": { not: "pays a provider of image models" },
  "docs/mcp.md#connect-a-client.sh": { not: "needs Claude Code and its account" },
  "docs/mcp.md#connect-a-client.js": "programs",
  "docs/operations.md#a-day-in-production.sh": "operator",
  "docs/operations.md#more-than-one-machine.sh": {
    not: "e2e/deep/rolling.spec.ts starts these roles with a database",
  },
  "docs/operations.md#behind-a-pooler.sh": "settings",
  "docs/operations.md#containers-and-service-managers.sh": { not: "needs Docker and Kubernetes" },
  "docs/operations.md#backups.sh": "operator",
  "sdk/README.md#photo-generation-service.sh": "commands",
  "sdk/README.md#a-photo-of-a-picture.js": "programs",
  "sdk/README.md#work-that-you-do-not-wait-for.js": "programs",
  "sdk/README.md#faults.js": "programs",
  "sdk/README.md#webhooks.js": "programs",
  "sdk/README.md#the-rest-of-the-api.js": "programs",
  "sdk/README.md#command-line.sh": "commands",
};
