import path from "node:path";
import { z } from "zod";
import { ownBrandName } from "./brand-name.ts";
import { bucketUrlForm, readBucketUrl } from "./bucket-address.ts";
import { describeIssue } from "./issue-words.ts";
import { lazy } from "./lazy.ts";
import { type ModelName, modelProviders, readModelNames } from "./model-providers.ts";

const port = z.coerce.number().int().min(1).max(65535);
const count = z.coerce.number().int().min(0);
const httpUrl = z.url({ protocol: /^https?$/, error: "must begin with https:// or http://" });

/** At an odd minute of the night, to avoid the hours at which most scheduled jobs start. */
const dailyBackup = "17 3 * * *";

export const cutoutDevices = ["cpu", "cuda", "coreml", "dml", "webgpu"] as const;
export type CutoutDevice = (typeof cutoutDevices)[number];

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: port.default(3000),
  /** Port on which `npm run worker` answers load balancers and monitoring; unset, it opens none. */
  WORKER_PORT: port.optional(),
  BASE_URL: z.url().optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** Unset: `pretty` on a terminal, otherwise `json`. */
  LOG_FORMAT: z.enum(["pretty", "json"]).optional(),
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.string().default(""),
  /** `on`: the HSTS header covers every subdomain of BASE_URL's host. */
  HSTS_SUBDOMAINS: z.enum(["on", "off"]).default("off"),
  /** Origins whose pages may call /api/v1 from a browser. */
  CORS_ORIGINS: z.string().default(""),
  /** Size limit of an uploaded or fetched picture, in mebibytes. */
  UPLOAD_MAX_MB: count.min(1).max(1024).default(100),
  RATE_LIMIT_PER_MINUTE: count.min(1).default(600),
  /** Webhook deliveries per minute that an account may cause at one responding host. */
  WEBHOOK_RATE_PER_MINUTE: count.min(10).default(600),
  TRIAL_DAYS: count.default(7),
  /** Photos per hour for all visitors without an account together; 0 disables them. */
  TRYOUTS_PER_HOUR: count.default(60),
  /** A folder with terms.md, privacy.md and contact.md, each of which becomes a page. */
  LEGAL_DIR: z.string().min(1).optional(),
  /** Uploads and new work are refused while the disk of DATA_DIR has less free space, in mebibytes. */
  DISK_FLOOR_MB: count.default(1024),
  /** Results older than this are deleted; unset keeps them for ever. */
  RESULT_RETENTION_DAYS: count.min(1).optional(),
  /** Failed and canceled work is deleted after this. */
  REFUNDED_WORK_DAYS: count.min(1).default(30),
  /** `off`: nothing is sold, and every account has a number of credits a month. */
  BILLING: z.enum(["on", "off"]).default("on"),
  /** Monthly credits of a new account with BILLING=off. */
  MONTHLY_CREDITS: count.max(10_000_000).default(100),
  /** A JSON file with plans, top-ups, prices and currency, instead of the default ones. */
  PLANS_FILE: z.string().min(1).optional(),
  BILLING_SANDBOX: z.enum(["on", "off"]).optional(),
  /** Concurrent jobs of this process: 0 only serves requests; unset, the number of pixel processes. */
  WORKERS: count.max(256).optional(),
  /** Number of pixel processes on this machine; unset, derived from its cores and memory. */
  PIXEL_WORKERS: count.min(1).max(64).optional(),
  /** Numeric precision of the cut-out network; `auto`: int8 where the processor is faster with it. */
  CUTOUT_PRECISION: z.enum(["auto", "fp32", "int8"]).default("auto"),
  /** Device on which the cut-out network runs. */
  CUTOUT_DEVICE: z.enum(cutoutDevices).default("cpu"),
  /** An ONNX file that replaces the shipped cut-out network; a JSON file of the same name describes its input. */
  CUTOUT_MODEL: z.string().endsWith(".onnx", "must name a file that ends in .onnx").optional(),
  /** Memory limit of a pixel process, in mebibytes: larger networks need more. */
  PIXEL_WORKER_MEMORY_MB: count.min(1_000).default(1_600),
  DATABASE_URL: z.string().optional(),
  /** The same database without the pooler of DATABASE_URL, for connections that need a session. */
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_POOL_SIZE: count.min(1).default(10),
  /** Timeout of a statement, including the wait for a connection. */
  DATABASE_TIMEOUT_MS: count.min(100).default(4_500),
  /** `off`: the start applies no migrations and fails if some are pending. */
  MIGRATE_ON_START: z.enum(["on", "off"]).default("on"),
  CLOUDINARY_URL: z.string().startsWith("cloudinary://", "must start with cloudinary://").optional(),
  /** The bucket in which the embedded image host keeps its files; unset, on the disk of DATA_DIR. */
  STORAGE_URL: z.string().optional(),
  /** Origin at which browsers reach the bucket, if it is not the bucket's endpoint. */
  STORAGE_PUBLIC_URL: httpUrl.optional(),
  /** Size limit of this machine's local cache of bucket files, in mebibytes. */
  STORAGE_CACHE_MB: count.min(64).default(2048),
  /** `redirect`: the image host redirects browsers to the bucket; `proxy`: it sends the bytes itself. */
  DELIVERY: z.enum(["proxy", "redirect"]).default("proxy"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().optional(),
  /** BRAND_…: name, accent color and logo (a file) on pages, in mails and on visitors' photos. */
  BRAND_NAME: z
    .string()
    .regex(/^[^\p{C}<>"]{1,40}$/u, 'must be 1 to 40 characters without <, > and "')
    .default(ownBrandName),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a color such as #3d4fe0")
    .optional(),
  BRAND_LOGO: z
    .string()
    .regex(/\.(svg|png|webp)$/i, "must name a file that ends in .svg, .png or .webp")
    .optional(),
  SMTP_URL: z.string().optional(),
  /** Unset: BRAND_NAME with the address no-reply@localhost. */
  MAIL_FROM: z.string().optional(),
  /** The seller on receipts: name (unset: BRAND_NAME), address (lines separated by semicolons), tax number. */
  SELLER_NAME: z.string().max(200).optional(),
  SELLER_ADDRESS: z.string().max(500).optional(),
  SELLER_TAX_ID: z.string().max(50).optional(),
  /** Printed on receipts without tax: why none is due. */
  SELLER_TAX_NOTE: z.string().max(300).optional(),
  /** Credit line in the metadata of results. */
  PHOTO_CREDIT: z.string().min(1).max(200).optional(),
  /** PEM files: the certificate, with its issuers, and its private key, that sign results (C2PA). */
  C2PA_CERT: z.string().min(1).optional(),
  C2PA_KEY: z.string().min(1).optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** The previous AUTH_SECRET: only decrypts and verifies, never encrypts or signs. */
  AUTH_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** OIDC_…: sign-in through a company's identity provider (OpenID Connect). */
  OIDC_ISSUER: httpUrl
    .refine(
      (url) => !/\/\.well-known\/|[?#]/.test(url),
      "must be the issuer, without /.well-known/… and query",
    )
    .transform(withoutSlash)
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Name on the sign-in button; unset, the issuer's host. */
  OIDC_NAME: z
    .string()
    .regex(/^[^\p{C}<>"]{1,40}$/u, 'must be 1 to 40 characters without <, > and "')
    .optional(),
  /** Domains of the mail addresses that may sign in; unset: every address that the issuer confirmed. */
  OIDC_DOMAINS: z
    .string()
    .regex(
      /^ *[a-z0-9-]+(\.[a-z0-9-]+)+ *(, *[a-z0-9-]+(\.[a-z0-9-]+)+ *)*$/i,
      "must be domains such as example.com,example.org",
    )
    .transform((text) =>
      text
        .toLowerCase()
        .split(",")
        .map((domain) => domain.trim()),
    )
    .default([]),
  /** `claim:value` of operators; the value is compared with a text or the entries of a list. */
  OIDC_OPERATOR_CLAIM: z
    .string()
    .regex(/^.+:[^:]+$/, "must be a claim and its value, such as groups:photo-operators")
    .optional(),
  /** `off`: no password signs in, up, or is reset. */
  PASSWORD_SIGN_IN: z.enum(["on", "off"]).default("on"),
  /** Hosted image models as `provider/name`, in order of preference; unset, the embedded studio makes all photos. */
  IMAGE_MODEL: z.string().optional(),
  /** Default mode of a photo; unset, `scene` if a model is set, otherwise `studio`. */
  IMAGE_MODE: z.enum(["studio", "scene", "edit"]).optional(),
  /** Makes the photos that every model failed to make. */
  IMAGE_FALLBACK: z.enum(["studio"]).optional(),
  /** Concurrent calls per process and provider. */
  IMAGE_MODEL_CONCURRENCY: count.min(1).max(256).default(8),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  FAL_API_KEY: z.string().optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  GOOGLE_BASE_URL: httpUrl.optional(),
  FAL_BASE_URL: httpUrl.optional(),
  OPENAI_COMPATIBLE_BASE_URL: httpUrl.optional(),
  /** Encrypts the secrets in backups; unset, backups contain no secrets. */
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  /** Schedule of automatic backups: a cron pattern in UTC, or `off`. */
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^(off|\S+( \S+){4})$/, "must be off, or a cron pattern such as 17 3 * * *")
    .optional(),
  /** S3-compatible bucket for scheduled backups. */
  BACKUP_URL: z
    .url({ protocol: /^s3(\+http)?$/, error: "must be s3://KEY:SECRET@endpoint/bucket/prefix" })
    .optional(),
  /** Whether scheduled backups include the pictures of the embedded image host. */
  BACKUP_PICTURES: z.enum(["on", "off"]).default("on"),
  /** The running commit, returned by /api/version; for containers, which have no git working copy. */
  COMMIT: z.string().max(64).optional(),
  /** OTLP/HTTP collector that receives traces; unset, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Headers of the requests to the collector, as `name=value`, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Name of this service in traces. */
  OTEL_SERVICE_NAME: z.string().max(100).optional(),
  /** Bearer token for /api/metrics; unset, only this machine may read it, and only if BASE_URL is not public. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
});

export const environmentNames = Object.keys(schema.shape);
/** Settings that select an image host which several machines can share; one of them is set. */
export const imageHostSettings = ["CLOUDINARY_URL", "STORAGE_URL"] as const;

/** Settings that must be set together or not at all. */
const groups = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const;

export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads and checks the configuration. Empty strings count as absent.
 * Throws one Error that names every wrong or missing variable and what to do.
 */
export function readEnvironment(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given, { error: describeIssue });
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  for (const group of groups) {
    const missing = group.filter((name) => !given[name]);
    if (missing.length > 0 && missing.length < group.length) {
      const present = group.filter((name) => given[name]);
      problems.push(`${missing.join(", ")} missing: ${present.join(", ")} is set, so set all or none`);
    }
  }
  if (given.CUTOUT_PRECISION === "int8" && (given.CUTOUT_MODEL || (given.CUTOUT_DEVICE ?? "cpu") !== "cpu")) {
    problems.push(
      "CUTOUT_PRECISION int8 is for the shipped network on the cpu: unset it, or the other CUTOUT_ settings",
    );
  }
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    problems.push(
      "DATABASE_DIRECT_URL is the way past a pooler: set DATABASE_URL to the pooler's address, or unset it",
    );
  }
  if ((given.C2PA_CERT === undefined) !== (given.C2PA_KEY === undefined)) {
    problems.push("C2PA_CERT and C2PA_KEY are a certificate and its key: set both or none");
  }
  problems.push(...billingProblems(given), ...storageProblems(given), ...signInProblems(given));
  const models = readModels(given);
  problems.push(...models.problems);
  if (!parsed.success || problems.length > 0) {
    throw new Error(`The environment is not usable:\n${problems.map((line) => `  - ${line}`).join("\n")}`);
  }
  const values = parsed.data;
  const baseUrl = withoutSlash(values.BASE_URL ?? `http://localhost:${values.PORT}`);
  const isLoopback = isLoopbackHost(new URL(baseUrl).hostname);
  return {
    ...values,
    BASE_URL: baseUrl,
    DATA_DIR: path.resolve(values.DATA_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `"${values.BRAND_NAME.replaceAll("\\", "")}" <no-reply@localhost>`,
    SELLER_NAME: values.SELLER_NAME ?? values.BRAND_NAME,
    LOG_FORMAT: values.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"),
    /** Whether BASE_URL is reachable from other machines. */
    isPublic: !isLoopback,
    /** Allows the billing sandbox and the demo account; on a public address only if BILLING_SANDBOX is on. */
    sandboxAllowed: values.BILLING_SANDBOX ? values.BILLING_SANDBOX === "on" : isLoopback,
    /** IMAGE_MODEL, parsed. */
    imageModels: models.names,
    BACKUP_SCHEDULE:
      values.BACKUP_SCHEDULE ?? (values.BACKUP_URL || !values.DATABASE_URL ? dailyBackup : "off"),
    IMAGE_MODE: values.IMAGE_MODE ?? (models.names.length > 0 ? "scene" : "studio"),
  };
}

function billingProblems(given: Record<string, string | undefined>): string[] {
  const isOff = given.BILLING === "off";
  const needless = isOff
    ? ["STRIPE_SECRET_KEY", "BILLING_SANDBOX", "PLANS_FILE"].filter((name) => given[name] !== undefined)
    : [];
  const lonely = !isOff && given.MONTHLY_CREDITS !== undefined;
  return [
    ...needless.map((name) => `${name} is for selling credits: unset it, or BILLING=off`),
    ...(lonely ? ["MONTHLY_CREDITS is for BILLING=off: set both, or unset it"] : []),
  ];
}

function signInProblems(given: Record<string, string | undefined>): string[] {
  if (given.OIDC_ISSUER) return [];
  const lonely = ["OIDC_NAME", "OIDC_DOMAINS", "OIDC_OPERATOR_CLAIM"].filter((name) => given[name]);
  const problems = lonely.map(
    (name) => `OIDC_ISSUER missing: ${name} is for company sign-in, so set both or none`,
  );
  const way = "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET";
  if (given.PASSWORD_SIGN_IN === "off")
    problems.push(`PASSWORD_SIGN_IN=off leaves no way to sign in: set ${way}`);
  return problems;
}

/** Problems of the storage settings. The messages never quote a bucket URL, because it contains a secret. */
function storageProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.STORAGE_URL !== undefined) {
    try {
      readBucketUrl(given.STORAGE_URL);
    } catch (error) {
      problems.push(`STORAGE_URL ${error instanceof Error ? error.message : `must be ${bucketUrlForm}`}`);
    }
  } else {
    const needless = ["STORAGE_PUBLIC_URL", "STORAGE_CACHE_MB"].filter((name) => given[name] !== undefined);
    if (given.DELIVERY === "redirect") needless.push("DELIVERY=redirect");
    problems.push(
      ...needless.map((name) => `STORAGE_URL missing: ${name} is for a bucket, so set both or none`),
    );
  }
  return problems;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Parses IMAGE_MODEL and returns the problems of it and of the settings that depend on it. */
function readModels(given: Record<string, string | undefined>): { names: ModelName[]; problems: string[] } {
  const { IMAGE_MODEL: list, IMAGE_MODE: mode } = given;
  if (!list) {
    const needs = [
      ...(mode === "scene" || mode === "edit" ? [`IMAGE_MODE is ${mode}`] : []),
      ...(given.IMAGE_FALLBACK ? ["IMAGE_FALLBACK is set"] : []),
    ];
    const problems = needs.map((need) => `IMAGE_MODEL missing: ${need}, so set a model`);
    return { names: [], problems };
  }
  try {
    const names = readModelNames(list);
    const providers = [...new Set(names.map(({ provider }) => provider))];
    const problems = providers.flatMap((provider) => {
      const { needsKey, keyName, defaultBaseUrl, baseUrlName } = modelProviders[provider];
      const needed = [...(needsKey ? [keyName] : []), ...(defaultBaseUrl === null ? [baseUrlName] : [])];
      const missing = needed.filter((name) => !given[name]);
      return missing.map((name) => `${name} missing: IMAGE_MODEL names a model of ${provider}`);
    });
    return { names, problems };
  } catch (error) {
    return { names: [], problems: [`IMAGE_MODEL ${error instanceof Error ? error.message : "is wrong"}`] };
  }
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The configuration of this process. */
export const env = lazy((): Environment => readEnvironment(process.env));

/** URL for connections that need a session or a long transaction: bypasses the pooler, if there is one. */
export function directDatabaseUrl(): string {
  const { DATABASE_DIRECT_URL, DATABASE_URL = "" } = env();
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}

/** UPLOAD_MAX_MB in bytes. */
export function maxUploadBytes(): number {
  return env().UPLOAD_MAX_MB * 1024 * 1024;
}

/** Environment for a child process: that of this process, `defaults` for what it does not set, and `settings`. */
export function environmentWith(
  defaults: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return { ...defaults, ...process.env, ...settings };
}
