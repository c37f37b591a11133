import { describe, expect, test } from "vitest";
import { trialUploads } from "#lib/contract/billing/plans.ts";
import { db } from "#lib/db/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { admitUpload, requireUploadRoom } from "./quota.ts";

everyTestTries("disk");

await useDatabase();

const mb = 1_000_000;
const trialAccount = () => makeAccount({ tier: "starter", status: "trialing" });
const enter = (userId: string, name: string, sizeBytes: number) =>
  admitUpload(`inputs/${userId}/${name}`, sizeBytes).then(
    () => "entered",
    (error: unknown) => (error instanceof Error ? error.message : "?"),
  );
const countOf = (userId: string) => db().hostedPicture.count({ where: { userId } });

function uploadThrough(key: string, bytes: Uint8Array) {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), "a.jpg");
  return api("upload", { key, body });
}

async function uploadDirectly(userId: string, bytes: Uint8Array) {
  const host = imageHost();
  const form = new FormData();
  const { url, fields } = host.signUpload(`inputs/${userId}`);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(bytes)]), "a.jpg");
  const response = await handleImageHostRequest(new Request(url, { method: "POST", body: form }));
  return { status: response.status, body: await response.json() };
}

describe("the quota of uploads", () => {
  test("admits exactly as many concurrent uploads as fit, by bytes and by number", async () => {
    const uploads = runsOf(40, 14);
    const byBytes = await trialAccount();
    const size = (trialUploads.storageMb * mb) / 10;
    const outcomes = await Promise.all(
      Array.from({ length: uploads }, (_, i) => enter(byBytes.userId, `b${i}`, size)),
    );
    expect(outcomes.filter((outcome) => outcome === "entered")).toHaveLength(10);
    expect(await countOf(byBytes.userId)).toBe(10);

    const byNumber = await trialAccount();
    await db().hostedPicture.createMany({
      data: Array.from({ length: trialUploads.files - 5 }, (_, i) => ({
        publicId: `inputs/${byNumber.userId}/old${i}`,
        userId: byNumber.userId,
        sizeBytes: 1,
      })),
    });
    const more = await Promise.all(
      Array.from({ length: uploads }, (_, i) => enter(byNumber.userId, `n${i}`, 1)),
    );
    expect(more.filter((outcome) => outcome === "entered")).toHaveLength(5);
    expect(await countOf(byNumber.userId)).toBe(trialUploads.files);
  });

  test("includes the bytes stored for work", async () => {
    const { userId } = await trialAccount();
    const quotaBytes = trialUploads.storageMb * mb;
    await db().balance.update({ where: { userId }, data: { storedBytes: quotaBytes - 10 } });
    expect(await enter(userId, "a", 10)).toBe("entered");
    expect(await enter(userId, "b", 1)).toContain("used up");
    await expect(requireUploadRoom(userId)).rejects.toMatchObject({ code: "invalid_params" });
  });

  test("applies to direct uploads too, names a fix in the error, and is larger on a larger plan", async () => {
    const { userId, key } = await trialAccount();
    const picture = await productPicture();
    expect((await uploadThrough(key, picture)).status).toBe(200);
    expect((await uploadDirectly(userId, picture)).status).toBe(200);
    expect(
      await db().hostedPicture.aggregate({ where: { userId }, _sum: { sizeBytes: true } }),
    ).toMatchObject({
      _sum: { sizeBytes: 2 * picture.length },
    });
    await enter(userId, "large", trialUploads.storageMb * mb - 3 * picture.length + 1);
    const refused = await uploadThrough(key, picture);
    expect(refused.body.error).toMatchObject({ code: "invalid_params", issues: [{ path: "file" }] });
    expect(refused.body.error.message).toMatch(/500 MB in 100 files.*Delete results.*7 days.*larger plan/s);
    const direct = await uploadDirectly(userId, picture);
    expect([direct.status, direct.body.error.message]).toEqual([400, expect.stringContaining("used up")]);
    expect(await countOf(userId)).toBe(3);
    await db().subscription.update({ where: { userId }, data: { tier: "pro", status: "active" } });
    expect((await uploadDirectly(userId, picture)).status).toBe(200);
  });

  test("does not count an upload that is not a picture", async () => {
    const { userId } = await trialAccount();
    expect((await uploadDirectly(userId, Buffer.from("no picture"))).status).toBe(400);
    expect(await countOf(userId)).toBe(0);
  });

  test("rejects uploads of a closed, suspended or deleted account, even with a valid signature", async () => {
    const picture = await productPicture();
    const shut = { closingAt: new Date() };
    for (const data of [shut, { suspendedAt: new Date() }, null]) {
      const { userId } = await trialAccount();
      if (data) await db().subscription.update({ where: { userId }, data });
      else await db().user.delete({ where: { id: userId } });
      const { status, body } = await uploadDirectly(userId, picture);
      expect([status, body.error.message]).toEqual([
        400,
        "file: this account is closed or suspended, or was secured since this upload was signed",
      ]);
    }
  });
});
