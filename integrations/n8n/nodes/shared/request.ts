import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  IN8nHttpFullResponse,
  IWebhookFunctions,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError } from "n8n-workflow";

export const credentialName = "photoGenerationServiceApi";

type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions;
/** Longer than any call of the service takes. */
const timeoutMs = 75_000;

export interface Call {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: IDataObject | FormData;
  headers?: IDataObject;
  /** The response is a picture; errors stay JSON. */
  isPicture?: boolean;
  /** 404 is returned, not thrown. */
  mayBeGone?: boolean;
}

/** Calls the API with the node's credentials. Throws NodeApiError with the service's own message and fix. */
export async function callApi(context: Context, call: Call): Promise<IN8nHttpFullResponse> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialName);
  const options: IHttpRequestOptions = {
    method: call.method,
    url: `${baseUrl.replace(/(\/api\/v1)?\/*$/, "")}/api/v1${call.path}`,
    headers: { Accept: "application/json", ...call.headers },
    body: call.body,
    encoding: "arraybuffer",
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    timeout: timeoutMs,
  };
  let response: IN8nHttpFullResponse;
  try {
    response = await context.helpers.httpRequestWithAuthentication.call(context, credentialName, options);
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject);
  }
  const bytes = Buffer.from(response.body as unknown as ArrayBuffer);
  if (response.statusCode < 300 && call.isPicture) return { ...response, body: bytes };
  const answer = parse(bytes);
  const isGone = response.statusCode === 404 && call.mayBeGone;
  if (response.statusCode < 300 || isGone) return { ...response, body: answer };
  const { message = `The service answered ${response.statusCode}.`, fix } = (answer.error ??
    {}) as IDataObject;
  throw new NodeApiError(context.getNode(), answer as JsonObject, {
    message: String(message),
    description: fix === undefined ? undefined : String(fix),
    httpCode: String(response.statusCode),
  });
}

function parse(bytes: Buffer): IDataObject {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString("utf8")) as IDataObject;
  } catch {
    // The answer of another party, such as a proxy.
    return {};
  }
}
