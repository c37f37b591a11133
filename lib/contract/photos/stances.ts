/**
 * How a product is put into its photo. `stand`: it rests on its lowest points, seen from the side. `lie`: it lies on its
 * back, seen from above. `hang`: it hangs, and its ground is far below. `float`: it is a little over the ground.
 */
export const stances = ["stand", "lie", "hang", "float"] as const;
export type Stance = (typeof stances)[number];
