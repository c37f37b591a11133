import { resealValues, secretStatus } from "#lib/auth/secret-rotation.ts";
import type { Values } from "./values.ts";

/** Shows with which secret the stored values are encrypted. Exit code 1 while a former secret is still needed. */
export async function showSecrets(values: Values): Promise<number> {
  const status = await secretStatus();
  if (values.json) console.log(JSON.stringify(status));
  else print(status);
  return status.isFormerNeedless ? 0 : 1;
}

/** Re-encrypts immediately, which the service does by itself within minutes. */
export async function resealSecrets(values: Values): Promise<number> {
  const replaced = await resealValues();
  if (!values.json) console.log(`${replaced} values encrypted again with the current secret.`);
  return await showSecrets(values);
}

function print({ current, former, values, isFormerNeedless }: Status): void {
  console.log(`current secret   ${current}`);
  for (const fingerprint of former) console.log(`former secret    ${fingerprint}`);
  for (const { name, ...counts } of values) {
    console.log(
      `${name.padEnd(40)} ${counts.current} current, ${counts.former} former, ${counts.unreadable} unreadable`,
    );
  }
  console.log(isFormerNeedless ? "No stored value needs a former secret." : adviceFor(values));
}

type Status = Awaited<ReturnType<typeof secretStatus>>;

function adviceFor(values: Status["values"]): string {
  if (values.some(({ unreadable }) => unreadable > 0)) {
    return (
      "Some values are encrypted with a secret that is not set here: set AUTH_SECRET_PREVIOUS to it. If it is lost, " +
      "owners must rotate their webhook secrets, and account drop-second-step lets users sign in by password."
    );
  }
  return "Keep AUTH_SECRET_PREVIOUS: the running service encrypts the rest again within minutes, secrets reseal does so now.";
}
