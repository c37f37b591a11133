import { S3Client } from "@aws-sdk/client-s3";
import type { BucketAddress } from "../../platform/bucket-address.ts";

interface ClientLimits {
  attempts: number;
  connectTimeoutMs: number;
  /** Longest time without a byte. */
  idleTimeoutMs: number;
}

/** A client of a bucket; the one way in which this service speaks S3. */
export function connectBucket(address: BucketAddress, limits: ClientLimits): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, isPathStyle } = address;
  return new S3Client({
    ...{ endpoint, region, credentials: { accessKeyId, secretAccessKey } },
    forcePathStyle: isPathStyle,
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectTimeoutMs,
      socketTimeout: limits.idleTimeoutMs,
    },
    // Stores that speak S3 and are not Amazon's refuse checksums that they do not know; parts are signed with theirs.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
