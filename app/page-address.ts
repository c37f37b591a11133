/** The parameters of a page, by their names; the browser may repeat those of the search. */
export interface PageAddress<Search extends string = never, Path extends string = never> {
  params: Promise<Record<Path, string>>;
  searchParams: Promise<Partial<Record<Search, string | string[]>>>;
}
