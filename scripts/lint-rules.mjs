import { importArrows } from './import-arrows.mjs'
import { oneFormatter } from './one-formatter.mjs'
import { plainWords } from './plain-words.mjs'

export default {
  meta: { name: 'house' },
  rules: { 'import-arrows': importArrows, 'one-formatter': oneFormatter, 'plain-words': plainWords },
}
