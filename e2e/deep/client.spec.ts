// Guards: a batch of a folder of 40 pictures, killed three times, is completed by the next run and charged once.
import { test } from "../installed-client.ts";
import { expectCompletedFolder } from "../killed-folder.ts";

test.describe.configure({ timeout: 360_000 });

test("a batch of a folder that is killed three times is completed by the next run and charged once", ({
  demo,
  installed,
}) =>
  expectCompletedFolder({ demo, installed, pictures: 40, killWhen: ["uploaded", "ordered", "first saved"] }));
