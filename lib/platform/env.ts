import path from "node:path";
import { z } from "zod";
import { ownBrandName } from "./brand-name.ts";
import { bucketUrlForm, readBucketUrl } from "./bucket-address.ts";
import { describeIssue } from "./issue-words.ts";
import { type ModelName, modelProviders, readModelNames } from "./model-providers.ts";

const port = z.coerce.number().int().min(1).max(65535);
const count = z.coerce.number().int().min(0);
const httpUrl = z.url({ protocol: /^https?$/, error: "must begin with https:// or http://" });

/** At night in most places, and not when everybody else's begins. */
const dailyBackup = "17 3 * * *";

export const cutoutDevices = ["cpu", "cuda", "coreml", "dml", "webgpu"] as const;
export type CutoutDevice = (typeof cutoutDevices)[number];

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: port.default(3000),
  /** Where `npm run worker` answers load balancers and monitoring; unset, nowhere. */
  WORKER_PORT: port.optional(),
  BASE_URL: z.url().optional(),
  /** Earlier values of BASE_URL, separated by commas: delivery URLs under them still name the same pictures. */
  FORMER_BASE_URLS: z.string().default(""),
  DATA_DIR: z.string().min(1).default("./data"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** Lines for people or for programs; unset, the first on a terminal. */
  LOG_FORMAT: z.enum(["pretty", "json"]).optional(),
  /** Addresses and networks of reverse proxies whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.string().default(""),
  /** `on`: browsers stay with https on every subdomain of BASE_URL's host too. */
  HSTS_SUBDOMAINS: z.enum(["on", "off"]).default("off"),
  /** Origins whose pages may call /api/v1 from a browser. */
  CORS_ORIGINS: z.string().default(""),
  /** Largest picture that is taken in, in mebibytes. */
  UPLOAD_MAX_MB: count.min(1).max(1024).default(100),
  RATE_LIMIT_PER_MINUTE: count.min(1).default(600),
  /** Webhooks that an account may cause in a minute at one host that answers. */
  WEBHOOK_RATE_PER_MINUTE: count.min(10).default(600),
  TRIAL_DAYS: count.default(7),
  /** Photos that visitors without an account may make in an hour, all together; 0 turns that off. */
  TRYOUTS_PER_HOUR: count.default(60),
  /** A folder with terms.md, privacy.md and contact.md: each is a page. */
  LEGAL_DIR: z.string().min(1).optional(),
  /** Uploads and new work are refused while less than this is free on the disk of DATA_DIR. */
  DISK_FLOOR_MB: count.default(1024),
  /** Results older than this are deleted; unset keeps them for ever. */
  RESULT_RETENTION_DAYS: count.min(1).optional(),
  /** Failed and canceled work is deleted after this. */
  REFUNDED_WORK_DAYS: count.min(1).default(30),
  BILLING_SANDBOX: z.enum(["on", "off"]).optional(),
  /** Jobs that this process makes at a time: 0 serves only; unset, as many as there are pixel processes. */
  WORKERS: count.max(256).optional(),
  /** Processes that make pictures on this machine; unset, by its cores and memory. */
  PIXEL_WORKERS: count.min(1).max(64).optional(),
  /** In how many bits the cut-out network computes; `auto`: 8 where the processor is faster with them. */
  CUTOUT_PRECISION: z.enum(["auto", "fp32", "int8"]).default("auto"),
  /** What the cut-out network runs on. */
  CUTOUT_DEVICE: z.enum(cutoutDevices).default("cpu"),
  /** An ONNX file to cut out with instead of the shipped network; a JSON of the same name says what it takes. */
  CUTOUT_MODEL: z.string().endsWith(".onnx", "must name a file that ends in .onnx").optional(),
  /** Memory that a process that makes pictures may take, in mebibytes: larger networks need more. */
  PIXEL_WORKER_MEMORY_MB: count.min(1_000).default(1_600),
  DATABASE_URL: z.string().optional(),
  /** The same database without the pooler that DATABASE_URL leads to, for connections that keep a session. */
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_POOL_SIZE: count.min(1).default(10),
  /** The longest that one statement may take, waiting for a connection included. */
  DATABASE_TIMEOUT_MS: count.min(100).default(4_500),
  /** `off`: a start applies no migrations and refuses a database that lacks some. */
  MIGRATE_ON_START: z.enum(["on", "off"]).default("on"),
  CLOUDINARY_URL: z.string().startsWith("cloudinary://", "must start with cloudinary://").optional(),
  /** Earlier values of CLOUDINARY_URL, separated by commas: their pictures can be looked up and deleted there. */
  FORMER_CLOUDINARY_URLS: z.string().default(""),
  /** The bucket that the embedded image host keeps its files in; unset, the disk of DATA_DIR. */
  STORAGE_URL: z.string().optional(),
  /** The bucket that had them before: what is still there is found there. */
  FORMER_STORAGE_URL: z.string().optional(),
  /** Where browsers reach the bucket, if not at its endpoint. */
  STORAGE_PUBLIC_URL: httpUrl.optional(),
  /** Files of the bucket that this machine may keep to work with, in mebibytes. */
  STORAGE_CACHE_MB: count.min(64).default(2048),
  /** `redirect`: the image host sends browsers to the bucket for the bytes. */
  DELIVERY: z.enum(["proxy", "redirect"]).default("proxy"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().optional(),
  /** The service's name, accent color and logo (a file) on pages, in mails and on visitors' photos. */
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
  /** Unset, the service's name at localhost. */
  MAIL_FROM: z.string().optional(),
  /** Who sells here, on receipts: a name (unset, the service's), an address whose lines are parted by semicolons, a tax number. */
  SELLER_NAME: z.string().max(200).optional(),
  SELLER_ADDRESS: z.string().max(500).optional(),
  SELLER_TAX_ID: z.string().max(50).optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** The AUTH_SECRET before a change: read with, never written with. */
  AUTH_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** Hosted image models as `provider/name`, the first choice first; unset, the embedded studio makes every photo. */
  IMAGE_MODEL: z.string().optional(),
  /** How a photo is made unless its caller says; unset, `scene` where a model is set. */
  IMAGE_MODE: z.enum(["studio", "scene", "edit"]).optional(),
  /** What makes a photo that no model could. */
  IMAGE_FALLBACK: z.enum(["studio"]).optional(),
  /** Calls at a time that a process makes of one provider. */
  IMAGE_MODEL_CONCURRENCY: count.min(1).max(256).default(8),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  FAL_API_KEY: z.string().optional(),
  REPLICATE_API_TOKEN: z.string().optional(),
  BFL_API_KEY: z.string().optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().optional(),
  GOOGLE_BASE_URL: httpUrl.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  FAL_BASE_URL: httpUrl.optional(),
  REPLICATE_BASE_URL: httpUrl.optional(),
  BFL_BASE_URL: httpUrl.optional(),
  OPENAI_COMPATIBLE_BASE_URL: httpUrl.optional(),
  /** Secrets in backups are encrypted with it; without one they are left out. */
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  /** When the service backs itself up: a cron pattern in UTC, or `off`. */
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^(off|\S+( \S+){4})$/, "must be off, or a cron pattern such as 17 3 * * *")
    .optional(),
  /** Where scheduled backups go: a bucket that speaks S3. */
  BACKUP_URL: z
    .url({ protocol: /^s3(\+http)?$/, error: "must be s3://KEY:SECRET@endpoint/bucket/prefix" })
    .optional(),
  /** Whether scheduled backups have the pictures of the embedded image host. */
  BACKUP_PICTURES: z.enum(["on", "off"]).optional(),
  /** The commit that runs, where there is no working copy of git, as in a container: /api/version says it. */
  COMMIT: z.string().max(64).optional(),
  /** Where traces go: a collector that takes OTLP over HTTP. Unset, none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Sent with them, as `name=value`, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** What this service is called in traces. */
  OTEL_SERVICE_NAME: z.string().max(100).optional(),
  /** Who sends it as a bearer token may read /api/metrics; unset, this machine may, unless BASE_URL is public. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
});

export const environmentNames = Object.keys(schema.shape);
/** The settings of which one names where all machines keep their pictures. */
export const imageHostSettings = ["CLOUDINARY_URL", "STORAGE_URL"] as const;

/** Environment names that only make sense together: all of them, or none. */
const groups = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
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
  const formerBaseUrls = readList(given.FORMER_BASE_URLS).map(withoutSlash);
  if (!formerBaseUrls.every((url) => httpUrl.safeParse(url).success)) {
    problems.push("FORMER_BASE_URLS must be http(s) URLs, separated by commas");
  }
  const formerCloudinaryUrls = readList(given.FORMER_CLOUDINARY_URLS);
  if (!formerCloudinaryUrls.every((url) => /^cloudinary:\/\/[^:@/]+:[^@/]+@[^/?]+/.test(url))) {
    problems.push("FORMER_CLOUDINARY_URLS must be cloudinary://KEY:SECRET@CLOUD, separated by commas");
  }
  problems.push(...storageProblems(given));
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
    FORMER_BASE_URLS: formerBaseUrls,
    FORMER_CLOUDINARY_URLS: formerCloudinaryUrls,
    DATA_DIR: path.resolve(values.DATA_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `"${values.BRAND_NAME.replaceAll("\\", "")}" <no-reply@localhost>`,
    SELLER_NAME: values.SELLER_NAME ?? values.BRAND_NAME,
    LOG_FORMAT: values.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"),
    /** BASE_URL leads here from other machines. */
    isPublic: !isLoopback,
    /** The billing sandbox and the demo account: never on a public address unless asked for. */
    sandboxAllowed: values.BILLING_SANDBOX ? values.BILLING_SANDBOX === "on" : isLoopback,
    /** IMAGE_MODEL, read. */
    imageModels: models.names,
    BACKUP_SCHEDULE:
      values.BACKUP_SCHEDULE ?? (values.BACKUP_URL || !values.DATABASE_URL ? dailyBackup : "off"),
    IMAGE_MODE: values.IMAGE_MODE ?? (models.names.length > 0 ? "scene" : "studio"),
  };
}

