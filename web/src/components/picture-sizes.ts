/** How wide the picture at the top of a page is shown. */
export const HERO_SIZES = '(min-width: 64rem) 34rem, 100vw'
