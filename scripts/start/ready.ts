import { spawn } from "node:child_process";

/**
 * Notifies systemd that this service is ready, if its unit has `Type=notify` and `NotifyAccess=all`. Uses systemd's
 * own program, because sd_notify(3) needs datagrams on a Unix socket, which Node cannot send.
 */
export function reportReady(): void {
  if (!process.env.NOTIFY_SOCKET) return;
  const program = spawn("systemd-notify", ["--ready"], { stdio: "ignore" });
  program.on("error", (error) => {
    console.error(
      `The service is ready, but systemd could not be notified: ${error.message}. Install systemd-notify.`,
    );
  });
}
