import type { ReferenceOperation } from "#lib/contract/openapi/reference.ts";

/** The API key in examples. */
export const keyPlaceholder = "pgs_YOUR_KEY";

export const languages = [
  { id: "curl", name: "curl" },
  { id: "javascript", name: "JavaScript" },
  { id: "python", name: "Python" },
] as const;
export type Language = (typeof languages)[number]["id"];
export type Samples = Record<Language, string>;

const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** A request from which sample programs are generated. */
export interface Call {
  method: string;
  url: string;
  /** JSON text, a file, or no body. */
  body: { json: string } | "file" | null;
}

export function callOf(operation: ReferenceOperation, baseUrl: string): Call {
  const { method, body } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    return operation.parameters.find((parameter) => parameter.name === name)?.example ?? name;
  });
  const json = body?.kind === "json" ? { json: JSON.stringify(body.example, null, 2) } : null;
  return { method, url: `${baseUrl}${path}`, body: body?.kind === "file" ? "file" : json };
}

/** The request in every language. */
export function samplesOf({ method, url, body }: Call): Samples {
  const isFile = body === "file";
  const json = body === null || isFile ? null : body.json;
  const isImplied = method === (body ? "POST" : "GET");
  return {
    curl: [
      `curl ${isImplied ? "" : `-X ${method} `}${url}`,
      `  -H "Authorization: Bearer ${keyPlaceholder}"`,
      ...(json ? ['  -H "Content-Type: application/json"', `  -d '${indent(json, "  ")}'`] : []),
      ...(isFile ? ["  -F file=@mug.jpg"] : []),
    ].join(" \\\n"),
    javascript: [
      ...(isFile
        ? [
            'import { openAsBlob } from "node:fs";\n',
            "const body = new FormData();",
            'body.append("file", await openAsBlob("mug.jpg"), "mug.jpg");\n',
          ]
        : []),
      `const response = await fetch("${url}", {`,
      ...(method === "GET" ? [] : [`  method: "${method}",`]),
      json
        ? `  headers: {\n    Authorization: "Bearer ${keyPlaceholder}",\n    "Content-Type": "application/json",\n  },`
        : `  headers: { Authorization: "Bearer ${keyPlaceholder}" },`,
      ...(json ? [`  body: JSON.stringify(${indent(json, "  ")}),`] : isFile ? ["  body,"] : []),
      "});",
      "const answer = await response.json();",
      "if (!response.ok) throw new Error(answer.error.message);",
      "console.log(answer);",
    ].join("\n"),
    python: [
      "import requests\n",
      `response = requests.${method.toLowerCase()}(`,
      `    "${url}",`,
      `    headers={"Authorization": "Bearer ${keyPlaceholder}"},`,
      ...(json ? [`    json=${indent(JSON.stringify(JSON.parse(json), null, 4), "    ")},`] : []),
      ...(isFile ? ['    files={"file": open("mug.jpg", "rb")},'] : []),
      "    timeout=70,",
      ")",
      "answer = response.json()",
      'if not response.ok:\n    raise RuntimeError(answer["error"]["message"])',
      "print(answer)",
    ].join("\n"),
  };
}
