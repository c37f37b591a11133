import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { metrics } from "#lib/platform/metrics.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");
const readOps = (name: string) => readFile(path.join(root, "ops", name), "utf8");
const hasPromtool = await run("promtool", ["--version"]).then(
  () => true,
  () => false,
);
/** Series that Prometheus itself creates. */
const builtIn = ["up"];

/** The series that a metric has in Prometheus. */
function listSeries(): Set<string> {
  const parts: Record<string, string[]> = { histogram: ["_bucket", "_sum", "_count"] };
  const names = metrics()
    .registry.getMetricsAsArray()
    .flatMap(({ name, type }) => (parts[type] ?? [""]).map((part) => `${name}${part}`));
  return new Set([...names, ...builtIn]);
}

const namesIn = (expression: string) =>
  [
    ...expression
      .replaceAll(/"[^"]*"|'[^']*'|\{\{.*?\}\}/g, "")
      .matchAll(/\b(photos_\w+|nodejs_\w+|process_\w+|up)\b/g),
  ].map(([name]) => name);

interface Alert {
  name: string;
  expression: string;
  runbook: string;
}

async function readAlerts(): Promise<Alert[]> {
  const text = await readOps("alerts.yml");
  return text
    .split("- alert: ")
    .slice(1)
    .map((part) => ({
      name: /^\w+/.exec(part)?.[0] ?? "",
      expression: /expr: (.*)/.exec(part)?.[1]?.replaceAll(/^['"]|['"]$/g, "") ?? "",
      runbook: /runbook: (\S+)/.exec(part)?.[1] ?? "",
    }));
}

test("alerts use only existing series", async () => {
  const known = listSeries();
  const alerts = await readAlerts();
  expect(alerts.length).toBeGreaterThan(20);
  for (const { name, expression } of alerts) {
    const used = namesIn(expression);
    expect([name, used.length > 0, used.filter((one) => !known.has(one))]).toEqual([name, true, []]);
  }
});

test("each alert has an entry in the operator's handbook, and each entry has an alert", async () => {
  const handbook = await readFile(path.join(root, "docs/operations.md"), "utf8");
  const entries = [...handbook.matchAll(/^### (Photos\w+)\n\n\S/gm)].map(([, name]) => name);
  const alerts = await readAlerts();
  expect(entries).toEqual(alerts.map(({ name }) => name));
  expect(alerts.map(({ runbook }) => runbook)).toEqual(
    alerts.map(({ name }) => `docs/operations.md#${name.toLowerCase()}`),
  );
});

test("the dashboard shows every series of this service, with listed exceptions, and only existing ones", async () => {
  const { panels } = JSON.parse(await readOps("grafana.json")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const used = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))));
  const known = listSeries();
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  const own = metrics()
    .registry.getMetricsAsArray()
    .flatMap(({ name }) => (name.startsWith("photos_") ? [name] : []));
  const left = own.filter((name) => ![...used].some((series) => series.startsWith(name)));
  // Not on the dashboard, because other series show the same: for example free space instead of disk size.
  expect(left.sort()).toEqual([
    "photos_audit_last_timestamp_seconds",
    "photos_backup_last_run_failed",
    "photos_backup_last_success_duration_seconds",
    "photos_database_up",
    "photos_disk_size_bytes",
    "photos_model_provider_state",
  ]);
});

/** 95 minutes of a healthy service, one sample per minute: series and their values in promtool's notation. */
const well: Record<string, string> = {
  'up{job="photos", instance="a"}': "1x95",
  photos_workers: "2x95",
  photos_database_up: "1x95",
  'photos_database_waiting{instance="a"}': "0x95",
  'photos_backlog_oldest_seconds{lane="interactive"}': "2x95",
  'photos_backlog_oldest_seconds{lane="batch"}': "900x95",
  'photos_job_duration_seconds_count{operation="generate", outcome="succeeded"}': "0+30x95",
  'photos_job_duration_seconds_count{operation="generate", outcome="failed"}': "0+1x95",
  photos_requeued_work: "0x95",
  'photos_request_duration_seconds_count{route="GET /api/v1/credits", status="200"}': "0+600x95",
  'photos_request_duration_seconds_count{route="GET /api/v1/credits", status="503"}': "0+1x95",
  'photos_request_duration_seconds_bucket{route="GET /api/v1/credits", status="200", le="0.1"}': "0+590x95",
  'photos_request_duration_seconds_bucket{route="GET /api/v1/credits", status="200", le="2.5"}': "0+600x95",
  'photos_request_duration_seconds_bucket{route="GET /api/v1/credits", status="200", le="+Inf"}': "0+600x95",
  'nodejs_eventloop_lag_p99_seconds{instance="a"}': "0.02x95",
  'photos_disk_free_bytes{instance="a"}': "50000000000x95",
  'photos_disk_floor_bytes{instance="a"}': "1073741824x95",
  'photos_bucket_reachable{instance="a"}': "1x95",
  'photos_bucket_calls_total{instance="a", operation="read", outcome="answered"}': "0+600x95",
  'photos_bucket_calls_total{instance="a", operation="read", outcome="away"}': "0+2x95",
  'photos_queue_oldest_seconds{queue="work"}': "7200x95",
  'photos_queue_oldest_seconds{queue="sweep"}': "20x95",
  photos_webhooks_late_seconds: "1x95",
  photos_mails_oldest_seconds: "5x95",
  photos_stripe_lag_seconds: "200x95",
  'photos_model_provider_state{provider="google", state="open"}': "0x95",
  photos_audit_problems: "0x95",
  photos_audit_last_timestamp_seconds: "0+60x95",
  photos_backup_last_success_timestamp_seconds: "0+60x95",
  photos_backup_last_run_failed: "0x95",
};

/** Per alert, the series that differ from a healthy service, and the other alerts that then fire `also`. */
const faults: Record<string, { series: Record<string, string>; also?: string[] }> = {
  PhotosDown: { series: { 'up{job="photos", instance="a"}': "0x95" } },
  PhotosNoWorker: { series: { photos_workers: "0x95" } },
  PhotosDatabaseDown: { series: { photos_database_up: "0x95" } },
  PhotosDatabaseBusy: { series: { 'photos_database_waiting{instance="a"}': "40x95" } },
  PhotosBacklogInteractive: { series: { 'photos_backlog_oldest_seconds{lane="interactive"}': "45x95" } },
  PhotosBacklogBatch: { series: { 'photos_backlog_oldest_seconds{lane="batch"}': "20000x95" } },
  PhotosJobsFail: {
    series: { 'photos_job_duration_seconds_count{operation="generate", outcome="failed"}': "0+15x95" },
  },
  PhotosJobsLost: { series: { photos_requeued_work: "50x95" } },
  PhotosRequestsFail: {
    series: {
      'photos_request_duration_seconds_count{route="GET /api/v1/credits", status="503"}': "0+60x95",
    },
  },
  PhotosRequestsSlow: {
    series: {
      'photos_request_duration_seconds_bucket{route="GET /api/v1/credits", status="200", le="0.1"}':
        "0+300x95",
    },
  },
  PhotosEventLoopBusy: { series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': "0.9x95" } },
  PhotosDiskFull: {
    series: { 'photos_disk_free_bytes{instance="a"}': "900000000x95" },
    also: ["PhotosDiskLow"],
  },
  PhotosDiskLow: { series: { 'photos_disk_free_bytes{instance="a"}': "3000000000x95" } },
  PhotosBucketAway: { series: { 'photos_bucket_reachable{instance="b"}': "0x95" } },
  PhotosBucketFails: {
    series: { 'photos_bucket_calls_total{instance="a", operation="read", outcome="away"}': "0+60x95" },
  },
  PhotosQueueStuck: { series: { 'photos_queue_oldest_seconds{queue="sweep"}': "3000x95" } },
  PhotosWebhooksLate: { series: { photos_webhooks_late_seconds: "900x95" } },
  PhotosMailsLate: { series: { photos_mails_oldest_seconds: "4000x95" } },
  PhotosStripeLag: { series: { photos_stripe_lag_seconds: "4000x95" } },
  PhotosModelProviderFails: {
    series: { 'photos_model_provider_state{provider="google", state="open"}': "1x95" },
  },
  PhotosLedgerProblems: { series: { photos_audit_problems: "2x95" } },
  PhotosAuditLate: { series: { photos_audit_last_timestamp_seconds: "-300000x95" } },
  PhotosBackupLate: { series: { photos_backup_last_success_timestamp_seconds: "-200000x95" } },
  PhotosBackupFailed: { series: { photos_backup_last_run_failed: "1x95" } },
};

/** A promtool test of which alerts fire after 90 minutes. */
function testOf(series: Record<string, string>, firing: readonly string[]): object {
  return {
    interval: "1m",
    input_series: Object.entries({ ...well, ...series }).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: "90m",
        exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  };
}

test.skipIf(!hasPromtool)(
  "each alert fires for its fault, and none for a healthy service (needs promtool: Debian's package prometheus)",
  async () => {
    expect(Object.keys(faults)).toEqual((await readAlerts()).map(({ name }) => name));
    const folder = await mkdtemp(path.join(os.tmpdir(), "photos-ops-"));
    try {
      const rules = path.join(root, "ops/alerts.yml");
      await run("promtool", ["check", "rules", rules]);
      const tests = Object.entries(faults).map(([name, { series, also = [] }]) =>
        testOf(series, [name, ...also]),
      );
      const file = path.join(folder, "tests.yml");
      // JSON is valid YAML.
      await writeFile(
        file,
        JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests: [testOf({}, []), ...tests] }),
      );
      const { stdout } = await run("promtool", ["test", "rules", file]).catch((error) => error);
      expect(stdout).toContain("SUCCESS");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  // The test needs ten seconds of CPU time.
  180_000,
);
