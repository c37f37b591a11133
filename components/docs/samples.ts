import type { ReferenceOperation } from "#lib/api/reference.ts";

/** Stands in the examples until there is a key. */
export const keyPlaceholder = "pgs_YOUR_KEY";

export const languages = [
  { id: "curl", name: "curl" },
  { id: "javascript", name: "JavaScript" },
  { id: "python", name: "Python" },
] as const;
export type Language = (typeof languages)[number]["id"];

export interface Deployment {
  baseUrl: string;
  /** Address for direct uploads to the image host. */
  uploadUrl: string;
}

const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** The call of one operation with its example, in every language. */
export function samplesOf(operation: ReferenceOperation, deployment: Deployment): Record<Language, string> {
  if (operation.id === "signUpload") return directUpload(deployment);
  const { method, body } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    return operation.parameters.find((parameter) => parameter.name === name)?.example ?? name;
  });
  const url = `${deployment.baseUrl}${path}`;
  const json = body?.kind === "json" ? JSON.stringify(body.example, null, 2) : null;
  const isFile = body?.kind === "file";
  return {
    curl: [
      `curl ${method === "GET" || body ? "" : `-X ${method} `}${url}`,
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
      ...(json ? [`    json=${indent(JSON.stringify(body?.example, null, 4), "    ")},`] : []),
      ...(isFile ? ['    files={"file": open("mug.jpg", "rb")},'] : []),
      "    timeout=70,",
      ")",
      "answer = response.json()",
      'if not response.ok:\n    raise RuntimeError(answer["error"]["message"])',
      "print(answer)",
    ].join("\n"),
  };
}

/** A picture from disk to a finished photo. */
export function firstPhoto({ baseUrl }: Deployment): Record<Language, string> {
  return {
    curl: `# 1. Upload a picture of your product
curl ${baseUrl}/api/v1/upload \\
  -H "Authorization: Bearer ${keyPlaceholder}" \\
  -F file=@mug.jpg

# 2. Make a photo of it: put the image_url of the first answer in
curl ${baseUrl}/api/v1/generate \\
  -H "Authorization: Bearer ${keyPlaceholder}" \\
  -H "Content-Type: application/json" \\
  -d '{ "image_url": "IMAGE_URL", "type": "product", "style": "lifestyle" }'

# 3. Save it: the result_url of the second answer
curl -o photo.jpg RESULT_URL`,
    javascript: `// Node 20 or later: node photo.mjs
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";

const headers = { Authorization: "Bearer ${keyPlaceholder}" };

async function call(path, init) {
  const response = await fetch("${baseUrl}" + path, { method: "POST", ...init });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.code + ": " + answer.error.fix);
  return answer;
}

// 1. Upload a picture of your product
const body = new FormData();
body.append("file", await openAsBlob("mug.jpg"), "mug.jpg");
const { image_url } = await call("/api/v1/upload", { headers, body });

// 2. Make a photo of it
const { result_url } = await call("/api/v1/generate", {
  headers: { ...headers, "Content-Type": "application/json" },
  body: JSON.stringify({ image_url, type: "product", style: "lifestyle" }),
});

// 3. Save it
const photo = await fetch(result_url);
await writeFile("photo.jpg", Buffer.from(await photo.arrayBuffer()));`,
    python: `# pip install requests
import requests

BASE = "${baseUrl}"
HEADERS = {"Authorization": "Bearer ${keyPlaceholder}"}

def call(path, **options):
    response = requests.post(BASE + path, headers=HEADERS, timeout=70, **options)
    answer = response.json()
    if not response.ok:
        raise RuntimeError(answer["error"]["code"] + ": " + answer["error"]["fix"])
    return answer

# 1. Upload a picture of your product
with open("mug.jpg", "rb") as file:
    image_url = call("/api/v1/upload", files={"file": file})["image_url"]

# 2. Make a photo of it
photo = call("/api/v1/generate", json={
    "image_url": image_url,
    "type": "product",
    "style": "lifestyle",
})

# 3. Save it
with open("photo.jpg", "wb") as file:
    file.write(requests.get(photo["result_url"], timeout=70).content)`,
  };
}

/** Signed parameters, then the file straight to the image host: the fields first, so that a refusal comes early. */
function directUpload({ baseUrl, uploadUrl }: Deployment): Record<Language, string> {
  return {
    curl: `# 1. Ask for signed parameters
curl ${baseUrl}/api/v1/upload/signed \\
  -H "Authorization: Bearer ${keyPlaceholder}"

# 2. Send the file to the image host, the four fields first and as they came
curl ${uploadUrl} \\
  -F api_key=API_KEY \\
  -F timestamp=TIMESTAMP \\
  -F signature=SIGNATURE \\
  -F folder=FOLDER \\
  -F file=@mug.jpg

# 3. The secure_url of its answer is your image_url`,
    javascript: `import { openAsBlob } from "node:fs";

// 1. Ask for signed parameters
const signed = await fetch("${baseUrl}/api/v1/upload/signed", {
  headers: { Authorization: "Bearer ${keyPlaceholder}" },
}).then((response) => response.json());

// 2. Send the file to the image host (here ${uploadUrl})
const body = new FormData();
for (const name of ["api_key", "timestamp", "signature", "folder"]) body.append(name, signed[name]);
body.append("file", await openAsBlob("mug.jpg"), "mug.jpg");
const hosted = await fetch(signed.upload_url, { method: "POST", body }).then((response) => response.json());

// 3. This is your image_url
console.log(hosted.secure_url);`,
    python: `import requests

# 1. Ask for signed parameters
signed = requests.get(
    "${baseUrl}/api/v1/upload/signed",
    headers={"Authorization": "Bearer ${keyPlaceholder}"},
    timeout=30,
).json()

# 2. Send the file to the image host (here ${uploadUrl})
fields = {name: signed[name] for name in ("api_key", "timestamp", "signature", "folder")}
with open("mug.jpg", "rb") as file:
    hosted = requests.post(signed["upload_url"], data=fields, files={"file": file}, timeout=300).json()

# 3. This is your image_url
print(hosted["secure_url"])`,
  };
}
