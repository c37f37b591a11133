/** What this service guarantees: all invariants, in plain language for docs/reliability.md, by their id and section. */
export const sections = {
  Credits: {
    "exact-charges":
      "If a balance covers k of N concurrent calls, exactly k succeed, also across several processes. The others get 402, and the balance ends at exactly zero.",
    conservation:
      "For every account and at any time under load, the balance equals the credits granted minus those spent, expired and taken back.",
    "resolve-once":
      "A charge is completed, refunded or expired exactly once, also when these happen concurrently. A second resolution changes nothing.",
    "failed-work":
      "Work that fails while it is generated or stored is refunded before the response 502 generation_failed is sent.",
    "client-gone":
      "If the client disconnects, the work is either completed and can be read by its id, or refunded.",
    "killed-process":
      "If a process is killed (kill -9) at any point of a generation, the charge is either refunded once or the result exists, and the credits add up.",
    "killed-worker":
      "Another worker takes over the job of a killed worker within 30 s. If any combination of processes is killed, each job ends once, each call gets a response, and no file is left without a row.",
    "killed-database":
      "If the database is killed (kill -9), everything that was confirmed to a client is still stored.",
    backups:
      "A backup created under traffic can be restored elsewhere: the audit finds no problem, and every picture is identical byte for byte. A changed byte anywhere in an archive is detected.",
    idempotency:
      "Requests with the same Idempotency-Key run the work once, in any order and concurrency. Other requests get 409 while it runs, and then the first response byte for byte; a different body gets 422; refused requests are not stored.",
    "burn-order":
      "Monthly credits are spent before top-ups. A refund returns credits to where they came from, except to a period that has ended.",
    "period-reset":
      "Each paid period sets the allowance once, no matter how often, how late or in which order its payment is reported, including at month ends and leap days.",
    "take-backs":
      "Top-up credits do not expire. Refunds and disputes of a top-up take its credits back once, in total at most what was bought, and never make a balance negative.",
    "price-integrity":
      "Grants are derived from the price in Stripe's own objects. Amounts, credits, users, currencies and modes in the data of an event are ignored.",
  },
  Payments: {
    "event-replay":
      "The events of a subscription, delivered in any order, repeatedly and concurrently, result in the same state as one delivery in order.",
    "event-signature":
      "An event is refused with 400 and leaves no row unless it was signed with the correct secret, within five minutes, over exactly the received bytes.",
    "one-grant":
      "A payment that is reported by several types of events, or under several event ids, grants its credits once.",
    "killed-handler":
      "If a process is killed (kill -9) between a grant and its response, a repeated delivery of the same event changes nothing.",
    "unknown-events":
      "An event with an unknown type, price or customer is recorded and answered with 200. An event that cannot be processed yet gets 5xx, so that it is delivered again.",
    "missed-events": "Reconciliation finds events that were never delivered and processes each of them once.",
  },
  "Callers and input": {
    "key-secrecy":
      "A key that was sent in any part of a request, valid or not, appears in no response, header, page, log line or database row, neither in plain text nor encoded.",
    "key-forms":
      "The same key in several parts of a request is accepted. Two different keys, or a repeated query parameter, are refused; every invalid variant of a key gets the same response body.",
    "bad-keys": "A key with an invalid checksum is refused without a database query.",
    revocation:
      "Every process refuses a revoked key immediately. Work that has already started is finished and charged.",
    isolation:
      "On every route and for every type of id, an id of another account gets the same response as an id that never existed, and its object is not changed.",
    "key-in-url": "Responses to a call with its key in the URL are not cached and send no referrer.",
    json: "A malformed or hostile JSON body gets a 4xx response with the standard error body, never a 500, and charges nothing.",
    multipart:
      "A malformed or hostile multipart body gets a 4xx response with the standard error body, never a 500, and stores nothing.",
    methods:
      "A method that a route does not support gets 405 with Allow. HEAD and OPTIONS follow the HTTP specification.",
    pictures:
      "A damaged, mislabeled or oversized picture is refused in bounded time with a specific error, and a valid picture is accepted right after it.",
    "inside-addresses":
      "No address, name, redirect or form of URL makes the service connect to an internal address. The error is the same as for a closed port.",
    "fetch-limits":
      "A download is cut at its size limit regardless of its announced size. A download that is slow, compressed, redirected endlessly or never answered ends in time.",
    overload:
      "If there are far more callers than capacity, each gets 200, 402, 409, 429 or 503 with Retry-After, and no credits remain reserved.",
    soak: "During an hour of mixed traffic, memory and open files do not grow.",
    "own-database":
      "After kill -9 of any of its processes, the next start takes over or replaces what is left. A second instance on the same data refuses to start; one on a copy of the data does not touch the original.",
    simulation:
      "Random sequences of grants, charges, outcomes, resets, sweeps and killed processes end with the balances that plain arithmetic predicts.",
    operations:
      "After random kills, restarts, address changes, copies, backups and restores under traffic, all paid work has its file or its refund, and the audit finds no problem.",
  },
  "Unauthenticated clients and trial accounts": {
    body: "Every route limits the size of a request body. A larger body is refused before it is parsed, and hardly any of it is read beyond the limit.",
    decode:
      "Pictures are decoded only in a separate process, with limits on time, memory and pixels. Text and metadata in a picture use no resources.",
    transform:
      "Delivery URLs support only the few variants that pages and shops use. The work per client address is limited.",
    disk: "The stored bytes of each account are limited, and unused uploads and parts expire. Below a minimum of free disk space uploads are refused, and everything else works.",
    unproven:
      "Unauthenticated clients cannot occupy disk, memory or connections: signed fields must come first, temporary bytes are limited in total and per address, and idle bodies are closed.",
    starve:
      "A client that sends as much as it may does not keep others from being served. Requests that cannot be served in time are refused on arrival.",
    address:
      "A client cannot choose the address it is counted by. Sign-in attempts are also limited per account, and each mailbox gets one trial, also after its account was deleted.",
    "way-in":
      "A changed password ends every session and invalidates every older link. Tokens are stored as hashes, creating a key requires fresh authentication, and known leaked passwords are refused.",
    ownership:
      "A paid result exists until its owner deletes it, whatever other accounts delete. A list in place of a text cannot reach beyond the signed folder.",
    contract:
      "Malformed targets, unusual methods, doubled slashes and malformed credentials get the API's standard error body, which never contains the key.",
  },
  "Faults and operations": {
    restart: "A server, worker or database that is killed is restarted automatically.",
    "database-faults":
      "While the database is frozen, recovering or exhausted, or the disk is full, calls get 503 with Retry-After within seconds. Service resumes when the cause is gone.",
    drain:
      "Any signal to any process, even repeated, starts one shutdown: calls are answered, and running work is finished or handed over.",
    instances: "Two machines with the same name, port and folder do not take over each other's running work.",
    migrations: "If many processes start at once, the database is migrated once, and none of them fails.",
    "late-payments":
      "A payment or subscription that is reported after its account was deleted is canceled and refunded.",
    "sign-up": "Sign-up is one transaction: an account exists completely or not at all.",
    deletion: "After an account was deleted, no personal data remains, and its ledger is kept.",
    purges: "Mails and events are deleted after the stated time.",
    "operator-accounts": "The operator can suspend, resume and delete an account.",
    secrets: "A damaged secrets file stops the start with instructions, and the file is not replaced.",
    log: "Each request is logged in one structured line with its request id and without secrets.",
    browser:
      "Pages have a content security policy with nonces and without unsafe-inline, use HSTS on https, and hide session tokens from scripts.",
    "known-mails": "Known and unknown email addresses get the same responses in the same time.",
  },
  "The API itself": {
    "generated-clients":
      "Clients generated from the OpenAPI document by public generators compile and complete a real call.",
    openapi: "The OpenAPI document passes a strict linter and lists every error code, with valid examples.",
    messages: "Error messages name the invalid field and the fix. Responses with 401 have WWW-Authenticate.",
    "optional-null": "null for an optional field is treated as if the field were absent.",
    "large-uploads":
      "Pictures up to the documented size and number of pixels are accepted, as a whole or in parts, and decoded in bounded memory.",
    "given-transformations":
      "Transformations in a URL that is sent to the API are applied or refused, never ignored.",
    "replay-after-deletion":
      "If the result of a call was deleted, a repeated call with the same key reports that.",
    cors: "Browsers may call the API from listed origins only.",
  },
  "Hosted image models": {
    "hosted-failures":
      "Whatever a hosted image model or its provider does (refusal, rate limit, failure, closed connection, or a response without a picture, with text, with too many bytes or pixels, incomplete or too late), the call gets 502 with a fix. The credits are refunded before that, every call to the provider is recorded, and no file is left.",
    "hosted-results":
      "A photo by a hosted model has exactly the requested pixels, whatever the model returned. It is charged once and reports its mode, its model and how faithful it is to the product.",
    "hosted-requests":
      "Requests match the documentation of each provider: test servers that refuse what the real ones refuse accept every request, and every field is used.",
  },
} satisfies Record<string, Record<string, string>>;

export type InvariantId = { [S in keyof typeof sections]: keyof (typeof sections)[S] }[keyof typeof sections];

/** How to test what `npm run test:all` does not, and why not. Without this, a missing record fails that run. */
export const elsewhere: Partial<Record<InvariantId, string>> = {
  overload: "needs a whole machine for a minute: `npm run attack -- overload`",
  soak: "takes an hour: `npm run attack -- soak --minutes 60`; on 2026-11-24 memory was 971 MB at first, 1,159 MB at last, 1,254 MB at most, with 542 and 471 open files",
};
