import { PhotoServiceError } from "../errors.ts";

/** The command line was invalid; nothing was sent to the service. */
export class UsageError extends PhotoServiceError {}

const common = `
Everywhere:
  --key KEY         else PHOTOS_API_KEY, else what \`photos login\` kept
  --base-url URL    else PHOTOS_BASE_URL, else what \`photos login\` kept
  --json            one JSON object a line on the standard output
  --help, --version

Exit status: 0 all done · 1 some pictures could not be made · 2 wrong usage or refused request · 3 key or plan
does not allow it · 4 not enough credits · 5 service not reachable, overloaded or faulty · 130 interrupted`;

const work = `
  --max-credits N   refuse what would cost more
  --set NAME=VALUE  any other field of the request, as JSON or text; may be repeated`;

const photo = `
  --style STYLE     studio, amazon, luxury, lifestyle; needed without --scene or --look
  --prompt TEXT  --scene ID  --look ID  --seed N  --mode MODE  --stance STANCE
  --aspect-ratio 1:1|4:3|3:4|16:9|9:16  --resolution 1K|2K|4K  --size NAME  --format jpeg|png|webp|avif`;

const cutout = `
  --format png|webp|avif|jpeg  --trim  --margin 0…0.5  --background "#rrggbb"  --output cutout|mask`;

export const usages = {
  "": `photos: studio photos and cut-outs of product pictures

  photos login                        keep a key and the service's address
  photos generate IMAGE…              make photos; IMAGE is a file or an address
  photos cutout IMAGE…                remove backgrounds
  photos batch FOLDER                 all pictures of a folder; run it again to go on
  photos listen --forward URL         send events to a local address
  photos events replay ENDPOINT_ID    send past events to a webhook endpoint again

\`photos COMMAND --help\` tells more.
${common}`,
  login: `photos login [--key KEY] [--base-url URL]

Checks a key and keeps it, with the service's address, in a file that only you can read (PHOTOS_CONFIG, else
~/.config/photos/config.json). Without --key it is asked for, or read from the standard input.
${common}`,
  generate: `photos generate IMAGE… [options]

Makes a photo of each picture and prints its address.

  --out PATH        save the results: a folder, or a file where there is one picture
  --idempotency-key KEY   of one picture: the same key again is not charged again
${photo.slice(1)}${work}
${common}`,
  cutout: `photos cutout IMAGE… [options]

Removes the background of each picture and prints the address of the result.

  --out PATH        save the results: a folder, or a file where there is one picture
  --idempotency-key KEY   of one picture: the same key again is not charged again
${cutout.slice(1)}${work}
${common}`,
  batch: `photos batch FOLDER [options]

Makes a photo (with --cutout a cut-out) of every picture in a folder and saves it beside the picture, as
NAME.STYLE.photo.jpg or NAME.cutout.png. What was done is noted in .photos-batch.json: run the same command again,
after an interruption too, and only what is missing is made and paid.

  --out DIR         save results and notes there
  --recursive       pictures of folders in it too
  --cutout          cut-outs instead of photos
${photo.slice(1)}
  with --cutout:${cutout.replace("\n ", "")}
${work.slice(1)}
${common}`,
  listen: `photos listen --forward http://localhost:PORT/path [options]

Sends the events of the account to a local address, signed as webhooks with a secret that it prints.

  --events TYPES    only these, separated by commas
  --since TIME      events since then too (ISO 8601)
  --secret SECRET   sign with this one (whsec_…)
  --interval SECONDS   how often to ask. Default: 2
${common}`,
  events: `photos events replay ENDPOINT_ID --since TIME [--types TYPES]

Sends past events to a webhook endpoint again.

  --since TIME      events from then on (ISO 8601)
  --types TYPES     only these, separated by commas
${common}`,
} as const;

export type CommandName = keyof typeof usages;
