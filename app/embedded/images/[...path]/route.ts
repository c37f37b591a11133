import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";

export {
  handleImageHostRequest as GET,
  handleImageHostRequest as HEAD,
  handleImageHostRequest as OPTIONS,
  handleImageHostRequest as POST,
};
