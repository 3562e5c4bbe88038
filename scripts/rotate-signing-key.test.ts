// The instructions of the command for a leaked key, and their effect.

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { createTokens } from '../server/tokens.ts'

const rotate = (dataDir: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'rotate-signing-key.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })

test('a leaked key is refused after a second run, as the first run promises', async () => {
  const config = { dataDir: temporaryFolder(), jwtSigningKeys: undefined, siteUrl: 'https://example.test' }
  const claims = { sub: randomUUID(), role: 'authenticated' as const, session_id: randomUUID() }
  const old = await (await createTokens(config)).sign(claims, 3600)
  const { status, stdout } = rotate(config.dataDir)
  expect(status).toBe(0)
  expect(stdout).toContain('If that key has leaked, run this command a second time now: then the restart refuses its tokens at once.')
  expect(await (await createTokens(config)).verify(old)).toMatchObject(claims)
  expect(rotate(config.dataDir).status).toBe(0)
  await expect((await createTokens(config)).verify(old)).rejects.toThrow('unknown key')
})

test('the error names the variable to set if there is no data folder', () => {
  expect(rotate('/nowhere')).toMatchObject({ status: 1, stderr: 'There is no data folder at /nowhere; set DATA_DIR.\n' })
})
