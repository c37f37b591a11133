import { getAccount } from "#lib/accounts/state.ts";
import { toWire } from "#lib/contract/wire.ts";
import { adjustCredits } from "#lib/credits/adjust.ts";
import { refundFinished } from "#lib/credits/refunds.ts";
import { readDesk } from "#lib/support/account.ts";
import { resendDelivery, resendMailById } from "#lib/support/actions.ts";
import { findAccounts } from "#lib/support/find.ts";
import { askForView, endLink } from "#lib/support/links.ts";
import { listOperators, setOperator } from "#lib/support/operators.ts";
import { print } from "./inspect.ts";
import { getCount, getText, onAccount, requireAccount, requireText, type Values } from "./values.ts";

export const addOperator = onAccount(async ({ userId }) => {
  const outcome = (await setOperator(userId, true)) ? "now an operator" : "already an operator";
  return `is ${outcome}: /operator requires two-step sign-in.`;
});

export const removeOperator = onAccount(async ({ userId }) =>
  (await setOperator(userId, false)) ? "is no longer an operator." : "is not an operator.",
);

export async function showOperators(values: Values): Promise<void> {
  const operators = await listOperators();
  if (values.json) return console.log(JSON.stringify(toWire(operators)));
  for (const { email, twoFactorEnabled } of operators)
    console.log(`${email}  ${twoFactorEnabled ? "two-step sign-in" : "without two-step sign-in: no access"}`);
}

/** Finds accounts by anything that a customer may quote. */
export async function findByQuery(values: Values): Promise<number> {
  const found = await findAccounts(requireText(values, "query"));
  if (values.json) console.log(JSON.stringify(toWire(found)));
  else
    for (const { accountId, email, tier, status, workId } of found)
      console.log([accountId, email, tier, status, workId ?? ""].join("  ").trimEnd());
  return found.length > 0 ? 0 : 1;
}

/** Shows an account as the support desk does. */
export async function showDesk(values: Values): Promise<void> {
  const { userId } = await requireAccount(values);
  print((await readDesk(userId)) ?? {}, values);
}

export async function grantCredits(values: Values): Promise<void> {
  await changeCredits(values, 1, getText(values, "note") ?? "by the operator");
}

export async function deductCredits(values: Values): Promise<void> {
  await changeCredits(values, -1, requireText(values, "note"));
}

async function changeCredits(values: Values, sign: 1 | -1, note: string): Promise<void> {
  const { userId } = await requireAccount(values);
  const topup = sign * getCount(values, "topup");
  const monthly = sign * getCount(values, "monthly");
  if (topup + monthly === 0) throw new Error("The number of credits is missing: --topup N or --monthly N");
  const left = await adjustCredits({ userId, monthly, topup, note });
  if (!left) return;
  const missing = left.shortfall > 0 ? ` ${left.shortfall} could not be taken.` : "";
  console.log(`The balance is now ${left.monthly} monthly + ${left.topup} top-up.${missing}`);
}

export async function refundJob(values: Values): Promise<void> {
  const id = requireText(values, "id");
  const { monthly, topup } = await refundFinished(id, requireText(values, "note"));
  console.log(`${id} is refunded: ${monthly} monthly + ${topup} top-up. Its result is kept.`);
}

export async function resendOneMail(values: Values): Promise<void> {
  const id = requireText(values, "id");
  await resendMailById(id);
  console.log(`Mail ${id} is queued again.`);
}

export async function resendOneDelivery(values: Values): Promise<void> {
  const id = requireText(values, "id");
  await resendDelivery(id);
  console.log(`${id} is sent again.`);
}

/** Requests access on behalf of an operator, who alone can open the view once the customer accepts. */
export const askSupport = onAccount(async ({ userId }, values) => {
  const operator = await getAccount(requireText(values, "operator"));
  if (!operator) throw new Error("--operator is not the address of an account");
  const id = await askForView({ userId, operatorId: operator.userId, reason: requireText(values, "reason") });
  return `is asked for consent: ${id}`;
});

export async function endSupport(values: Values): Promise<void> {
  const id = requireText(values, "id");
  console.log((await endLink(id, null)) ? `${id} is ended.` : `${id} had already ended.`);
}
