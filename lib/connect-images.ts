import { provideImageServices } from "./images/services.ts";

// Imported lazily, because most tests and tools use no pictures.
const pool = () => import("./imaging/worker/pool.ts");
const quota = () => import("./uploads/quota.ts");

/** Injects what the image host needs from modules above it; for every process that stores or changes pictures. */
export function connectImages(): void {
  provideImageServices({
    pixels: {
      inspect: async (image, options) => (await pool()).runTask("inspect", { image }, options),
      decode: async (input, options) => (await pool()).runTask("decode", input, options),
      transform: async (input, options) => (await pool()).runTask("transform", input, options),
      cutOut: async (input, { onStart, ...options }) => {
        const { runTask } = await pool();
        const task = { ...input, format: "png" } as const;
        return (await runTask("cutout", task, { ...options, onStage: onStart })).boundingBox;
      },
    },
    quota: {
      admit: async (...upload) => (await quota()).admitUpload(...upload),
      forget: async (publicId) => (await quota()).forgetUpload(publicId),
      hasDependentWork: async (publicId) => (await quota()).hasDependentWork(publicId),
    },
  });
}
