import { createField, type Field } from "#lib/imaging/renderer/field.ts";

/** Linear light × 3 → OKLab L, a, b (Ottosson 2020): distances in it are about as large as they look. */
export function toOklab(light: Field): Field {
  const lab = createField(light.width, light.height, 3);
  const { data } = light;
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [data[i] as number, data[i + 1] as number, data[i + 2] as number];
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab.data[i] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    lab.data[i + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    lab.data[i + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return lab;
}
