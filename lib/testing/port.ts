import { connect } from "node:net";

const lowest = 20_000;
/** From 32768 on, the kernel assigns ports to outgoing connections (ip_local_port_range). */
const highest = 32_000;

/** A free port outside of the range for outgoing connections. */
export async function findTestPort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!(await isListening(port))) return port;
  }
}

/** Whether anything accepts connections at this port of the machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const settle = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}
