import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTransformation } from "./transformation.ts";

describe("parseTransformation", () => {
  test("parses the transformations that a shop uses", () => {
    expect(
      parseTransformation("e_background_removal/b_rgb:fff,c_pad,w_100,h_0.5,g_north_west/f_auto,q_auto:eco"),
    ).toEqual([
      { cutOut: true },
      {
        background: { r: 255, g: 255, b: 255, alpha: 1 },
        crop: "pad",
        width: { pixels: 100 },
        height: { fraction: 0.5 },
        gravity: "northwest",
      },
      { format: "auto", quality: "auto:eco" },
    ]);
    expect(parseTransformation("ar_16:9,c_fill,dpr_2.0,g_face,w_10")[0]).toEqual({
      aspectRatio: 16 / 9,
      crop: "fill",
      dpr: 2,
      gravity: "attention",
      width: { pixels: 10 },
    });
    expect(parseTransformation("b_transparent,f_jpeg,q_7")[0]).toMatchObject({ format: "jpg", quality: 7 });
  });

  test.each([
    ["w_abc", "Invalid width in transformation: abc"],
    ["w_0", "Invalid width in transformation: 0"],
    ["h_-5", "Invalid height in transformation: -5"],
    ["c_explode,w_1", "Invalid crop in transformation: explode"],
    ["e_sepia", "Invalid effect in transformation: sepia"],
    ["e_background_removal:fineedges_y", "Invalid effect in transformation: background_removal:fineedges_y"],
    ["b_auto,w_1", "Invalid background in transformation: auto"],
    ["b_nocolour", "Invalid background in transformation: nocolour"],
    ["g_moon,w_1", "Invalid gravity in transformation: moon"],
    ["f_svg", "Invalid format in transformation: svg"],
    ["q_101", "Invalid quality in transformation: 101"],
    ["q_0", "Invalid quality in transformation: 0"],
    ["f_png,fl_lossy", "Invalid flag in transformation: lossy"],
    ["ar_0:1,w_1", "Invalid aspect_ratio in transformation: 0:1"],
    ["dpr_99,w_1", "Invalid dpr in transformation: 99"],
    ["c_fill", "Must supply either width or height with crop"],
    ["l_text:Arial:hi", "Invalid transformation component - l_text:Arial:hi"],
    ["t_named", "Invalid transformation component - t_named"],
    ["__proto___1", "Invalid transformation component - __proto___1"],
    ["constructor_1", "Invalid transformation component - constructor_1"],
    ["f_constructor", "Invalid format in transformation: constructor"],
    ["w_1,w_2", "Invalid transformation component - w_2"],
    ["w_1,,h_1", "Invalid transformation component - "],
    [Array(11).fill("w_1").join("/"), "Transformation is too long"],
  ])("rejects %s with 400", (text, message) => {
    expect(() => parseTransformation(text)).toThrow(expect.objectContaining({ status: 400, message }));
  });

  test("returns components or a 400 for any text, never another error", () => {
    const token = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom("w", "h", "c", "b", "e", "f", "q", "g", "ar", "dpr", "x"), fc.string())
        .map((p) => p.join("_")),
    );
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(",", "/"),
        (tokens, joiner) => {
          try {
            parseTransformation(tokens.join(joiner));
          } catch (error) {
            expect(error).toMatchObject({ name: "ProtocolError", status: 400 });
            expect((error as Error).message).toMatch(/^[\x20-\x7e]*$/);
          }
        },
      ),
    );
  });
});
