/** The viewer's frame; its size is constant. */
export const frameClass = "h-[min(30rem,34dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
/** The bar below the frame. */
export const barClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";
