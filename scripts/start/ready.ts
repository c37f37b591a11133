import { spawn } from "node:child_process";

/**
 * Reports to systemd that this service is ready, where its unit has `Type=notify` and `NotifyAccess=all`. By systemd's
 * own program: the protocol (sd_notify(3)) is datagrams on a Unix socket, which Node cannot send.
 */
export function reportReady(): void {
  if (!process.env.NOTIFY_SOCKET) return;
  const program = spawn("systemd-notify", ["--ready"], { stdio: "ignore" });
  program.on("error", (error) => {
    console.error(
      `The service is ready, and systemd could not be notified: ${error.message}. Install systemd-notify.`,
    );
  });
}
