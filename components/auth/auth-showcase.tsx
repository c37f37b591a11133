import { Picture } from "../ui/picture.tsx";

const widthsPx = [640, 1200] as const;

/** What the service makes, beside the sign-in forms on wide screens. */
export function AuthShowcase() {
  return (
    <aside
      aria-label="An example"
      className="relative m-3 hidden overflow-hidden rounded-2xl bg-sunken lg:block"
    >
      <Picture
        src={`/examples/mug-after-${widthsPx[0]}.webp`}
        srcSet={widthsPx.map((width) => `/examples/mug-after-${width}.webp ${width}w`).join(", ")}
        sizes="100vh"
        alt=""
        className="absolute inset-0 size-full object-cover"
      />
      <figure className="absolute bottom-5 left-5 flex items-center gap-4 rounded-xl bg-black/45 py-2.5 pr-5 pl-2.5 text-white backdrop-blur-md">
        <Picture
          src={`/examples/mug-before-${widthsPx[0]}.webp`}
          alt=""
          width={88}
          height={66}
          className="h-16.5 w-22 rounded-lg object-cover"
        />
        <figcaption className="text-sm">
          <b className="block font-medium">From this snapshot</b>
          in one call, one credit
        </figcaption>
      </figure>
    </aside>
  );
}
