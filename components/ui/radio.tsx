"use client";

interface RadioProps {
  /** The same for all of which one is chosen. */
  group: string;
  checked: boolean;
  onChoose: () => void;
  /** Said to screen readers, where the label around it is a picture. */
  name?: string;
}

/** A radio button that is felt but not seen: it lies over the label around it, which shows its state. */
export function Radio({ group, checked, onChoose, name }: RadioProps) {
  return (
    <input
      type="radio"
      name={group}
      checked={checked}
      onChange={onChoose}
      aria-label={name}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] -outline-offset-2"
    />
  );
}
