// What the reports of the test runners say: counts, failed tests, and the seconds of each file.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests, each as file and name. */
  failures: string[];
  /** What went wrong outside the tests. */
  problems: string[];
  /** By path from the root. */
  files: Map<string, FileResult>;
}

export interface FileResult {
  seconds: number;
  tests: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

export async function readVitestReport(file: string, root: string): Promise<Results> {
  const report: VitestReport = JSON.parse(await readFile(file, "utf8"));
  const results: Results = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [],
    problems: [],
    files: new Map(),
  };
  for (const { name, status, message, startTime, endTime, assertionResults } of report.testResults) {
    const testFile = path.relative(root, name);
    results.files.set(testFile, { seconds: (endTime - startTime) / 1000, tests: assertionResults.length });
    const failed = assertionResults.filter((one) => one.status === "failed");
    for (const { fullName, failureMessages } of failed)
      results.failures.push(`${testFile}: ${fullName}\n    ${firstLine(failureMessages?.[0])}`);
    if (status === "failed" && failed.length === 0)
      results.problems.push(`${testFile}: ${firstLine(message)}`);
  }
  return results;
}

function firstLine(message = ""): string {
  return stripVTControlCharacters(message).split("\n")[0] ?? "";
}

interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}

interface Spec {
  title: string;
  file: string;
  ok: boolean;
  tests: { results: { duration: number }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors?: { message?: string }[];
  suites: Suite[];
}

export async function readPlaywrightReport(file: string): Promise<Results> {
  const { stats, errors = [], suites }: PlaywrightReport = JSON.parse(await readFile(file, "utf8"));
  const specs = specsOf(suites);
  const files = new Map<string, FileResult>();
  for (const { file: name, tests } of specs) {
    const before = files.get(`e2e/${name}`) ?? { seconds: 0, tests: 0 };
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    const seconds = before.seconds + durations.reduce((sum, one) => sum + one, 0) / 1000;
    files.set(`e2e/${name}`, { seconds, tests: before.tests + tests.length });
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: specs.filter(({ ok }) => !ok).map(({ file: name, title }) => `e2e/${name}: ${title}`),
    problems: stats.unexpected === 0 ? errors.map(({ message = "" }) => firstLine(message)) : [],
    files,
  };
}

const specsOf = (suites: readonly Suite[] = []): Spec[] =>
  suites.flatMap(({ suites: inner, specs = [] }) => [...specs, ...specsOf(inner)]);

interface ConformanceReport {
  passed: number;
  failed: number;
  failures: string[];
}

export async function readConformanceReport(file: string): Promise<Results> {
  const { passed, failed, failures }: ConformanceReport = JSON.parse(await readFile(file, "utf8"));
  const named = failures.map((failure) => `conformance: ${failure}`);
  return { passed, failed, skipped: 0, failures: named, problems: [], files: new Map() };
}
