"use client";

import dynamic from "next/dynamic";
import { useTranslate } from "../language/language.tsx";

// Radix menus and dialogs insert a style element while they are open; it needs the page's nonce.
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce;
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}

// Loaded separately, because no page shows a toast before the user has acted.
const Sonner = dynamic(() => import("sonner").then(({ Toaster: Found }) => Found), { ssr: false });

export function Toaster() {
  const t = useTranslate();
  return (
    <Sonner
      containerAriaLabel={t("Notifications")}
      // Below the page's header: at the bottom, toasts would cover the order button.
      position="top-center"
      offset="4.75rem"
      mobileOffset={{ top: "4.75rem" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "pointer-events-auto flex w-full font-sans items-center gap-3 rounded-lg bg-raised px-4 py-3 text-ink text-sm shadow-float sm:w-[22rem]",
          content: "min-w-0 flex-1",
          title: "font-medium",
          description: "mt-0.5 text-muted",
          success: "[&_[data-icon]]:text-success-ink",
          error: "[&_[data-icon]]:text-danger-ink",
          actionButton: "shrink-0 rounded-md bg-sunken px-2.5 py-1 font-medium text-xs",
        },
      }}
    />
  );
}
