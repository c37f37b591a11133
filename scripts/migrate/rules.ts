import type { Migration } from "#lib/db/migrations/files.ts";
import { type Statement, splitStatements } from "#lib/db/migrations/statements.ts";

/** Migrations up to this one precede the rules and are exempt. */
const baseline = { name: "20261127000000_initial", count: 1 };

const name = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const createTable = new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${name}`, "i");
const createType = new RegExp(`^CREATE TYPE ${name}`, "i");
const alterTable = new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${name} (.*)$`, "i");
const alterType = new RegExp(`^ALTER TYPE ${name}`, "i");
const createIndex = new RegExp(
  `^CREATE (UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?${name} ON (?:ONLY )?${name}(?: USING \\w+)? ?\\((.*)$`,
  "i",
);
const dropIndexConcurrently = new RegExp(`^DROP INDEX CONCURRENTLY IF EXISTS ${name}$`, "i");
const writesRows = new RegExp(`^(?:WITH .*)?\\b(?:UPDATE|DELETE FROM|INSERT INTO) (?:ONLY )?${name}`, "i");
const transactionWord = /^(BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|SAVEPOINT)\b/i;
const addColumn = new RegExp(`^ADD (?:COLUMN )?(?:IF NOT EXISTS )?${name} `, "i");
const addConstraint =
  /^ADD (?:CONSTRAINT (?:"[^"]+"|\w+) )?(CHECK|UNIQUE|PRIMARY KEY|EXCLUDE|FOREIGN KEY)\b/i;

const reference = new RegExp(`\\bREFERENCES ${name}(?: ?\\([^)]*\\))?([^,]*)`, "gi");
const declare = "or declare the oldest version that can run: -- contract: compatible-with MIGRATION";

/** Objects that the migration itself creates; no version uses them yet. */
interface Made {
  tables: Set<string>;
  types: Set<string>;
  /** Columns that are null in every row of the previous version, by table. */
  nullableColumns: Map<string, Set<string>>;
}

/**
 * Checks the rules that let a version run on the schema of the next one. Returns one line per violating statement,
 * with the alternative. See docs/decisions/versions.md.
 */
export function findRuleViolations(migrations: readonly Migration[]): string[] {
  const old = migrations.filter(({ name }) => name <= baseline.name);
  const misnamed =
    old.length > baseline.count
      ? [`A new migration must have a name after ${baseline.name}: rename its folder.`]
      : [];
  const names = migrations.map(({ name }) => name);
  return [
    ...misnamed,
    ...migrations
      .filter((migration) => migration.name > baseline.name)
      .flatMap((migration) => violationsOf(migration, names)),
  ];
}

function violationsOf(migration: Migration, names: readonly string[]): string[] {
  const statements = splitStatements(migration.script).flatMap(withInnerStatements);
  const made = findMade(statements);
  const isContract = migration.compatibleWith !== null;
  const problems = [
    ...contractProblems(migration, names),
    ...(migration.isTransaction ? [] : oneByOneProblems(statements)),
    ...statements.flatMap(({ code }) => {
      const forms = isContract ? [] : expandProblems(code, made);
      return [...forms, ...lockProblems(code, migration)].map(
        (problem) => `${problem}\n    ${code.slice(0, 160)}`,
      );
    }),
    ...lockedProblems(statements, made),
  ];
  return problems.map((problem) => `${migration.name}: ${problem}`);
}

/** Statements inside a DO block are checked like any other. */
function withInnerStatements(statement: Statement): Statement[] {
  if (!/^DO\b/i.test(statement.code)) return [statement];
  const inner = statement.bodies.flatMap(splitStatements).filter(({ code }) => !/^END\b/i.test(code));
  const opening = /^.*\b(?:BEGIN|THEN|ELSE|LOOP) (?=[A-Z])/i;
  return inner.map((part) => ({ ...part, code: part.code.replace(opening, "") }));
}

function findMade(statements: readonly Statement[]): Made {
  const made: Made = { tables: new Set(), types: new Set(), nullableColumns: new Map() };
  for (const { code } of statements) {
    const table = createTable.exec(code)?.[1];
    if (table) made.tables.add(table);
    const type = createType.exec(code)?.[1];
    if (type) made.types.add(type);
    const [, altered = "", actions = ""] = alterTable.exec(code) ?? [];
    for (const action of splitList(actions)) {
      const column = addConstraint.test(action) ? undefined : addColumn.exec(action)?.[1];
      if (!column || /\b(DEFAULT|NOT NULL|GENERATED|SERIAL)\b/i.test(action)) continue;
      made.nullableColumns.set(altered, (made.nullableColumns.get(altered) ?? new Set()).add(column));
    }
  }
  return made;
}

function contractProblems({ name: own, compatibleWith }: Migration, names: readonly string[]): string[] {
  if (compatibleWith === null) return [];
  if (!names.includes(compatibleWith))
    return [`it declares ${compatibleWith} as compatible, which is not a migration`];
  return compatibleWith < own
    ? []
    : [`it declares ${compatibleWith} as compatible, which does not precede it`];
}

/** Changes that break the previous version, which does not know of this statement. */
function expandProblems(code: string, made: Made): string[] {
  const words = code.replace(/"[^"]*"/g, '"_"');
  const [, table, actions = ""] = alterTable.exec(code) ?? [];
  const references = referenceProblems(code, made);
  if (table !== undefined && made.tables.has(table)) return references;
  if (dropIndexConcurrently.test(code)) return [];
  if (/^DROP\b/i.test(words) || /^ALTER\b.*\bDROP\b/i.test(words))
    return [`the previous version may still use the dropped object: drop it one version later, ${declare}`];
  if (/^TRUNCATE\b/i.test(words))
    return [`the previous version may still read these rows: keep them, ${declare}`];
  if (/^ALTER\b.*\bRENAME\b/i.test(words))
    return [`the previous version uses the old name: add the new one and keep the old one, ${declare}`];
  const type = alterType.exec(code)?.[1];
  if (type !== undefined && !made.types.has(type))
    return [
      `the previous version cannot read new values of a type: write them one version after they were added, ${declare}`,
    ];
  return [...references, ...splitList(actions).flatMap(actionProblems), ...indexProblems(code, made)];
}

function actionProblems(action: string): string[] {
  if (/\bSET NOT NULL\b/i.test(action))
    return [
      `the previous version may write NULL: fill the column, and require it one version later, ${declare}`,
    ];
  if (/^ALTER\b.*\bTYPE\b/i.test(action))
    return [`the previous version expects the old type: add another column, ${declare}`];
  const constraint = addConstraint.exec(action)?.[1]?.toUpperCase();
  if (constraint === "FOREIGN KEY" || constraint === "CHECK") {
    if (/\bNOT VALID\b/i.test(action)) return [];
    return [
      `a constraint on a table with rows must be added NOT VALID and validated one version later, ${declare}`,
    ];
  }
  if (constraint)
    return [`the previous version may write rows that this ${constraint} rejects: add it later, ${declare}`];
  const isFilled = /\b(DEFAULT|GENERATED|\w*SERIAL)\b/i.test(action);
  if (!addColumn.test(action) || isFilled || !/\bNOT NULL\b/i.test(action)) return [];
  return [
    `the previous version does not write this column: give it a DEFAULT or make it nullable, ${declare}`,
  ];
}

/** Foreign keys, also of new tables, that prevent the previous version from deleting the referenced rows. */
function referenceProblems(code: string, made: Made): string[] {
  const isKept = [...code.matchAll(reference)].some(
    ([, table = "", rest = ""]) => !made.tables.has(table) && !/\bON DELETE (CASCADE|SET)\b/i.test(rest),
  );
  if (!isKept) return [];
  return [
    `the previous version deletes rows without deleting references to them: use ON DELETE CASCADE or SET NULL, ${declare}`,
  ];
}

function indexProblems(code: string, made: Made): string[] {
  const [, isUnique, , , table = "", columns = ""] = createIndex.exec(code) ?? [];
  if (!isUnique || made.tables.has(table)) return [];
  const added = made.nullableColumns.get(table) ?? new Set();
  const isOnAdded = [...columns.matchAll(/"(\w+)"/g)].some(([, column = ""]) => added.has(column));
  if (isOnAdded && !/\b(WHERE|NULLS NOT DISTINCT)\b/i.test(columns)) return [];
  return [`the previous version may write rows that this index rejects: add it later, ${declare}`];
}

/** Statements that would block or break a deployment. */
function lockProblems(code: string, { isTransaction }: Migration): string[] {
  if (transactionWord.test(code))
    return ["it ends the transaction that it is applied in: remove that statement"];
  if (isTransaction && /\bCONCURRENTLY\b/i.test(code))
    return [
      "CONCURRENTLY cannot run in a transaction: move it to a separate migration with -- no-transaction",
    ];
  return [];
}

/**
 * The migration must be repeatable from its start: an interrupted CREATE INDEX CONCURRENTLY leaves an invalid index.
 */
function oneByOneProblems(statements: readonly Statement[]): string[] {
  const dropped = new Set<string>();
  const isRepeatable = ({ code }: Statement) => {
    const gone = dropIndexConcurrently.exec(code)?.[1];
    if (gone) dropped.add(gone);
    const [, , isConcurrent, index = ""] = createIndex.exec(code) ?? [];
    return gone !== undefined || (isConcurrent !== undefined && dropped.has(index));
  };
  if (statements.every(isRepeatable)) return [];
  return [
    "-- no-transaction is allowed only for indexes: DROP INDEX CONCURRENTLY IF EXISTS x, then CREATE INDEX CONCURRENTLY x",
  ];
}

/** A changed table is locked until its migration ends, against readers too, unless only an index is added. */
function lockedProblems(statements: readonly Statement[], { tables }: Made): string[] {
  const notMade = (names: readonly (string | undefined)[]) =>
    new Set(names.filter((table) => table !== undefined && !tables.has(table)));
  const changed = notMade(
    statements.map(({ code }) => alterTable.exec(code)?.[1] ?? createIndex.exec(code)?.[4]),
  );
  const written = notMade(statements.map(({ code }) => writesRows.exec(code)?.[1]));
  return [
    ...(changed.size > 1
      ? [
          `it locks ${[...changed].join(" and ")} together, which calls may lock in another order: use a migration for each`,
        ]
      : []),
    ...(changed.size > 0 && written.size > 0
      ? [
          "it keeps a changed table locked while it writes rows: move the writes to a separate, later migration",
        ]
      : []),
  ];
}

/** Splits the actions of an ALTER TABLE at the commas outside parentheses. */
function splitList(actions: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of actions) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
