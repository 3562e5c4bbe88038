// The site may format dates and numbers only in web/src/lib/time/dates.ts and numbers.ts, because Chromium has no Azerbaijani and `Intl`
// and `toLocaleString` return "2026 M11 15" there. zones.ts may ask `Intl` about time zones.
import { relative } from 'node:path'
import { root } from './set-up.mjs'

const FORMATTERS = /^web\/src\/lib\/(time\/dates|numbers|time\/zones)\.ts$/
const LOCALE_METHODS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])

/** Whether a file must use the two formatters. The path is relative to the project's root. */
export const isBound = (file) => file.startsWith('web/src/') && !/\.test\.tsx?$/.test(file) && !FORMATTERS.test(file)

/** Whether a member expression such as `Intl.NumberFormat` or `date.toLocaleString` bypasses the formatters. */
export const formatsItself = (object, property) => object === 'Intl' || LOCALE_METHODS.has(property)

export const oneFormatter = {
  create(context) {
    if (!isBound(relative(root, context.filename).replaceAll('\\', '/'))) return {}
    return {
      MemberExpression(node) {
        const property = node.computed ? node.property.value : node.property.name
        if (formatsItself(node.object.name, property))
          context.report({ node, message: 'Use lib/time/dates.ts or lib/numbers.ts: browsers built on Chromium have no Azerbaijani.' })
      },
    }
  },
}
