import { printsItsTable } from './prints-table.ts'

printsItsTable('pages')
