import { notFound, route } from "#lib/api/route.ts";
import { auth } from "#lib/auth/index.ts";

const handle = async (request: Request) => {
  const response = await auth().handler(request);
  // An address that sign-in does not know has no body: it is told like every other unknown address here.
  return response.status === 404 && response.body === null ? notFound(request) : response;
};

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: handle, POST: handle });
