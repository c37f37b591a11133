import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./parts/attack.ts";
import { drained } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";
import { sample } from "./parts/witness.ts";

const connections = 40;
const megabytesEach = 25;
const watchedMs = 60_000;
const allowedBytes = 200e6;

/** Connections that send a lot before they say who they are, and then next to nothing for a long time. */
export const unproven: Attack = {
  name: "unproven",
  does: "holds 40 multipart uploads open without a signature: 25 MB each at once, then a byte a second",
  async prepare(target) {
    const { key } = await target.openAccount();
    const picture = await sample("candle");
    return async () => {
      const before = await target.storedBytes();
      const drips = Array.from({ length: connections }, () => drip(target));
      const startedAt = performance.now();
      let peak = 0;
      let worstUploadMs = 0;
      const problems: string[] = [];
      while (performance.now() - startedAt < watchedMs && drips.some(({ socket }) => !socket.destroyed)) {
        peak = Math.max(peak, (await target.storedBytes()) - before);
        const { status, ms } = await target.upload(key, picture);
        if (status !== 200) problems.push(`an honest upload was answered ${status}`);
        worstUploadMs = Math.max(worstUploadMs, ms);
        await sleep(1_000);
      }
      const held = drips.filter(({ socket }) => !socket.destroyed).length;
      for (const { socket, stop } of drips) {
        stop();
        socket.destroy();
      }
      if (held > 0) problems.push(`${held} of ${connections} were still open after ${watchedMs / 1000} s`);
      if (peak > allowedBytes) problems.push(`strangers held ${(peak / 1e6).toFixed(0)} MB of disk`);
      if (worstUploadMs > 5_000)
        problems.push(`an honest upload took ${(worstUploadMs / 1000).toFixed(0)} s`);
      const note = `at most ${(peak / 1e6).toFixed(0)} MB on disk`;
      return { tried: connections, refused: connections - held, problems, note };
    };
  },
};

/** One connection: the file first, what would prove it never. */
function drip(target: Target): { socket: Socket; stop: () => void } {
  const { port, host } = new URL(target.baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  const length = megabytesEach * 1_000_000 + 10_000;
  let timer: NodeJS.Timeout | undefined;
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.on("end", () => socket.destroy());
  socket.on("close", () => clearInterval(timer));
  socket.on("connect", async () => {
    const head = [
      "POST /embedded/images/v1_1/embedded/image/upload HTTP/1.1",
      `Host: ${host}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${length}`,
    ];
    socket.write(
      `${head.join("\r\n")}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    );
    const megabyte = Buffer.alloc(1_000_000, 7);
    for (let sent = 0; sent < megabytesEach && !socket.destroyed; sent += 1) {
      if (!socket.write(megabyte)) await drained(socket);
    }
    timer = setInterval(() => socket.write("."), 1_000);
  });
  return { socket, stop: () => clearInterval(timer) };
}
