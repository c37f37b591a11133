export interface Statement {
  /** As it is sent. */
  text: string;
  /** Without comments and with empty literals and function bodies, on one line: for looking at keywords. */
  code: string;
  /** The text between dollar quotes. */
  bodies: string[];
}

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$([\s\S]*?)\$\1\$|;|[\s\S]/g;

/** The statements of an SQL script; a semicolon in a comment, a literal or a function body does not end one. */
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
