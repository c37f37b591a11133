import { S3Client } from "@aws-sdk/client-s3";
import type { BucketAddress } from "../../platform/bucket-address.ts";

const attempts = 4;
const connectTimeoutMs = 3_000;
/** Timeout without any received byte. */
const idleTimeoutMs = 15_000;

/** A client of a bucket; all S3 requests of this service use it. */
export function connectBucket(address: BucketAddress): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = address;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
    // S3-compatible stores other than Amazon's refuse unknown checksums; parts are signed with their hashes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
