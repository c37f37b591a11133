import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { findTestPort, isListening } from "./port.ts";

const run = promisify(execFile);
/** Debian installs it where only root looks. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const startMs = 10_000;
const settings = path.resolve(import.meta.dirname, "../../ops/nginx.conf");

/** Whether nginx is installed (Debian: package `nginx-light`); otherwise its tests are skipped. */
export const hasNginx = await run("nginx", ["-v"], { env: environment }).then(
  () => true,
  () => false,
);

export interface Nginx extends AsyncDisposable {
  port: number;
  url: string;
}

/** Runs `ops/nginx.conf`, without TLS, in front of the service on this port of the machine; `at` is its own port. */
export async function startNginx(servicePort: number, at?: number): Promise<Nginx> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-nginx-"));
  // Its worker has another user if it is started as root.
  await chmod(folder, 0o755);
  const port = at ?? (await findTestPort());
  const file = path.join(folder, "nginx.conf");
  await writeFile(file, surround(adapt(await readFile(settings, "utf8"), { port, servicePort }), folder));
  const child = spawn("nginx", ["-p", folder, "-c", file, "-e", "stderr"], {
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-10_000);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const giveUpAtMs = performance.now() + startMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > giveUpAtMs) {
      await stop();
      throw new Error(`nginx does not answer:\n${output}`);
    }
    await delay(20);
  }
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

/** The same settings on other ports and without a certificate. */
function adapt(text: string, { port, servicePort }: { port: number; servicePort: number }): string {
  const [head = "", , server = ""] = text.split(/^(?=server \{)/m);
  return (head + server)
    .replace("127.0.0.1:3000", `127.0.0.1:${servicePort}`)
    .replace(/^ *(ssl_|listen \[).*\n/gm, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`);
}

/** What Debian's own nginx.conf has around it. */
function surround(text: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    ...["daemon off;", `pid ${folder}/nginx.pid;`, "worker_rlimit_nofile 16384;"],
    ...["events { worker_connections 8192; }", "http {", "access_log off;", ...temporary, text, "}"],
  ].join("\n");
}
