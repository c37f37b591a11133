import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { signedUpload, uploadResult } from "../api/schemas.ts";
import { ApiError } from "../errors.ts";
import { imageHost } from "../images/index.ts";
import { type InspectedImage, inspectImage } from "../images/inspect.ts";
import { UnreadableImageError } from "../images/unreadable.ts";

/** Where a user's pictures go on the image host. */
export function inputsFolder(userId: string): string {
  return `inputs/${userId}`;
}

/** Signed parameters with which the caller uploads straight to the image host, into its own folder. */
export const signUpload: UseCase<undefined, z.output<typeof signedUpload>> = async ({ caller }) => {
  const host = imageHost();
  return { ...host.signUpload(inputsFolder(caller.userId)), upload_url: host.uploadUrl };
};

/** Stores a small file on the image host. Throws ApiError invalid_params when it is not a readable picture. */
export const upload: UseCase<Uint8Array, z.output<typeof uploadResult>> = async ({ caller, input }) => {
  let inspected: InspectedImage;
  try {
    inspected = await inspectImage(input, { caller: caller.userId });
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    const issues = [{ path: "file", message: error.message }];
    throw new ApiError("invalid_params", `file: ${error.message}`, { issues, cause: error });
  }
  const asset = await imageHost().upload(input, { folder: inputsFolder(caller.userId), inspected });
  return { image_url: asset.url };
};