/** What is wrong with where pictures are kept. Repeats nothing of an address: it has a secret in it. */
function storageProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const names: string[] = [];
  for (const setting of ["STORAGE_URL", "FORMER_STORAGE_URL"] as const) {
    const url = given[setting];
    if (url === undefined) continue;
    try {
      names.push(readBucketUrl(url).name);
    } catch (error) {
      problems.push(`${setting} ${error instanceof Error ? error.message : `must be ${bucketUrlForm}`}`);
    }
  }
  if (names.length === 2 && names[0] === names[1]) {
    problems.push("FORMER_STORAGE_URL names the same place as STORAGE_URL: unset it");
  }
  if (given.STORAGE_URL === undefined) {
    const needless = ["STORAGE_PUBLIC_URL", "STORAGE_CACHE_MB"].filter((name) => given[name] !== undefined);
    if (given.DELIVERY === "redirect") needless.push("DELIVERY=redirect");
    problems.push(
      ...needless.map((name) => `STORAGE_URL missing: ${name} is for a bucket, so set both or none`),
    );
  }
  return problems;
}

function readList(value = ""): string[] {
  return value.split(",").flatMap((part) => part.trim() || []);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** The models that are set, and what they or the rest of their settings lack. */
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

let cached: Environment | undefined;

/** The configuration of this process, read once on first use. */
export function env(): Environment {
  cached ??= readEnvironment(process.env);
  return cached;
}

/** For connections that keep a session, or a transaction for long: past the pooler where there is one. */
export function directDatabaseUrl(): string {
  const { DATABASE_DIRECT_URL, DATABASE_URL = "" } = env();
  return DATABASE_DIRECT_URL ?? DATABASE_URL;
}

/** Size of the largest file that is taken in (UPLOAD_MAX_MB). */
export function maxUploadBytes(): number {
  return env().UPLOAD_MAX_MB * 1024 * 1024;
}

/** For a program that this process starts: its own environment, and what that leaves unset. */
export function environmentWith(defaults: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...defaults, ...process.env };
}
