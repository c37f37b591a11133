import type { PhotoGenerator } from "./generator.ts";
import { studioGenerator } from "./studio/index.ts";

/** The generator that makes this deployment's photos. */
export function photoGenerator(): PhotoGenerator {
  return studioGenerator;
}
