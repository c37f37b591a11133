import { parseArgs } from "node:util";

/** The options of a command, by name. */
export type Values = Record<string, string | boolean | undefined>;

export function getText(values: Values, name: string): string | undefined {
  return typeof values[name] === "string" ? values[name] : undefined;
}

/** The options that each command accepts, as the usage shows them. */
const usages = {
  "account create": "--email E [--name N] [--password P] [--tier T] [--status S] [--topup N] [--json]",
  "account find": "TEXT [--query TEXT] [--json]",
  "account show": "--email E [--all] [--json]",
  "account suspend": "--email E [--note TEXT]",
  "account resume": "--email E",
  "account confirm-address": "--email E",
  "account drop-second-step": "--email E",
  "account secure": "--email E [--json]",
  "account allowance": "--email E --credits N",
  "account delete": "--email E",
  "key create":
    "--email E [--name N] [--expires ISO-DATE] [--scopes S,S] [--max-credits N] [--test] [--json]",
  "key list": "--email E [--json]",
  "key revoke": "--email E --id KEY_ID",
  "credits grant": "--email E (--topup N | --monthly N) [--note TEXT]",
  "credits take": "--email E (--topup N | --monthly N) --note TEXT",
  "credits audit": "[--json]",
  "jobs list": "[--status S] [--code CODE] [--since ISO-DATE|2h] [--email E] [--json]",
  "jobs retry": "--id gen_… | --all",
  "job show": "gen_… [--id gen_…] [--json]",
  "job refund": "--id gen_… --note TEXT",
  "batch show": "bat_… [--id bat_…] [--json]",
  "mail resend": "--id ID",
  "webhook resend": "--id whd_…",
  "operator add": "--email E",
  "operator remove": "--email E",
  "operator list": "[--json]",
  "support ask": "--email E --operator E --reason TEXT",
  "support end": "--id sup_…",
  "installation adopt": "",
  "storage check": "[--deep] [--json]",
  "storage copy": "--to s3|disk",
  "storage take": "",
  costs: "[--since ISO-DATE] [--credit-value USD] [--json]",
  generate:
    "--image FILE [--model provider/name] [--mode M] [--style S] [--scene ID] [--props A,B] [--material glass] [--seed N] " +
    "[--prompt TEXT] [--ratio R] [--resolution R] [--out FILE]",
  doctor: "[--json]",
  "secrets status": "[--json]",
  "secrets reseal": "[--json]",
  "stripe setup": "",
  reconcile: "[--since ISO-DATE] [--json]",
  "backup create": "--out FILE [--without-pictures] [--passphrase-file F]",
  "backup verify": "FILE [--file FILE] [--passphrase-file F]",
  "backup run": "",
  "backup list": "[--json]",
  "backup download": "--name NAME --out FILE",
  restore:
    "FILE --data-dir D [--file FILE] [--base-url U] [--database-url URL] [--queued refund|requeue] " +
    "[--keep-outgoing] [--passphrase-file F]",
  "sandbox advance": "--email E",
  "sandbox card": "--email E --card good|failing",
};

export type CommandName = keyof typeof usages;
const names = Object.keys(usages) as CommandName[];
const isCommand = (name: string): name is CommandName => Object.hasOwn(usages, name);

/** `backup verify FILE` means `backup verify --file FILE`: the option of each such command. */
const positionalOf: Partial<Record<CommandName, string>> = {
  "account find": "query",
  "job show": "id",
  "batch show": "id",
  "backup verify": "file",
  restore: "file",
};

/** A text to print instead of running anything, with its exit code. */
interface Help {
  help: string;
  code: 0 | 2;
}

export function showHelp({ help, code }: Help): number {
  (code === 0 ? console.log : console.error)(help);
  return code;
}

/** Reads the arguments of the admin tool; throws an Error with the usage if no command can run with them. */
export function parseCommand([subject = "", ...words]: readonly string[]):
  | Help
  | { command: CommandName; values: Values } {
  const [command, args] = isCommand(subject) ? [subject, words] : [`${subject} ${words[0]}`, words.slice(1)];
  const related = names.filter((name) => name.startsWith(`${subject} `) || name === words[0]);
  if ([subject, ...words].some((word) => word === "--help" || word === "-h")) {
    const shown = isCommand(command) ? [command] : related.length > 0 ? related : names;
    return { help: `Usage: npm run admin -- COMMAND\n\n${usageOf(shown)}`, code: 0 };
  }
  if (!isCommand(command)) {
    if (related.length > 0) throw new Error(`Use:\n${usageOf(related)}`);
    const help = `The admin tool for operators. Usage: npm run admin -- COMMAND\n\n${usageOf(names)}`;
    return { help, code: 2 };
  }
  const positional = positionalOf[command];
  const { values, positionals } = parseArgs({
    args,
    options: readOptions(usages[command]),
    strict: true,
    allowPositionals: positional !== undefined,
  });
  if (positionals.length > 1) throw new Error(`Use:\n${usageOf([command])}`);
  const named = positional && positionals[0] ? { [positional]: positionals[0] } : {};
  return { command, values: { ...(values as Values), ...named } };
}

/** Options named in a usage string; an option without a value is a switch. */
function readOptions(usage: string) {
  const options = [...usage.matchAll(/--([\w-]+)( [\w…])?/g)].map(([, name = "", value]) => {
    return [name, { type: value ? ("string" as const) : ("boolean" as const) }];
  });
  return Object.fromEntries(options);
}

const usageOf = (commands: readonly CommandName[]) =>
  commands.map((name) => `  ${name} ${usages[name]}`.trimEnd()).join("\n");
