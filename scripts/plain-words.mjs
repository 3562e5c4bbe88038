// Names use the terms of the field, so that an engineer can search for them. CONTRIBUTING.md has the list.
const REPLACEMENTS = [
  [/patience/i, 'timeout'],
  [/^(?:MOST|LONGEST)(?:_|$)/, 'MAX_…'],
  [/^strays?(?![a-z])|Strays?(?![a-z])|^STRAYS?(?:_|$)/, 'orphanedObjects'],
  [/allowances?/i, 'rateLimits'],
]

/** The word to use instead, or undefined if the name is fine. */
export const plainWordFor = (name) => REPLACEMENTS.find(([pattern]) => pattern.test(name))?.[1]

export const plainWords = {
  create(context) {
    const check = (node) => {
      const word = plainWordFor(node.name)
      if (word) context.report({ node, message: `call it by the usual word, such as ${word}, instead of ${node.name}` })
    }
    return { Identifier: check, PrivateIdentifier: check }
  },
}
