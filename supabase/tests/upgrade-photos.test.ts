// Upgrades a clinic that named its people before they could have photos.
import { expect, test } from 'vitest'
import { databaseAt, migrationsOf, upgrade } from '../../server/testing/upgrade.ts'
import { addStaff, anonymous } from './clinic.ts'

const FIRST = '20261202000000'
const PHOTO = '0b7c2f6e-52a4-4f0e-9d7b-1f0a6c3d9e11'

test('people without a photo stay as they are, and can be given one', { timeout: 60_000 }, async () => {
  const before = migrationsOf('product').findLast(({ version }) => version < FIRST)
  if (!before) throw new Error('there is no earlier release')
  const db = await databaseAt('product', before.version)
  try {
    await addStaff(db)
    const architects = [
      { name: 'Rəna', titleKey: 'leadArchitect' },
      { name: 'Kerem', titleKey: 'interiorArchitect' },
    ]
    const change = (list: object[]) =>
      db.keep('nigar', ({ query }) =>
        query("update company_settings set architects = $1, psychology_coordinator = 'Aysel'", [JSON.stringify(list)]),
      )
    await change(architects)
    await upgrade(db, 'product')
    const read = () =>
      db.as(anonymous, ({ query }) =>
        query('select architects, psychology_coordinator as name, psychology_coordinator_photo as photo, version from company_settings'),
      )
    expect(await read()).toEqual([{ architects, name: 'Aysel', photo: null, version: 2 }])
    // A page that was opened before the upgrade knows no photos.
    await change([...architects, { name: 'Ada', titleKey: 'interiorArchitect' }])
    await change(architects.map((one) => ({ ...one, photo: PHOTO })))
    await db.keep('nigar', ({ query }) => query('update company_settings set psychology_coordinator_photo = $1', [PHOTO]))
    expect(await read()).toEqual([
      { architects: architects.map((one) => ({ ...one, photo: PHOTO })), name: 'Aysel', photo: PHOTO, version: 5 },
    ])
  } finally {
    await db.drop()
  }
})
