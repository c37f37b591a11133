import { PhotoServiceError } from "../errors.ts";

/** The command line was invalid; nothing was sent to the service. */
export class UsageError extends PhotoServiceError {}

const common = `
Global options:
  --key KEY         default: PHOTOS_API_KEY, then the key stored by \`photos login\`
  --base-url URL    default: PHOTOS_BASE_URL, then the address stored by \`photos login\`
  --json            print one JSON object per line to the standard output
  --help, --version

Exit status: 0 success · 1 some pictures failed · 2 wrong usage or rejected request · 3 not allowed by the key or
plan · 4 not enough credits · 5 service unreachable, overloaded or faulty · 130 interrupted`;

const work = `
  --max-credits N   reject orders that cost more
  --set NAME=VALUE  set another field of the request, as JSON or text; may be repeated`;

const photo = `
  --style STYLE     studio, amazon, luxury, lifestyle; required without --scene or --look
  --prompt TEXT  --scene ID  --props NAME,NAME  --look ID  --seed N  --mode MODE  --stance STANCE
  --aspect-ratio 1:1|4:3|3:4|16:9|9:16  --resolution 1K|2K|4K  --size NAME  --format jpeg|png|webp|avif`;

const cutout = `
  --format png|webp|avif|jpeg  --trim  --margin 0…0.5  --background "#rrggbb"  --output cutout|mask`;

export const usages = {
  "": `photos: studio photos and cut-outs of product pictures

  photos login                        store a key and the service's address
  photos generate IMAGE…              make photos; IMAGE is a file or an address
  photos cutout IMAGE…                remove backgrounds
  photos batch FOLDER                 process all pictures of a folder (--watch: as they arrive); run it again to resume
  photos batch --csv FILE             process the pictures of a table
  photos listen --forward URL         forward events to a local address
  photos events replay ENDPOINT_ID    send past events to a webhook endpoint again

Run \`photos COMMAND --help\` for the options of a command.
${common}`,
  login: `photos login [--key KEY] [--base-url URL]

Checks a key and stores it, with the service's address, in a file that only you can read (PHOTOS_CONFIG, else
~/.config/photos/config.json). Without --key it prompts for the key, or reads it from the standard input.
${common}`,
  generate: `photos generate IMAGE… [options]

Makes a photo of each picture and prints its address.

  --out PATH        save the results: a folder, or a file if there is one picture
  --idempotency-key KEY   for one picture: a repeated call with the same key is not charged again
${photo.slice(1)}${work}
${common}`,
  cutout: `photos cutout IMAGE… [options]

Removes the background of each picture and prints the address of the result.

  --out PATH        save the results: a folder, or a file if there is one picture
  --idempotency-key KEY   for one picture: a repeated call with the same key is not charged again
${cutout.slice(1)}${work}
${common}`,
  batch: `photos batch FOLDER [options]
photos batch --watch FOLDER [options]
photos batch --csv FILE [options]

Makes a photo (with --cutout a cut-out) of every picture in a folder and saves it next to the picture, as
NAME.STYLE.photo.jpg or NAME.cutout.png. Progress is recorded in .photos-batch.json: if you run the same command
again, also after an interruption, only missing results are made and charged. results.csv lists the results for
product feeds: id, image_link, additional_image_link, lifestyle_image_link.

  --out DIR         save results and progress there
  --recursive       include subfolders
  --watch           also process pictures that arrive later, once they are written completely, until Ctrl-C
  --interval SECONDS   how often --watch looks for pictures. Default: 2
  --csv FILE        the pictures at the addresses of the column image_url; the product's id is that of a column sku or
                    id, else the file name; results are saved next to FILE
  --columns NAMES   with --csv: the columns for the photos' metadata, separated by commas. Default: all
  --cutout          make cut-outs instead of photos
${photo.slice(1)}
  with --cutout:${cutout.replace("\n ", "")}
${work.slice(1)}
${common}`,
  listen: `photos listen --forward http://localhost:PORT/path [options]

Forwards the events of the account to a local address, signed like webhooks. Prints the signing secret.

  --events TYPES    only these types, separated by commas
  --since TIME      also events since this time (ISO 8601)
  --secret SECRET   sign with this secret (whsec_…)
  --interval SECONDS   polling interval. Default: 2
${common}`,
  events: `photos events replay ENDPOINT_ID --since TIME [--types TYPES]

Sends past events to a webhook endpoint again.

  --since TIME      events since this time (ISO 8601)
  --types TYPES     only these types, separated by commas
${common}`,
} as const;

export type CommandName = keyof typeof usages;
