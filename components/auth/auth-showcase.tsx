/** What the service makes, beside the sign-in forms on wide screens. */
export function AuthShowcase() {
  return <div className="m-3 hidden rounded-2xl bg-sunken lg:block" />;
}
