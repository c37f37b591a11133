import { createServer, type Server } from "node:net";

/** A mail server that accepts everything; `mails` contains the accepted mails as sent. */
export interface TestMailServer {
  url: string;
  mails: string[];
  close(): void;
}

/** Starts the server for SMTP_URL. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: string[] = [];
  const server: Server = createServer((socket) => {
    let text = "";
    let inMail = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    socket.on("error", () => socket.destroy());
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (;;) {
        const ending = inMail ? "\r\n.\r\n" : "\r\n";
        const end = text.indexOf(ending);
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + ending.length);
        if (inMail) mails.push(part);
        const command = inMail ? "" : part.slice(0, 4).toUpperCase();
        inMail = command === "DATA";
        say(command === "DATA" ? "354 go" : command === "QUIT" ? "221 bye" : "250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() };
}
