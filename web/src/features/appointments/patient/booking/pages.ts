/** The database returns the next free slots of at most this many doctors per request. */
export const DOCTORS_PER_PAGE = 50

export const pagesOf = <Item>(items: Item[], size = DOCTORS_PER_PAGE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, page) => items.slice(page * size, (page + 1) * size))

/** The number of doctors that the list shows at first and adds on request. Even, for two columns. */
export const SHOWN_AT_ONCE = 12
