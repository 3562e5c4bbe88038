// The visible text of HTML that markdown.ts created: without tags, and with its few entities decoded.
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

export const plainTextOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Text that a reader sees as it is. */
export const asEntities = (text: string) =>
  text.replaceAll(/[&<>"]/g, (letter) => Object.keys(ENTITIES).find((entity) => ENTITIES[entity] === letter) ?? letter)
