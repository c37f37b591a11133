import { S3Client } from "@aws-sdk/client-s3";
import type { BucketAddress } from "../../platform/bucket-address.ts";

interface ClientLimits {
  attempts: number;
  connectTimeoutMs: number;
  /** Timeout without any received byte. */
  idleTimeoutMs: number;
}

/** A client of a bucket; all S3 requests of this service use it. */
export function connectBucket(address: BucketAddress, limits: ClientLimits): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = address;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectTimeoutMs,
      socketTimeout: limits.idleTimeoutMs,
    },
    // S3-compatible stores other than Amazon's refuse unknown checksums; parts are signed with their hashes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
