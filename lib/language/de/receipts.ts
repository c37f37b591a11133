import type { Messages } from "../translate.ts";

/** German of receipts, on pages and in mails. */
export const receipts: Messages = {
  "Top-up: {credits, number} credits that never expire":
    "Aufladung: {credits, number} Credits ohne Verfallsdatum",
  "Discounts and earlier balance": "Rabatte und früheres Guthaben",
  Payment: "Zahlung",
  "{plan} plan, not used from {from} to {to}": "Tarif {plan}, nicht genutzt vom {from} bis {to}",
  "{plan} plan, rest of the period from {from} to {to}":
    "Tarif {plan}, Rest des Zeitraums vom {from} bis {to}",
  "{plan} plan, {from} to {to}: {credits, number} credits":
    "Tarif {plan}, {from} bis {to}: {credits, number} Credits",
  Tax: "Umsatzsteuer",
  "Tax, included above": "Umsatzsteuer, oben enthalten",
  Paid: "Bezahlt",
  "Paid on": "Bezahlt am",
  Number: "Nummer",
  Seller: "Verkäufer",
  "Tax number": "Steuernummer",
};
