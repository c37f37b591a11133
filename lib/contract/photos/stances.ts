/**
 * How a product is placed in its photo. `stand`: it rests on its lowest points, seen from the side. `lie`: it lies on
 * its back, seen from above. `hang`: it hangs far above the ground. `float`: it is slightly above the ground.
 */
export const stances = ["stand", "lie", "hang", "float"] as const;
export type Stance = (typeof stances)[number];
