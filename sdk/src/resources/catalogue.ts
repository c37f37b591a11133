import type {
  DeletedLook,
  Look,
  LookChange,
  LookRequest,
  MarketplaceList,
  MaskRequest,
  PictureMask,
  Product,
  Prop,
  Scene,
} from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { AnswerOf, CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";

/** Rendered scenes; no key is needed. */
export class Scenes extends Resource {
  list(query?: QueryOf<"listScenes">, options?: CallOptions): Listing<Scene> {
    return this.listing("listScenes", { query }, options);
  }

  /** Small things that `props` of a photo lays around the product. */
  props(query?: QueryOf<"listProps">, options?: CallOptions): Listing<Prop> {
    return this.listing("listProps", { query }, options);
  }
}

/** Brand presets: named settings for photos. */
export class Looks extends Resource {
  create(request: LookRequest, options?: CallOptions): Promise<Look> {
    return this.ask("createLook", { body: request }, options);
  }

  list(query?: QueryOf<"listLooks">, options?: CallOptions): Listing<Look> {
    return this.listing("listLooks", { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<Look> {
    return this.ask("getLook", { path: { id } }, options);
  }

  update(id: string, change: LookChange, options?: CallOptions): Promise<Look> {
    return this.ask("updateLook", { path: { id }, body: change }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedLook> {
    return this.ask("deleteLook", { path: { id } }, options);
  }
}

export class Marketplaces extends Resource {
  list(options?: CallOptions): Promise<MarketplaceList> {
    return this.ask("listMarketplaces", {}, options);
  }
}

/** Generations grouped by product. */
export class Products extends Resource {
  list(query?: QueryOf<"listProducts">, options?: CallOptions): Listing<Product> {
    return this.listing("listProducts", { query }, options);
  }
}

/** Corrected masks of pictures. */
export class Masks extends Resource {
  get(imageUrl: string, options?: CallOptions): Promise<PictureMask> {
    return this.ask("getMask", { query: { image_url: imageUrl } }, options);
  }

  keep(request: MaskRequest, options?: CallOptions): Promise<PictureMask> {
    return this.ask("keepMask", { body: request }, options);
  }

  delete(imageUrl: string, options?: CallOptions): Promise<AnswerOf<"forgetMask">> {
    return this.ask("forgetMask", { query: { image_url: imageUrl } }, options);
  }

  /** Downloads the mask as a PNG; the caller reads the body. */
  file(query: QueryOf<"maskFile">, options?: CallOptions): Promise<Response> {
    return this.transport.download("maskFile", { query }, options);
  }
}
