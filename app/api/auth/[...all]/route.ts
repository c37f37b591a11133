import { auth } from "#lib/auth/index.ts";

const handle = (request: Request) => auth().handler(request);

export { handle as GET, handle as POST };
