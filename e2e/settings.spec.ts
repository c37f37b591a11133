import { hostedService } from "./hosted-service.ts";
import { expectSecretKeys, expectUnstoredAnswers, expectWorkWithoutClient } from "./key-secrecy.ts";
import { test } from "./support.ts";

const service = hostedService();

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", () =>
  expectSecretKeys(service, 1));

test("responses to a key in the URL have Cache-Control no-store and Referrer-Policy no-referrer", () =>
  expectUnstoredAnswers(service));

test("work continues when its client disconnects, and its result can be read", () =>
  expectWorkWithoutClient(service, [200]));
