import { printsItsTable } from './prints-table.ts'

printsItsTable('overview')
