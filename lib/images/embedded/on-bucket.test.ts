import { suite, vi } from "vitest";

// Before the modules below are loaded: every host that they start keeps its files in a bucket.
vi.hoisted(() => {
  vi.stubEnv("TEST_STORAGE", "bucket");
  vi.stubEnv("UPLOAD_MAX_MB", "25");
});

suite("with files in a bucket: delivery", async () => void (await import("./delivery.test.ts")));
suite("with files in a bucket: uploads", async () => void (await import("./upload.test.ts")));
suite("with files in a bucket: signed calls", async () => void (await import("./signed-calls.test.ts")));
suite("with files in a bucket: chunks", async () => void (await import("./chunks.test.ts")));
