const uncharged = "Nothing was charged.";
const fewerAtOnce = "Send fewer of these calls at a time, and wait for the seconds in `Retry-After`.";
const openAnAccount = "Create an account: it starts with free credits, and its photos have no watermark.";
const plansPage = "on the billing page of the dashboard";
const nothingToDo = "Nothing needs to be done";

/** Reasons for refused requests that do not concern the picture. */
export const requestReasons = {
  path_unknown: {
    code: "not_found",
    text: "There is no resource at {path}.",
    fix: "GET /api/v1/openapi.json lists every address.",
  },
  path_undecodable: {
    code: "not_found",
    text: "The address cannot be decoded.",
    fix: "Encode every part of the path as UTF-8 with percent signs.",
  },
  path_in_capitals: {
    code: "not_found",
    text: "Addresses are written in lower case.",
    fix: "Write `/api` and `/embedded` in lower case.",
  },
  method_unknown: {
    code: "method_not_allowed",
    text: "{method} is not available here.",
    fix: "Use one of the methods of this address: {methods}.",
  },
  key_missing: {
    code: "missing_api_key",
    text: "No API key was sent.",
    fix: "Send your API key in the `Authorization: Bearer` header, the `X-API-Key` header, or the `key` query parameter.",
  },
  several_keys: {
    code: "invalid_api_key",
    text: "More than one API key was sent.",
    fix: "Send one key, in one place: the `Authorization: Bearer` header, the `X-API-Key` header, or the `key` query parameter.",
  },
  key_account_suspended: {
    code: "invalid_api_key",
    text: "The account of this API key is suspended: write to the operator.",
    fix: "Write to the operator of this service; another key of this account does not help.",
  },
  key_account_deleted: {
    code: "invalid_api_key",
    text: "The account of this API key is deleted.",
    fix: "Use the key of another account; this one cannot be opened again.",
  },
  secured_meanwhile: {
    code: "invalid_api_key",
    text: "The account was secured in the meantime. Sign in, or use a new API key.",
    fix: "Sign in again, or create a new API key, then repeat the request.",
  },
  view_read_only: {
    code: "missing_scope",
    text: "You have a read-only view of this account: nothing can be changed.",
    fix: "End the view of the account first, then repeat this for your own account.",
  },
  plan_canceled: {
    code: "no_active_subscription",
    text: "This account has no plan: its subscription is canceled, or none was chosen yet.",
    fix: `Choose a plan ${plansPage}, then try again.`,
  },
  trial_over: {
    code: "no_active_subscription",
    text: "The trial is over.",
    fix: `Choose a plan ${plansPage}, then try again.`,
  },
  payment_due: {
    code: "no_active_subscription",
    text: "The subscription is past_due: its last payment did not go through.",
    fix: `Update the payment method ${plansPage}: the plan works again once the payment goes through. A second subscription is not needed.`,
  },
  max_credits_exceeded: {
    code: "insufficient_credits",
    text: "This costs {cost} credits, more than the {most} of `max_credits`.",
    fix: `${uncharged} Set \`max_credits\` to at least {cost}, leave it out, or ask for less.`,
  },
  look_not_found: {
    code: "not_found",
    text: "No such look exists.",
    fix: "Check the id: GET /api/v1/looks lists your looks.",
  },
  scene_not_found: {
    code: "not_found",
    text: "No scene has this id.",
    fix: "Check the id: GET /api/v1/scenes lists the scenes.",
  },
  mask_not_found: {
    code: "not_found",
    text: "No corrected mask is saved for this picture.",
    fix: "Request `source=found` for the mask that the service finds itself, or save one with POST /api/v1/masks.",
  },
  generation_not_found: {
    code: "not_found",
    text: "No such generation exists.",
    fix: "Check the id: GET /api/v1/generations lists your work. Deleted work cannot be restored.",
  },
  result_unfinished: {
    code: "not_found",
    text: "This generation has no result yet: its status is {status}.",
    fix: "Try again once it has succeeded: GET /api/v1/generations/{id}?wait=30 returns when it has finished.",
  },
  result_missing: {
    code: "not_found",
    text: "This generation has no result: its status is {status}.",
    fix: "It costs nothing. Order it again with a new Idempotency-Key.",
  },
  result_lost: {
    code: "not_found",
    text: "The image host no longer has this picture.",
    fix: "Order it again, or ask the operator of this service to restore the picture from a backup.",
  },
  result_unread: {
    code: "overloaded",
    text: "The picture is made and charged, but could not be read for this response.",
    fix: "Get it with GET /api/v1/generations/{id}/file, or send the same request again with the same Idempotency-Key.",
  },
  result_deleted: {
    code: "not_found",
    text: "The result of this Idempotency-Key was deleted.",
    fix: "It cannot be restored: order it again with a new Idempotency-Key.",
  },
  no_results_chosen: {
    code: "not_found",
    text: "None of these ids has a result.",
    fix: "Send ids of work that has succeeded: GET /api/v1/generations?status=succeeded lists it.",
  },
  batch_not_found: {
    code: "not_found",
    text: "No such batch exists.",
    fix: "Check the id: GET /api/v1/batches lists your batches.",
  },
  batch_without_results: {
    code: "not_found",
    text: "No item of this batch has succeeded yet.",
    fix: "Try again when an item has succeeded: GET /api/v1/batches/{id}?wait=30 returns the progress.",
  },
  no_result_reviewed_so: {
    code: "not_found",
    text: "None of the results has this review.",
    fix: "Leave `review` out, or review results first with POST /api/v1/generations/review.",
  },
  webhook_endpoint_not_found: {
    code: "not_found",
    text: "No such webhook endpoint exists.",
    fix: "Check the id: GET /api/v1/webhook-endpoints lists your endpoints.",
  },
  webhook_delivery_not_found: {
    code: "not_found",
    text: "No such delivery exists.",
    fix: "Check the id: GET /api/v1/webhook-endpoints/ID/deliveries lists the deliveries of an endpoint, even if it is deleted. Old deliveries are deleted.",
  },
  tryouts_off: {
    code: "not_found",
    text: "This service offers no photos without an account.",
    fix: "Create an account and use POST /api/v1/generate with its API key.",
  },
  billing_off: {
    code: "not_found",
    text: "Billing is not set up here: the operator manages accounts with the admin tool.",
    fix: "Write to the operator of this service about plans and credits.",
  },
  checkout_not_yours: {
    code: "not_found",
    text: "This checkout does not belong to your account.",
    fix: "Sign in with the account that paid.",
  },
  account_missing: {
    code: "not_found",
    text: "This account does not exist.",
    fix: "Sign in again, or create an account.",
  },
  keyed_work_unfinished: {
    code: "idempotency_in_progress",
    text: "The work of this Idempotency-Key is not done yet.",
    fix: "Wait for the seconds in `Retry-After`, then send the same request again, or read GET /api/v1/generations/{id}.",
  },
  work_running: {
    code: "not_cancelable",
    text: "The work is running: only waiting work can be canceled.",
    fix: "Let the work finish, then delete its result if you do not want it.",
  },
  work_succeeded_before: {
    code: "not_cancelable",
    text: "The work has succeeded: only waiting work can be canceled.",
    fix: "It is done and charged. Delete it with DELETE /api/v1/generations/{id} if you do not want it.",
  },
  work_failed_before: {
    code: "not_cancelable",
    text: "The work has failed: only waiting work can be canceled.",
    fix: `${nothingToDo}: it costs nothing.`,
  },
  work_canceled_before: {
    code: "not_cancelable",
    text: "The work is canceled already.",
    fix: `${nothingToDo}: it costs nothing.`,
  },
  work_unfinished: {
    text: "it is still being made; delete it once it is done",
    fix: "Cancel it while it is queued (POST /api/v1/generations/{id}/cancel), or delete it once it has finished (GET /api/v1/generations/{id}?wait=30 returns then).",
  },
  review_unfinished: {
    text: "only a finished result can be reviewed: wait until its `status` is `succeeded`",
    fix: "Review it once its `status` is `succeeded`; failed work cannot be reviewed.",
  },
  check_unfinished: {
    text: "only a photo or cut-out that succeeded can be checked",
    fix: "Check it once its `status` is `succeeded`; order failed work again.",
  },
  remake_not_found: {
    text: "you have no finished photo with this id",
    fix: "Send the id of a photo of yours that has succeeded and was not deleted, or leave `remake_of` out.",
  },
  remake_of_other_picture: {
    text: "that photo was made from another picture: use its `image_url`, or leave `remake_of` out",
    fix: "Use the `image_url` of that photo, or leave `remake_of` out.",
  },
  one_picture_per_response: {
    text: "a response that is the picture itself has one photo",
    fix: "Leave `n` out, or send `Accept: application/json` and load the `results`.",
  },
  remakes_changing: {
    code: "overloaded",
    text: "Other remakes of this photo are being ordered right now.",
    fix: `${uncharged} Order the remakes of a photo one at a time.`,
  },
  repeat_under_way: {
    code: "overloaded",
    text: "This work is being ordered again by another call.",
    fix: `${uncharged} Look at the batch in a moment: the new work is there.`,
  },
  storage_used_up: {
    text: "the stored work of this account, with its prompts and metadata, uses all of its storage. Delete work that you no longer need, or move to a larger plan",
    fix: "Delete work that you no longer need (POST /api/v1/generations/delete), send less metadata, or move to a larger plan.",
  },
  uploads_used_up: {
    text: "the uploads and stored work of this account may use {storage} MB in {files} files, and this quota is used up. Delete results that you no longer need, wait for unused uploads to expire ({days} days), or move to a larger plan",
    fix: "Delete results that you no longer need (POST /api/v1/generations/delete), or move to a larger plan.",
  },
  uploads_closed: {
    text: "this account is closed or suspended, or was secured since this upload was signed",
    fix: "Ask for new signed parameters; if they are refused too, write to the operator of this service.",
  },
  mask_being_deleted: {
    text: "the mask is being deleted",
    fix: "Upload the mask again, and send the URL of that response.",
  },
  no_such_key: {
    code: "not_found",
    text: "No such API key exists.",
    fix: "Check the id: GET /api/v1/keys lists your keys. A deleted key cannot be restored: create a new one.",
  },
  scope_not_granted: {
    code: "missing_scope",
    text: "This key does not have the scope `{scope}`, so it cannot grant it, or change or delete a key that has it.",
    fix: "Use a key that has all scopes of the other one, or leave the scope out.",
  },
  key_outlives_grantor: {
    text: "a key that expires can only create keys that expire no later",
    fix: "Send an `expires_at` that is no later than that of your key, or use a key that does not expire.",
  },
  key_outspends_grantor: {
    text: "this key has a limit of {most} credits a month, so it cannot grant more",
    fix: "Send a `max_credits_per_month` of at most {most}, or use a key without a limit.",
  },
  key_out_of_reach: {
    text: "your key may not change or delete this key: it expires later, or was not created with your key, which has a limit",
    fix: "Use a key without expiry and limit, or the page API keys.",
  },
  test_key_makes_test_keys: {
    text: "a test key can only create test keys",
    fix: "Send `test: true`, or use a live key.",
  },
  time_is_past: {
    text: "must be in the future",
    fix: "Send a time in the future, in ISO 8601 with its time zone.",
  },
  test_without_credits: {
    code: "insufficient_credits",
    text: "This test picture simulates a balance that does not cover the call.",
    fix: "Use another test picture, such as `ok.jpg`, for a call that succeeds.",
  },
  test_work_used_up: {
    code: "rate_limited",
    text: "Test keys of this account have used up the daily limit.",
    fix: "Wait for the seconds in `Retry-After`, or use a live key.",
  },
  key_budget_used_up: {
    code: "key_budget_exceeded",
    text: "This costs more than the key of the call may still spend in this month (UTC).",
    fix: `${uncharged} Raise the key's \`max_credits_per_month\`, use another key, or wait for the next month.`,
  },
  hourly_work_used_up: {
    code: "rate_limited",
    text: "More work was ordered than this account's plan allows in an hour.",
    fix: `${uncharged} Wait for the seconds in \`Retry-After\`, order less at once, or move to a larger plan.`,
  },
  previews_used_up: {
    code: "rate_limited",
    text: "The limit of {count} previews in a day is reached.",
    fix: "Order without a preview, or wait for the seconds in `Retry-After`.",
  },
  own_calls_wait: {
    code: "rate_limited",
    text: "Too many of your calls wait for the same thing.",
    fix: fewerAtOnce,
  },
  event_not_found: {
    code: "not_found",
    text: "No such event exists, or it is older than the retention period.",
    fix: "Check the id: GET /api/v1/events lists the events that are kept.",
  },
  too_many_replayed: {
    text: "more than {count} events would be pending for this endpoint: send a later time or fewer types, or wait until some have been sent",
    fix: "Send a later `since` or fewer `types`, or wait until some events have been sent.",
  },
  picture_host_refused: {
    text: "the address could not be reached: it refused the connection",
    fix: "Check that the server of the picture runs and accepts connections from this service, or upload the picture first.",
  },
  picture_host_away: {
    code: "overloaded",
    text: "The picture cannot be loaded at the moment: {problem}.",
    fix: "Check the address of the picture, then try again after the seconds in `Retry-After`, or upload the picture first.",
  },
  picture_is_page: {
    text: "the address leads to a web page, not to a picture",
    fix: "Send the address of the picture itself: open the picture alone in a browser and copy its address. Links to share a file, as of Google Drive or Dropbox, lead to a page; use their direct download link, or upload the picture first.",
  },
  picture_host_busy: {
    code: "rate_limited",
    text: "Too many pictures could not be loaded from this host.",
    fix: "Check the addresses of your pictures, then try again in a minute.",
  },
  webhook_host_busy: {
    code: "rate_limited",
    text: "No more webhooks may be sent to this host at the moment.",
    fix: "Wait for the seconds in `Retry-After`; answer webhooks faster, so that fewer of them wait.",
  },
  tryouts_used_up: {
    code: "rate_limited",
    text: "These were today's free photos for your network.",
    fix: openAnAccount,
  },
  tryouts_of_network_used_up: {
    code: "rate_limited",
    text: "Many people in your network are trying the studio right now.",
    fix: "Try again in an hour, or create an account: it starts with free credits, and its photos have no watermark.",
  },
  tryout_from_elsewhere: {
    text: "Only the pages of this service make photos without an account.",
    fix: "Use POST /api/v1/generate with an API key.",
  },
  tryout_failed: {
    code: "generation_failed",
    text: "The photo could not be made.",
    fix: "Try again, or use another picture.",
  },
  preview_failed: {
    code: "generation_failed",
    text: "The preview could not be made.",
    fix: `${uncharged} Try again, order without a preview, or use another picture.`,
  },
  image_host_away: {
    code: "overloaded",
    text: "The image host does not answer at the moment.",
    fix: `${uncharged} Wait for the seconds in \`Retry-After\`, then try again; if this continues, tell the operator that the image host does not answer.`,
  },
  no_worker: {
    code: "overloaded",
    text: "No worker is running, so no picture can be made at the moment.",
    fix: `${uncharged} Wait for the seconds in \`Retry-After\`, then try again; if this continues, tell the operator that no worker is running.`,
  },
  charge_unconfirmed: {
    code: "overloaded",
    text: "The database did not answer when this was charged.",
    fix: "Read GET /api/v1/generations/{id} in a minute: unless it has succeeded, it was not charged, or is refunded. With an Idempotency-Key you could simply send the same request again.",
  },
  keyed_charge_unconfirmed: {
    code: "overloaded",
    text: "The database did not answer when this was charged.",
    fix: "Send the same request again with the same Idempotency-Key after the seconds in `Retry-After`: it is charged once.",
  },
  batch_unconfirmed: {
    code: "overloaded",
    text: "The database did not answer when this batch was charged.",
    fix: "Read GET /api/v1/batches/{id} before you send it again: if the batch exists, it is ordered and charged. With an Idempotency-Key you could simply send the same request again.",
  },
  too_many_looks: {
    text: "An account has at most {count} looks: delete one first.",
    fix: "Delete a look that you no longer need: DELETE /api/v1/looks/ID.",
  },
  webhook_host_unverified: {
    text: "you have no enabled and verified webhook endpoint of the host {host}",
    fix: "Create an endpoint of that host (POST /api/v1/webhook-endpoints) and answer its `test.ping` with 2xx, or leave `webhook_url` out.",
  },
  too_many_webhook_endpoints: {
    text: "An account has at most {count} webhook endpoints: delete one first.",
    fix: "Delete an endpoint that you no longer need: DELETE /api/v1/webhook-endpoints/ID.",
  },
  stripe_event_refused: {
    text: "The webhook was refused: {why}.",
    fix: "Operator: compare STRIPE_WEBHOOK_SECRET with the secret of this endpoint at Stripe, and the clock of this machine with the real time.",
  },
  body_too_large: {
    text: "The body is larger than {most}.",
    fix: "Send a smaller body: fewer items, or shorter texts.",
  },
  body_compressed: {
    text: "The body is compressed ({encoding}): send it as it is.",
    fix: "Send the body without compression, and without `Content-Encoding`.",
  },
  body_broken: {
    text: "The body could not be read completely.",
    fix: "Send the request again; the connection was closed before the whole body arrived.",
  },
  body_not_json: {
    text: "The body must be JSON: send `Content-Type: application/json`",
    fix: "Send `Content-Type: application/json` with a body in JSON.",
  },
  body_empty: {
    text: "The body is empty: send a JSON object",
    fix: "Send a JSON object with the fields of the request.",
  },
  body_malformed: {
    text: "The body is not valid JSON in UTF-8",
    fix: "Write the body with a JSON library, encoded as UTF-8.",
  },
  body_too_nested: {
    text: "The body is nested deeper than {depth} levels, or has more than {values} values",
    fix: "Send the fields of the call as the reference describes them; none of them is nested so deep.",
  },
} as const;
