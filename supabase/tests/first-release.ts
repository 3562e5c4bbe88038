// A database of version 1.0.0 with rows, upgraded to the newest schema. Every later migration must keep the rows.
import type { Session, TestDatabase } from '../../server/testing/database.ts'
import { baselineOf, upgradeDatabase } from '../../server/testing/upgrade.ts'

/**
 * `fill` acts as the superuser on the first release's tables, so it may also write what today's rules refuse.
 * Use plain SQL of that release there; helpers such as `openClinic` follow the newest schema.
 */
export const upgradedDatabase = (fill: (db: Session) => Promise<unknown>): Promise<TestDatabase> =>
  upgradeDatabase('product', { release: baselineOf('product').through, fill })
