/** The look of a link in running text. */
export const textLinkClass =
  "rounded-sm font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-3 hover:decoration-current";
