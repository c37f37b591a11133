import { handleImageHostRequest } from "#lib/images/embedded/index.ts";

export {
  handleImageHostRequest as GET,
  handleImageHostRequest as HEAD,
  handleImageHostRequest as OPTIONS,
  handleImageHostRequest as POST,
};
