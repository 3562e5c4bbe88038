/** As many doctors as the database gives the next free times of at once. */
export const DOCTORS_PER_PAGE = 50

export const pagesOf = <Item>(items: Item[], size = DOCTORS_PER_PAGE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, page) => items.slice(page * size, (page + 1) * size))

/** As many as the list shows at first, and more at every request. Divides into two columns. */
export const SHOWN_AT_ONCE = 12
