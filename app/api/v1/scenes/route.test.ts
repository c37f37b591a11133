import { describe, expect, test } from "vitest";
import { productSizeNames, productSizes, sceneCategories } from "#lib/contract/scenes/categories.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";
import { api, fetchApi } from "#lib/testing/api.ts";

const ask = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  api("listScenes", { query, headers });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
const all = sceneCatalogue().map(({ id }) => id);

const preview = (id: string, headers: Record<string, string> = {}) =>
  fetchApi("scenePreview", { id, headers });

describe("200", () => {
  test("lists every scene of the catalogue in its order, without a key", async () => {
    const { status, body, headers } = await ask({ limit: "100" });
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(all);
    expect(body.next_cursor).toBeNull();
    expect(headers.get("content-language")).toBe("en");
  });

  test.each([["a key that is none", { authorization: "Bearer pgs_none" }]])(
    "is the answer with %s, too",
    async (_what, headers) => {
      expect((await ask({}, headers)).status).toBe(200);
    },
  );

  test.each([
    ["de-AT,en;q=0.5", "Podest mit Rosenblättern", "Rosenblätter", "de"],
    ["fr", "Podium with rose petals", "rose petals", "en"],
  ])("uses the language of Accept-Language: %s", async (accepted, name, tag, language) => {
    const { body, headers } = await ask({ limit: "100" }, { "accept-language": accepted });
    const [scene] = body.data.filter(({ id }: { id: string }) => id === "podium-petals");
    expect(scene.name).toBe(name);
    expect(scene.tags).toContain(tag);
    expect(headers.get("content-language")).toBe(language);
    expect(headers.get("vary")).toBe("Accept-Language, Cookie");
  });

  test.each(sceneCategories)("lists only the scenes of category %s", async (category) => {
    const { body } = await ask({ category, limit: "100" });
    const wanted = sceneCatalogue().filter((scene) => scene.category === category);
    expect(idsOf(body)).toEqual(wanted.map(({ id }) => id));
  });

  test("lists the scenes for products of a size, with the lengths that fit them", async () => {
    for (const size of productSizeNames) {
      const { from, to } = productSizes[size];
      const { body } = await ask({ size, limit: "100" });
      const wanted = sceneCatalogue().filter(({ productCm }) => productCm.from < to && productCm.to > from);
      expect(idsOf(body)).toEqual(wanted.map(({ id }) => id));
      for (const scene of body.data) expect(scene.product_cm.from).toBeLessThan(scene.product_cm.to);
    }
  });

  test("lists the scenes that suit a style, and none for a style that is always white", async () => {
    expect(idsOf((await ask({ style: "amazon" })).body)).toEqual([]);
    expect(idsOf((await ask({ style: "lifestyle", limit: "100" })).body)).toEqual(all);
    expect(idsOf((await ask({ style: "studio" })).body)).toContain("podium-petals");
  });

  test.each([
    ["rose petals", "podium-petals"],
    ["Rosenblätter auf einem Podest", "podium-petals"],
    ["euka", "bathroom-eucalyptus"],
    ["bath", "bathroom-eucalyptus"],
    ["beau", "bathroom-eucalyptus"],
    ["serviettes et eucalyptus", "bathroom-eucalyptus"],
  ])("finds for “%s” the scene %s first", async (q, id) => {
    expect(idsOf((await ask({ q })).body)[0]).toBe(id);
  });

  test("lists no scene for unknown words, and every scene for an empty search", async () => {
    expect((await ask({ q: "qwertz blorp" })).body).toEqual({ data: [], next_cursor: null });
    expect(idsOf((await ask({ q: " ", limit: "100" })).body)).toEqual(all);
  });

  test("has previews that are served as WebP, with 304 for a matching If-None-Match", async () => {
    const { body } = await ask();
    const [{ id, preview_url: url }] = body.data;
    expect(new URL(url).pathname).toBe(`/api/v1/scenes/${id}/preview`);
    const first = await preview(id);
    expect(first.headers.get("content-type")).toBe("image/webp");
    expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe("WEBP");
    expect(first.headers.get("content-length")).toBe(String(bytes.length));
    const again = await preview(id, { "if-none-match": first.headers.get("etag") ?? "" });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });
});
