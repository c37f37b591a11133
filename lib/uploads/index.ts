import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { signedUpload, uploadResult } from "../api/schemas.ts";
import { ApiError } from "../errors.ts";
import { randomBase62 } from "../ids.ts";
import { imageHost } from "../images/index.ts";
import { type InspectedImage, inspectImage } from "../images/inspect.ts";
import { UnreadableImageError } from "../images/unreadable.ts";
import { inputsFolder } from "./folder.ts";
import { admitUpload, forgetUpload, requireUploadRoom } from "./quota.ts";

/** Signed parameters with which the caller uploads straight to the image host, into its own folder. */
export const signUpload: UseCase<undefined, z.output<typeof signedUpload>> = async ({ caller }) => {
  const host = imageHost();
  // Where the host does not count what it takes, the signature is the last word that we have.
  if (!host.asksQuota) await requireUploadRoom(caller.userId);
  const { signature, timestamp, apiKey, cloudName, folder } = host.signUpload(inputsFolder(caller.userId));
  return { signature, timestamp, api_key: apiKey, cloud_name: cloudName, folder, upload_url: host.uploadUrl };
};

/** Stores a small file on the image host. Throws ApiError invalid_params when it is not a readable picture. */
export const upload: UseCase<Uint8Array, z.output<typeof uploadResult>> = async ({ caller, input }) => {
  let inspected: InspectedImage;
  const host = imageHost();
  await host.requireRoom();
  try {
    inspected = await inspectImage(input, { caller: caller.userId });
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    const issues = [{ path: "file", message: error.message }];
    throw new ApiError("invalid_params", `file: ${error.message}`, { issues, cause: error });
  }
  const options = { folder: inputsFolder(caller.userId), inspected };
  if (host.asksQuota) return { image_url: (await host.upload(input, options)).url };
  const name = randomBase62(20).toLowerCase();
  const publicId = `${options.folder}/${name}`;
  await admitUpload(publicId, input.byteLength);
  try {
    return { image_url: (await host.upload(input, { ...options, name })).url };
  } catch (error) {
    await forgetUpload(publicId);
    throw error;
  }
};
