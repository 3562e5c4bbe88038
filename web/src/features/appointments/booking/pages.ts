/** As many doctors as the database gives the next free times of at once, and as the list shows before it is scrolled. */
export const DOCTORS_PER_PAGE = 50

export const pagesOf = <Item>(items: Item[], size = DOCTORS_PER_PAGE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, page) => items.slice(page * size, (page + 1) * size))
