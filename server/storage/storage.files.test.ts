import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { withShelves } from './test-shelves.ts'

let shelves: Awaited<ReturnType<typeof withShelves>>
beforeAll(async () => {
  shelves = await withShelves(await startTestServer())
})
afterAll(() => shelves.stop())

const mine = (name: string) => `${idOf('ada')}/${name}`
const blob = (text: string, type = 'text/plain') => new Blob([text], { type })
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const bytesOnDisk = () => {
  const folder = join(shelves.dataDir, 'storage/objects')
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0
}

describe('uploading and downloading', () => {
  test('a file uploaded as a form is downloaded unchanged, with its type and metadata', async () => {
    const papers = shelves.ada.from('papers')
    const put = await papers.upload(mine('a letter.txt'), blob('Dear Ada'), { cacheControl: '60', metadata: { about: 'çay' } })
    expect(put.error).toBeNull()
    expect(put.data).toMatchObject({ path: mine('a letter.txt'), fullPath: `papers/${mine('a letter.txt')}` })
    const got = await papers.download(mine('a letter.txt'))
    expect(await got.data?.text()).toBe('Dear Ada')
    expect(got.data?.type).toBe('text/plain')
    const { data: known } = await papers.info(mine('a letter.txt'))
    expect(known).toMatchObject({ size: 8, contentType: 'text/plain', cacheControl: 'max-age=60', metadata: { about: 'çay' } })
    expect(await papers.exists(mine('a letter.txt'))).toMatchObject({ data: true })
    expect(await papers.exists(mine('no letter.txt'))).toMatchObject({ data: false })
  })

  test('5 MB uploaded as plain bytes are downloaded unchanged', async () => {
    const papers = shelves.ada.from('papers')
    const much = Buffer.alloc(5_000_000, 'abcdefg')
    const { error } = await papers.upload(mine('much.bin'), much, { contentType: 'application/octet-stream', metadata: { is: 'much' } })
    expect(error).toBeNull()
    const { data } = await papers.download(mine('much.bin'))
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(much)).toBe(true)
  })

  test('an empty file can be stored', async () => {
    const papers = shelves.ada.from('papers')
    expect((await papers.upload(mine('empty.txt'), blob(''))).error).toBeNull()
    expect((await papers.download(mine('empty.txt'))).data?.size).toBe(0)
  })

  test('a second upload with the same name is refused, and the first stays unchanged', async () => {
    const papers = shelves.ada.from('papers')
    await papers.upload(mine('once.txt'), blob('first'))
    const before = bytesOnDisk()
    const { error } = await papers.upload(mine('once.txt'), blob('second'))
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' })
    expect(await (await papers.download(mine('once.txt'))).data?.text()).toBe('first')
    expect(bytesOnDisk()).toBe(before)
  })

  test('an upsert replaces the file and its bytes', async () => {
    const papers = shelves.ada.from('papers')
    await papers.upload(mine('twice.txt'), blob('first'))
    const before = bytesOnDisk()
    expect((await papers.upload(mine('twice.txt'), blob('second'), { upsert: true })).error).toBeNull()
    expect((await papers.update(mine('twice.txt'), blob('third'))).error).toBeNull()
    expect(await (await papers.download(mine('twice.txt'))).data?.text()).toBe('third')
    expect(bytesOnDisk()).toBe(before)
  })

  test('a range can be requested, and an unchanged file is answered with 304', async () => {
    await shelves.ada.from('papers').upload(mine('alphabet.txt'), blob('abcdefghij'))
    const url = `${shelves.url}/storage/v1/object/papers/${mine('alphabet.txt')}`
    const headers = { apikey: shelves.keys.publishable, authorization: `Bearer ${await shelves.tokenOf('ada')}` }
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', 'cde'])
    const end = await fetch(url, { headers: { ...headers, range: 'bytes=-3' } })
    expect(await end.text()).toBe('hij')
    const beyond = await fetch(url, { headers: { ...headers, range: 'bytes=20-' } })
    expect(await beyond.json()).toMatchObject({ code: 'InvalidRange' })
    const whole = await fetch(url, { headers })
    expect(whole.headers.get('cache-control')).toBe('private, no-store')
    const again = await fetch(url, { headers: { ...headers, 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    const head = await fetch(url, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  test('a stored file cannot run scripts on the site’s origin', async () => {
    const papers = shelves.ada.from('papers')
    await papers.upload(mine('page.html'), blob('<script>alert(1)</script>', 'text/html'))
    const { data } = await papers.createSignedUrl(mine('page.html'), 60)
    const answer = await fetch(`${data?.signedUrl}&download=${encodeURIComponent('sayfa "1".html')}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="sayfa _1_.html"; filename*=UTF-8''sayfa%20%221%22.html`,
    })
  })
})

describe('managing files', () => {
  test('listing a folder returns its files and folders, sorted and paginated', async () => {
    const papers = (await shelves.client('lister')).from('papers')
    const own = idOf('lister')
    for (const name of ['b.txt', 'a.txt', 'deep/c.txt', 'deep/deeper/d.txt']) await papers.upload(`${own}/${name}`, blob(name))
    const { data } = await papers.list(own)
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ['a.txt', true],
      ['b.txt', true],
      ['deep', false],
    ])
    expect((await papers.list(own, { limit: 1, offset: 1 })).data?.map(({ name }) => name)).toEqual(['b.txt'])
    expect((await papers.list(own, { sortBy: { column: 'name', order: 'desc' } })).data?.[0]?.name).toBe('deep')
    expect((await papers.list(own, { search: 'A.' })).data?.map(({ name }) => name)).toEqual(['a.txt'])
    expect((await papers.list(`${own}/deep`)).data?.map(({ name }) => name)).toEqual(['c.txt', 'deeper'])
    expect((await shelves.ada.from('papers').list(own)).data).toEqual([])
  })

  test('a moved file exists only in the new place, and a copied one in both', async () => {
    const papers = shelves.ada.from('papers')
    await papers.upload(mine('old.txt'), blob('moving'))
    expect((await papers.move(mine('old.txt'), mine('new.txt'))).error).toBeNull()
    expect((await papers.download(mine('old.txt'))).error).not.toBeNull()
    expect((await papers.copy(mine('new.txt'), mine('copy.txt'))).error).toBeNull()
    await papers.remove([mine('new.txt')])
    expect(await (await papers.download(mine('copy.txt'))).data?.text()).toBe('moving')
  })

  test('removing a file deletes its bytes', async () => {
    const papers = shelves.ada.from('papers')
    const before = bytesOnDisk()
    await papers.upload(mine('gone.txt'), blob('soon gone'))
    expect(bytesOnDisk()).toBe(before + 1)
    const { data } = await papers.remove([mine('gone.txt'), mine('never there.txt')])
    expect(data?.map(({ name }) => name)).toEqual([mine('gone.txt')])
    expect(bytesOnDisk()).toBe(before)
  })

  test('bytes left behind by a killed process are deleted after a while, and no others', async () => {
    const papers = shelves.ada.from('papers')
    await papers.upload(mine('kept.txt'), blob('kept'))
    const [old, young] = [orphanedFile('00000000-0000-4000-8000-000000000001'), orphanedFile('00000000-0000-4000-8000-000000000002')]
    await shelves.database.keep(superuser, ({ query }) =>
      query("insert into _server.stray_bytes (version, since) values ($1, now() - interval '1 day'), ($2, now())", [
        old.version,
        young.version,
      ]),
    )
    await shelves.restart()
    await expect.poll(() => existsSync(old.path)).toBe(false)
    expect(existsSync(young.path)).toBe(true)
    expect(await (await papers.download(mine('kept.txt'))).data?.text()).toBe('kept')
  })

  test('deleting a row by SQL records its bytes as orphaned', async () => {
    const papers = shelves.ada.from('papers')
    const orphanedObjects = async () =>
      (await shelves.database.as(superuser, ({ query }) => query('select version from _server.stray_bytes'))).length
    const before = await orphanedObjects()
    await papers.upload(mine('by sql.txt'), blob('x'))
    expect(await orphanedObjects()).toBe(before)
    await shelves.database.keep(superuser, async ({ query }) => {
      await query("select set_config('storage.allow_delete_query', 'true', true)")
      await query('delete from storage.objects where name = $1', [mine('by sql.txt')])
    })
    expect(await orphanedObjects()).toBe(before + 1)
  })
})

function orphanedFile(version: string) {
  const folder = join(shelves.dataDir, 'storage/objects', version.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, version)
  writeFileSync(path, 'left behind')
  return { version, path }
}

describe('limits of a bucket', () => {
  test('a file that is too large is refused, as a form and as plain bytes, and leaves nothing behind', async () => {
    const pictures = shelves.ada.from('pictures')
    const before = bytesOnDisk()
    for (const body of [blob('x'.repeat(3000)), Buffer.alloc(3000, 'x')]) {
      const { error } = await pictures.upload(mine('large.txt'), body, { contentType: 'text/plain' })
      expect(error).toMatchObject({ statusCode: '413' })
    }
    expect(bytesOnDisk()).toBe(before)
    expect(readdirSync(join(shelves.dataDir, 'storage/incoming'))).toEqual([])
  })

  test('a file is refused if its declared or its actual type is not allowed', async () => {
    const pictures = shelves.ada.from('pictures')
    expect((await pictures.upload(mine('a.pdf'), blob('%PDF-1.7\n', 'application/msword'))).error).toMatchObject({ statusCode: '415' })
    expect((await pictures.upload(mine('a.png'), blob('not a picture', 'image/png'))).error).toMatchObject({ statusCode: '415' })
    const disguised = new Blob([PNG], { type: 'text/plain' })
    expect((await pictures.upload(mine('a.txt'), disguised)).error).toMatchObject({ statusCode: '415' })
    expect((await pictures.upload(mine('real.png'), new Blob([PNG], { type: 'image/png' }))).error).toBeNull()
    const words = await pictures.upload(mine('real.txt'), Buffer.from('words'), { contentType: 'text/plain;charset=utf-8' })
    expect(words.error).toBeNull()
    expect((await pictures.info(mine('real.txt'))).data).toMatchObject({ contentType: 'text/plain;charset=utf-8' })
    expect((await pictures.upload(mine('real.pdf'), blob('%PDF-1.7\n%âãÏÓ\n', 'application/pdf'))).error).toBeNull()
  })

  test('a file that does not fit a bucket cannot be copied or moved into it', async () => {
    const { service } = shelves
    await service.from('papers').upload('large.txt', blob('x'.repeat(3000)))
    await service.from('papers').upload('page.html', blob('<p>', 'text/html'))
    for (const way of ['copy', 'move'] as const) {
      const papers = service.from('papers')
      expect((await papers[way]('large.txt', 'large.txt', { destinationBucket: 'pictures' })).error).toMatchObject({ statusCode: '413' })
      expect((await papers[way]('page.html', 'page.html', { destinationBucket: 'pictures' })).error).toMatchObject({ statusCode: '415' })
    }
    await service.from('papers').remove(['large.txt', 'page.html'])
  })

  test('only the secret key can create, change, empty and delete a bucket', async () => {
    const { service, ada } = shelves
    expect((await ada.createBucket('hers')).error).toMatchObject({ statusCode: '403' })
    expect((await service.createBucket('ours', { public: false, fileSizeLimit: '1KB' })).data).toEqual({ name: 'ours' })
    expect((await service.createBucket('ours')).error).toMatchObject({ statusCode: '409' })
    expect((await service.getBucket('ours')).data).toMatchObject({ id: 'ours', public: false, file_size_limit: 1000 })
    expect((await service.updateBucket('ours', { public: true })).error).toBeNull()
    await service.from('ours').upload('a.txt', blob('a'))
    expect((await service.deleteBucket('ours')).error).toMatchObject({ statusCode: '409' })
    const before = bytesOnDisk()
    expect((await service.emptyBucket('ours')).error).toBeNull()
    expect(bytesOnDisk()).toBe(before - 1)
    expect((await service.deleteBucket('ours')).error).toBeNull()
    expect((await service.listBuckets()).data?.map(({ id }) => id)).toEqual(['papers', 'pictures', 'portraits', 'posters'])
  })
})
