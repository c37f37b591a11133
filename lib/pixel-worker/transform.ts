import { writeDurably } from "#lib/images/embedded/files.ts";
import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import { render } from "#lib/images/embedded/render.ts";
import { damaged, readPicture } from "./decoder.ts";
import type { InspectedImage, TransformTaskInput } from "./tasks.ts";

/** Makes a derived picture and writes it to its file; what is known of it then need not be read from it again. */
export async function transformPicture(input: TransformTaskInput): Promise<InspectedImage> {
  const { source, components, output, target } = input;
  const picture = await readPicture(source);
  const { data, info } = await render(picture, components, output).catch((error: unknown) => {
    throw error instanceof ProtocolError ? error : damaged(picture.format, error);
  });
  await writeDurably(target, data);
  return {
    format: output.format,
    width: info.width,
    height: info.height,
    hasAlpha: info.channels === 4 || info.channels === 2,
    pages: 1,
    sizeBytes: data.byteLength,
  };
}
