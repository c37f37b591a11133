export interface Statement {
  /** The statement's text as sent to the server. */
  text: string;
  /** Without comments and with emptied literals and function bodies, on one line, for keyword searches. */
  code: string;
  /** The text between dollar quotes. */
  bodies: string[];
}

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$([\s\S]*?)\$\1\$|;|[\s\S]/g;

/** Splits an SQL script; semicolons in comments, literals and function bodies do not end a statement. */
export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = [];
  let current: Statement = { text: "", code: "", bodies: [] };
  const end = () => {
    const code = current.code.replace(/\s+/g, " ").trim();
    if (code !== "") statements.push({ ...current, text: current.text.trim(), code });
    current = { text: "", code: "", bodies: [] };
  };
  for (const [part, , body] of script.matchAll(token)) {
    if (part === ";") {
      end();
      continue;
    }
    current.text += part;
    if (/^(--|\/\*)/.test(part)) current.code += " ";
    else if (body !== undefined) {
      current.bodies.push(body);
      current.code += "$$$$";
    } else if (/^[eE]?'/.test(part)) current.code += "''";
    else current.code += part;
  }
  end();
  return statements;
}
