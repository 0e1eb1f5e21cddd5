/** What this installation says about itself: name, contacts, price, claims. */
export const site = __SITE__
