import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import createLibheif, { type MainModule } from "libheif-js/libheif-wasm/libheif.js";

/** Constants of libheif's interface (heif.h). */
const rgbColorspace = 1;
const chroma = { rgb: 10, rgba: 11 } as const;
const interleavedChannel = 10;
const errorSize = 12;
/** heif_suberror_Security_limit_exceeded: our limit of pixels, or libheif's own limits of parts. */
const limitExceeded = 1000;
const nclxType = fourcc("nclx");
const iccTypes = [fourcc("prof"), fourcc("rICC")];

type Fault = "damaged" | "beyond_limits" | "out_of_memory";

/** The reason why libheif cannot decode a file; `message` is for the log. */
export class HeifError extends Error {
  readonly fault: Fault;

  constructor(message: string, fault: Fault = "damaged") {
    super(message);
    this.name = "HeifError";
    this.fault = fault;
  }
}

/** The primary picture of a HEIF file before it is decoded; all values are those of the upright picture. */
export interface HeifPicture {
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Color space of the pixels: an ICC profile, or the number of their primaries (ITU-T H.273). */
  color: { icc: Uint8Array } | { primaries: number } | null;
  /** Writes RGB or RGBA, 8 bits per channel, row by row without gaps. Throws HeifError. */
  decodeInto(target: Uint8Array): void;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Opens a HEIF file with libheif. Each file gets its own WebAssembly instance of at most `maxMemoryBytes`, so that a
 * damaged file cannot affect others. Throws HeifError.
 */
export async function openHeif(
  file: Uint8Array,
  limits: { maxPixels: number; maxMemoryBytes: number },
): Promise<HeifPicture> {
  compiled ??= readFile(createRequire(import.meta.url).resolve("libheif-js/libheif-wasm/libheif.wasm")).then(
    (wasm) => WebAssembly.compile(wasm),
  );
  const heif = new Heif(await compiled, limits.maxMemoryBytes);
  return heif.open(file, limits.maxPixels);
}

class Heif {
  readonly #module: MainModule;
  readonly #error: number;
  readonly #out: number;
  #memoryRefused = false;

  constructor(compiled: WebAssembly.Module, maxMemoryBytes: number) {
    this.#module = createLibheif({
      instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(compiled, imports);
        this.#limitMemory(instance, maxMemoryBytes);
        receive(instance);
        return instance.exports;
      },
      print: () => undefined,
      printErr: () => undefined,
    });
    this.#error = this.#allocate(errorSize);
    this.#out = this.#allocate(8);
  }

  open(file: Uint8Array, maxPixels: number): HeifPicture {
    const heif = this.#module;
    const bytes = this.#allocate(file.byteLength);
    this.#heap.set(file, bytes);
    return this.#guard(() => {
      const context = heif._heif_context_alloc();
      // libheif takes the limit as the side of a square.
      heif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)));
      heif._heif_context_read_from_memory_without_copy(this.#error, context, bytes, file.byteLength, 0);
      this.#check();
      heif._heif_context_get_primary_image_handle(this.#error, context, this.#out);
      this.#check();
      return this.#describe(this.#int(this.#out));
    });
  }

  #describe(handle: number): HeifPicture {
    const heif = this.#module;
    const width = heif._heif_image_handle_get_width(handle);
    const height = heif._heif_image_handle_get_height(handle);
    const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0;
    const color = this.#colorOf(handle);
    const isPremultiplied = hasAlpha && heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0;
    return {
      width,
      height,
      hasAlpha,
      color,
      decodeInto: (target) => {
        this.#guard(() => this.#decode(handle, { width, height, hasAlpha, target }));
        if (isPremultiplied) divideByAlpha(target);
      },
    };
  }

  #colorOf(handle: number): HeifPicture["color"] {
    const heif = this.#module;
    const type = heif._heif_image_handle_get_color_profile_type(handle);
    if (iccTypes.includes(type)) {
      const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
      const profile = this.#allocate(size);
      heif._heif_image_handle_get_raw_color_profile(this.#error, handle, profile);
      this.#check();
      return { icc: this.#heap.slice(profile, profile + size) };
    }
    if (type !== nclxType) return null;
    heif._heif_image_handle_get_nclx_color_profile(this.#error, handle, this.#out);
    this.#check();
    // struct heif_color_profile_nclx: one byte of version, then the primaries as an int.
    return { primaries: this.#int(this.#int(this.#out) + 4) };
  }

  #decode(
    handle: number,
    {
      width,
      height,
      hasAlpha,
      target,
    }: Pick<HeifPicture, "width" | "height" | "hasAlpha"> & { target: Uint8Array },
  ): void {
    const heif = this.#module;
    const wanted = hasAlpha ? chroma.rgba : chroma.rgb;
    heif._heif_decode_image(this.#error, handle, this.#out, rgbColorspace, wanted, 0);
    this.#check();
    const image = this.#int(this.#out);
    const plane = heif._heif_image_get_plane_readonly2(image, interleavedChannel, this.#out);
    const stride = this.#int(this.#out);
    const row = width * (hasAlpha ? 4 : 3);
    const isWhole =
      plane !== 0 &&
      stride >= row &&
      heif._heif_image_get_width(image, interleavedChannel) === width &&
      heif._heif_image_get_height(image, interleavedChannel) === height;
    if (!isWhole) throw new HeifError("the decoded picture is not of the announced size");
    for (let y = 0; y < height; y += 1) {
      const start = plane + y * stride;
      target.set(this.#heap.subarray(start, start + row), y * row);
    }
  }

  get #heap(): Uint8Array {
    return this.#module.HEAPU8;
  }

  #int(pointer: number): number {
    const heap = this.#heap;
    return new DataView(heap.buffer, heap.byteOffset).getUint32(pointer, true);
  }

  #allocate(bytes: number): number {
    const pointer = this.#module._malloc(bytes);
    if (pointer === 0) throw new HeifError("libheif has no memory left", "out_of_memory");
    return pointer;
  }

  #check(): void {
    const [code, subcode] = [this.#int(this.#error), this.#int(this.#error + 4)];
    const fault = subcode === limitExceeded ? "beyond_limits" : "damaged";
    if (code !== 0) throw new HeifError(`libheif refused the file: error ${code}.${subcode}`, fault);
  }

  /** Converts every error in libheif, including an abort, to HeifError. */
  #guard<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (this.#memoryRefused) throw new HeifError(message, "out_of_memory");
      throw error instanceof HeifError ? error : new HeifError(message);
    }
  }

  /** Emscripten calls `grow` of the memory, and treats an exception as a refusal. */
  #limitMemory(instance: WebAssembly.Instance, maxBytes: number): void {
    for (const memory of Object.values(instance.exports)) {
      if (!(memory instanceof WebAssembly.Memory)) continue;
      const grow = memory.grow.bind(memory);
      memory.grow = (pages) => {
        if (memory.buffer.byteLength + pages * 65_536 <= maxBytes) return grow(pages);
        this.#memoryRefused = true;
        throw new RangeError("the limit of memory is reached");
      };
    }
  }
}

/** Converts premultiplied colours to straight alpha. */
function divideByAlpha(rgba: Uint8Array): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
}

function fourcc(name: string): number {
  return Buffer.from(name, "latin1").readUInt32BE();
}
