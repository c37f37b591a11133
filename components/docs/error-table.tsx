import { referenceHere } from "#lib/documentation/reference.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { DocsTable, Inline } from "./markdown.tsx";

/** An error that more operations return is general: the table does not list its operations. */
const mostUsers = 8;

export function ErrorTable() {
  const operations = referenceHere();
  /** Paths of the operations that return the error; empty if there are too many. */
  const usersOf = (code: ErrorCode) => {
    const users = operations.filter(({ errors }) => errors.some((error) => error.code === code));
    const paths = new Set(users.map(({ path }) => path.replace("/api/v1", "")));
    return users.length > mostUsers ? [] : [...paths];
  };
  return (
    <DocsTable label="Error codes">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">What happened</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(errorTable) as ErrorCode[]).map((code) => (
          <tr key={code} id={`error-${code}`}>
            <td>
              <code>{code}</code>
              <small>{errorTable[code].status}</small>
            </td>
            <td>
              {errorTable[code].meaning}
              {usersOf(code).length > 0 && <small>{usersOf(code).join(", ")}</small>}
            </td>
            <td>
              <Inline text={errorTable[code].fix} />
            </td>
          </tr>
        ))}
      </tbody>
    </DocsTable>
  );
}
