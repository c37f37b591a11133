"use client";

import { Printer } from "lucide-react";
import { Button } from "../ui/button.tsx";

export function PrintButton({ label }: { label: string }) {
  return (
    <Button variant="secondary" onClick={() => window.print()}>
      <Printer aria-hidden /> {label}
    </Button>
  );
}
