// Signs a picture of one pixel, so that a certificate that cannot sign is refused before there are results.
import { sign } from "#lib/images/signature.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const source = "http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic";

try {
  await sign(Buffer.from(pixel, "base64"), "image/png", source);
} catch (error) {
  console.log((error as Error).message);
  process.exitCode = 1;
}
