import { createServer } from "node:net";
import { serveLocally } from "./local-server.ts";

/** Starts a mail server for SMTP_URL that accepts everything; `mails` contains the accepted mails as sent. */
export async function startMailServer() {
  const mails: string[] = [];
  const server = createServer((socket) => {
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
  const { port, close } = await serveLocally(server);
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}
