/** An invariant that this service guarantees. All of them are listed here. */
export interface Invariant {
  /** Plain-language text for docs/reliability.md. */
  holds: string;
  /** How to test it when `npm test` does not, and why not. Without it, a missing record fails the run. */
  elsewhere?: string;
}

const money = {
  "exact-charges": {
    holds:
      "Of N calls at once on a balance for k, exactly k succeed, over several processes too; the others get 402, and the balance ends at zero, never below.",
  },
  conservation: {
    holds:
      "What was granted less what was spent, expired and taken back is what is there, for every account and at every moment of a load.",
  },
  "resolve-once": {
    holds:
      "A charge is resolved once: settled, refunded or expired, whichever of them meet in the same moment; the second resolution does nothing.",
  },
  "failed-work": {
    holds:
      "Work that fails, at the generator or while its result is stored, is refunded before the 502 generation_failed is sent.",
  },
  "client-gone": {
    holds:
      "When the client goes away, the work ends settled and readable by its id, or refunded; never in between.",
  },
  "killed-process": {
    holds:
      "After a kill -9 at any moment of a generation its charge is refunded once or its result is there, and the credits add up.",
  },
  "killed-worker": {
    holds:
      "The job of a killed worker is another's within 30 s. Whichever processes of several are killed, each job ends once, each call is answered, and no file is left without a row.",
  },
  "killed-database": {
    holds: "After a kill -9 of the database everything that was answered with success is still there.",
  },
  backups: {
    holds:
      "A backup that is made during traffic restores elsewhere with an audit of 0 problems and every picture byte for byte; a byte that is changed anywhere in an archive is found.",
  },
  idempotency: {
    holds:
      "One Idempotency-Key runs the work once, in whatever order its requests meet: the others wait with 409 or get the first answer byte for byte; another body gets 422; refused requests are not stored.",
  },
  "burn-order": {
    holds:
      "Monthly credits go before top-ups, and a refund returns to where its credits came from, except to a period that is over.",
  },
  "period-reset": {
    holds:
      "Each paid period sets the allowance once, however often, late or in whatever order its payment is reported, over month ends and leap days.",
  },
  "take-backs": {
    holds:
      "Top-ups do not expire; refunds and disputes of a top-up take its credits back once, together never more than was bought, and stop at zero.",
  },
  "price-integrity": {
    holds:
      "What is granted follows from the price in Stripe's own objects: amounts, credits, users, currencies and modes that an event claims are not believed.",
  },
} satisfies Record<string, Invariant>;

const webhooks = {
  "event-replay": {
    holds:
      "The events of a subscription's life, delivered in any order, many times and concurrently, end in the same state as delivered once in order.",
  },
  "event-signature": {
    holds:
      "An event that was not signed with the right secret within five minutes over exactly these bytes is refused with 400 and leaves no row.",
  },
  "one-grant": {
    holds:
      "A payment seen through several kinds of event, or under several event ids, grants its credits once.",
  },
  "killed-handler": {
    holds: "After a kill -9 between a grant and its answer, the same event delivered again changes nothing.",
  },
  "unknown-events": {
    holds:
      "An event of an unknown type, price or customer is recorded and answered with 200; one that cannot be handled now gets 5xx, so that it comes again.",
  },
  "missed-events": {
    holds: "Events that never arrived are found and handled by the reconciliation, once.",
  },
} satisfies Record<string, Invariant>;

const callers = {
  "key-secrecy": {
    holds:
      "A key that was sent in any place, right or wrong, appears in no answer, header, page or log line, neither as it is nor encoded, and in no row of the database.",
  },
  "key-forms": {
    holds:
      "The same key sent in several places works; two different ones, or one twice in the query, are refused; every variant of a key is refused with one identical body.",
  },
  "bad-keys": { holds: "A key with a wrong checksum is refused without a query of the database." },
  revocation: {
    holds: "A revoked key is refused at once by every process; work that had begun finishes and is charged.",
  },
  isolation: {
    holds:
      "On every route and for every kind of id, another account's answers exactly as one that never was, and stays untouched.",
  },
  "key-in-url": {
    holds: "Answers to a call with its key in the URL are neither stored nor sent as a referrer.",
  },
  json: {
    holds:
      "A malformed or hostile JSON body gets a 4xx with the one error body, never a 500, and charges nothing.",
  },
  multipart: {
    holds:
      "A malformed or hostile multipart body gets a 4xx with the one error body, never a 500, and stores nothing.",
  },
  methods: { holds: "A method that a route does not have gets 405 with Allow; HEAD and OPTIONS are sane." },
  pictures: {
    holds:
      "A damaged, lying or oversized picture gets a clear refusal in bounded time, and a good one works right after it.",
  },
  "inside-addresses": {
    holds:
      "No address, name, redirect or form of URL makes the service connect inside; the refusal is the same as that of a closed port.",
  },
  "fetch-limits": {
    holds:
      "A fetched picture is cut at its limit whatever was announced; one that drips, compresses, redirects for ever or never comes ends in time.",
  },
  overload: {
    holds:
      "Far more callers than there is capacity get 200, 402, 409, 429 or 503 with Retry-After, and no credits are left held.",
    elsewhere: "takes a whole machine for a minute: `npm run attack -- overload`",
  },
  soak: {
    holds: "In an hour of mixed traffic memory and open files stay level.",
    elsewhere: "takes an hour: `npm run attack -- soak --minutes 60`",
  },
  "own-database": {
    holds:
      "After kill -9 of any of its processes the next start adopts or replaces what was left; a second instance on the same data refuses, and one on a copy of it touches nothing of the original.",
  },
  simulation: {
    holds:
      "Random lives of grants, charges, outcomes, resets, sweeps and deaths of processes end where plain arithmetic says.",
  },
  operations: {
    holds:
      "After random kills, restarts, changes of address, copies, backups and restores under traffic, all paid work has its file or its refund, and the audit finds nothing.",
  },
} satisfies Record<string, Invariant>;

