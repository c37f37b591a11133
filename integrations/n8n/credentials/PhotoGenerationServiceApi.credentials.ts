import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from "n8n-workflow";

export class PhotoGenerationServiceApi implements ICredentialType {
  name = "photoGenerationServiceApi";

  displayName = "Photo Generation Service API";

  icon = { light: "file:../icons/photos.svg", dark: "file:../icons/photos.dark.svg" } as const;

  documentationUrl = "https://photos.example/docs";

  properties: INodeProperties[] = [
    {
      displayName: "Base URL",
      name: "baseUrl",
      type: "string",
      default: "",
      placeholder: "https://photos.example",
      description: "The address of the service, without a path",
      required: true,
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description: "A key of the dashboard's page “API keys”; those that begin with pgs_test_ cost nothing",
      required: true,
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: "={{$credentials.baseUrl.replace(/\\/+$/, '')}}", url: "/api/v1/credits" },
  };
}
