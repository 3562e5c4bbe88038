import { importArrows } from './import-arrows.mjs'
import { oneFormatter } from './one-formatter.mjs'

export default { meta: { name: 'house' }, rules: { 'import-arrows': importArrows, 'one-formatter': oneFormatter } }
