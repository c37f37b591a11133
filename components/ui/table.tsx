import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/** A table that scrolls horizontally in its frame on narrow screens; `label` is the frame's accessible name. */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className={cn("w-full border-collapse text-left text-sm", className)} {...rest} />
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "whitespace-nowrap border-line border-b px-5 py-2.5 font-medium text-faint text-xs max-sm:px-3",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={cn(
        "border-line border-b px-5 py-3 align-middle max-sm:px-3 in-[tr:last-child]:border-b-0",
        className,
      )}
      {...rest}
    />
  );
}

export interface Column<Row> {
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Class of the title and of the cells. */
  className?: string;
  /** Class of the cells only. */
  cellClassName?: string;
}

interface DataTableProps<Row> extends Omit<ComponentProps<typeof Table>, "children"> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  rowProps?: (row: Row) => ComponentProps<"tr">;
}

export function DataTable<Row>({ columns, rows, keyOf, rowProps, ...rest }: DataTableProps<Row>) {
  return (
    <Table {...rest}>
      <thead>
        <tr>
          {columns.map(({ title, className }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <Th key={index} className={className}>
              {title}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ cell, className, cellClassName }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <Td key={index} className={cn(className, cellClassName)}>
                {cell(row)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