const strangers = {
  body: {
    holds:
      "No route reads a body without a bound: what is larger is refused before it is parsed, read hardly further than its limit.",
  },
  decode: {
    holds:
      "Pictures are decoded only in a process that can be killed, within bounds of time, memory and pixels; text and metadata inside a picture cost nothing.",
  },
  transform: {
    holds:
      "Unsigned delivery URLs get the few variants that the product uses; anything else must be signed, and the work for one address is limited.",
  },
  disk: {
    holds:
      "Stored bytes are bounded for each account, unused uploads and parts expire, and below a floor of free space uploads are refused while the rest works.",
  },
  unproven: {
    holds:
      "Nobody holds disk, memory or connections before having proven who it is: signed fields come first, temporary bytes are bounded in sum and for each address, idle bodies end.",
  },
  starve: {
    holds:
      "A caller who sends as much as is allowed does not keep another from getting its turn; what cannot be done in time is refused at the door.",
  },
  address: {
    holds:
      "A client cannot choose the address it is counted by; passwords are throttled for each account as well, and there is one trial for each mailbox, also after deletion.",
  },
  "way-in": {
    holds:
      "A changed password ends every session and every older link; tokens are hashed at rest; a key needs a fresh proof of who asks; known-bad passwords are refused.",
  },
  ownership: {
    holds:
      "A paid result stays until its own owner deletes it, whatever others delete; a list where a text belongs cannot leave the signed folder.",
  },
  contract: {
    holds:
      "Malformed targets, odd methods, doubled slashes and strange credentials get the API's own error body, and never the key back.",
  },
} satisfies Record<string, Invariant>;

const faults = {
  restart: { holds: "A server, worker or database that is killed comes back by itself." },
  "database-faults": {
    holds:
      "A frozen, recovering or exhausted database or a full disk answers 503 with Retry-After within seconds, and all is well when the cause is gone.",
  },
  drain: {
    holds:
      "Any signal, to any process and however often, begins one shutdown: calls are answered, what runs is finished or handed back.",
  },
  instances: {
    holds: "Two machines with the same name, port and folder do not take each other's live work.",
  },
  migrations: { holds: "Many processes that start at once migrate once, and none of them fails." },
  upgrade: {
    holds:
      "100,000 rows of the oldest schema come through every migration whole, and the next version's migrations are applied under calls without losing one.",
  },
  "late-payments": {
    holds: "A payment or subscription that arrives after its account was deleted is canceled and paid back.",
  },
  "sign-up": { holds: "Sign-up is one transaction: an account is whole or is not there." },
  deletion: {
    holds: "A deleted account leaves nothing of its person behind, and its ledger stays.",
  },
  purges: { holds: "Old mails and events go after their stated time." },
  "operator-accounts": { holds: "The operator can suspend, resume and delete an account." },
  secrets: { holds: "A damaged secrets file stops the start with its repair and is not replaced." },
  log: {
    holds: "Each request is one structured log line under the id it came with, without anything secret.",
  },
  browser: {
    holds:
      "Pages carry a content security policy with nonces and without unsafe-inline, HSTS on https, and show scripts no session token.",
  },
  "known-mails": { holds: "Known and unknown mail addresses get equal answers in equal times." },
} satisfies Record<string, Invariant>;

const api = {
  "generated-clients": {
    holds: "Clients made by public generators from the OpenAPI document compile and make a real call.",
  },
  openapi: {
    holds: "The OpenAPI document passes a strict linter and names every code, with examples that fit.",
  },
  messages: {
    holds: "Errors say in words which field is wrong and what to do, with WWW-Authenticate on 401.",
  },
  "optional-null": { holds: "null for an optional field means that it is absent." },
  "large-uploads": {
    holds:
      "Pictures up to the stated size and pixels are taken, whole or in parts, decoded within bounded memory.",
  },
  "given-transformations": {
    holds: "Transformations in a URL that is given to a call are honoured or refused, never dropped.",
  },
  "replay-after-deletion": { holds: "The replay of a call whose result was deleted says so." },
  cors: { holds: "Browsers of listed origins may call the API, others may not." },
} satisfies Record<string, Invariant>;

const hosted = {
  "hosted-failures": {
    holds:
      "Whatever a hosted image model or its provider does (refuses, limits, fails, hangs up, answers without a picture, with text, too much, too many pixels, half a body or none in time), the call gets 502 with what to do about it, the credits are back before, every call at the provider is in the books, and no file is left.",
  },
  "hosted-results": {
    holds:
      "A photo by a hosted model has exactly the pixels that were asked for, whatever came, is charged once, and says which way it was made, by which model, and how true it is to the product.",
  },
  "hosted-requests": {
    holds:
      "Each provider is asked as its documents say: servers that refuse what the real one refuses take every request, and drop no field of it.",
  },
} satisfies Record<string, Invariant>;

export const sections = {
  Credits: money,
  Payments: webhooks,
  "Callers and input": callers,
  "Strangers and trial accounts": strangers,
  "Faults and bad days": faults,
  "The API itself": api,
  "Hosted image models": hosted,
} satisfies Record<string, Record<string, Invariant>>;

export type InvariantId = { [S in keyof typeof sections]: keyof (typeof sections)[S] }[keyof typeof sections];
