import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { FOLDER_POLICY, withShelves } from './test-shelves.ts'

let shelves: Awaited<ReturnType<typeof withShelves>>
beforeAll(async () => {
  shelves = await withShelves(await startTestServer())
  await shelves.ada.from('papers').upload(mine('diary.txt'), blob('secret'))
})
afterAll(() => shelves.stop())

const mine = (name: string) => `${idOf('ada')}/${name}`
const blob = (text: string, type = 'text/plain') => new Blob([text], { type })
const notFound = { status: 400, statusCode: '404' }

describe('another user and a visitor', () => {
  test('cannot read, list, sign, move or remove her files', async () => {
    const bob = await shelves.client('bob')
    for (const who of [bob, shelves.stranger]) {
      const papers = who.from('papers')
      expect((await papers.info(mine('diary.txt'))).error).toMatchObject(notFound)
      expect((await papers.createSignedUrl(mine('diary.txt'), 60)).error).toMatchObject(notFound)
      expect((await papers.createSignedUrls([mine('diary.txt')], 60)).data).toMatchObject([{ signedURL: null }])
      expect((await papers.list(idOf('ada'))).data).toEqual([])
      expect((await papers.remove([mine('diary.txt')])).data).toEqual([])
      expect((await papers.move(mine('diary.txt'), `${idOf('bob')}/diary.txt`)).error).not.toBeNull()
      expect((await papers.copy(mine('diary.txt'), `${idOf('bob')}/diary.txt`)).error).not.toBeNull()
      expect((await papers.download(mine('diary.txt'))).data).toBeNull()
    }
    expect(await (await shelves.ada.from('papers').download(mine('diary.txt'))).data?.text()).toBe('secret')
  })

  test('cannot upload to her folder or overwrite her files', async () => {
    const bob = await shelves.client('bob')
    for (const who of [bob, shelves.stranger]) {
      const refused = { status: 400, statusCode: '403' }
      expect((await who.from('papers').upload(mine('planted.txt'), blob('x'))).error).toMatchObject(refused)
      expect((await who.from('papers').upload(mine('diary.txt'), blob('x'), { upsert: true })).error).toMatchObject(refused)
      expect((await who.from('papers').createSignedUploadUrl(mine('planted.txt'))).error).toMatchObject(refused)
    }
  })

  test('an ended session has no access', async () => {
    const token = await shelves.tokenOf('ada')
    const headers = { apikey: shelves.keys.publishable, authorization: `Bearer ${token}` }
    const url = `${shelves.url}/storage/v1/object/papers/${mine('diary.txt')}`
    expect((await fetch(url, { headers })).status).toBe(200)
    await shelves.database.keep(superuser, ({ query }) => query('delete from auth.sessions'))
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ statusCode: '403' })
  })

  test('only public files can be read without an API key', async () => {
    await shelves.service.from('posters').upload('open.txt', blob('for all'))
    expect(await (await fetch(`${shelves.url}/storage/v1/object/public/posters/open.txt`)).text()).toBe('for all')
    for (const path of [`object/public/papers/${mine('diary.txt')}`, `object/papers/${mine('diary.txt')}`, 'bucket'])
      expect((await fetch(`${shelves.url}/storage/v1/${path}`)).status).toBe(400)
  })
})

describe('signed URLs', () => {
  test('let anybody read that one file for a limited time', async () => {
    const papers = (await shelves.client('ada')).from('papers')
    const { data } = await papers.createSignedUrl(mine('diary.txt'), 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('secret')
    await papers.upload(mine('other.txt'), blob('other'))
    const swapped = (data?.signedUrl ?? '').replace('diary.txt', 'other.txt')
    expect(await (await fetch(swapped)).json()).toMatchObject({ code: 'InvalidJWT' })
    // Changes a character before the last one, whose final bits may be unused.
    const forged = (data?.signedUrl ?? '').replace(
      /\.(.)([^.]*)$/,
      (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
    )
    expect((await fetch(forged)).status).toBe(400)
    const short = await papers.createSignedUrl(mine('diary.txt'), 1)
    await expect.poll(async () => (await fetch(short.data?.signedUrl ?? '')).status, { timeout: 5000 }).toBe(400)
  })

  test('allow either one upload or reading, never both', async () => {
    const papers = (await shelves.client('ada')).from('papers')
    const { data } = await papers.createSignedUploadUrl(mine('by address.txt'))
    const { path = '', token = '' } = data ?? {}
    expect((await fetch(`${shelves.url}/storage/v1/object/sign/papers/${path}?token=${token}`)).status).toBe(400)
    expect((await shelves.stranger.from('papers').uploadToSignedUrl(path, token, blob('came'))).error).toBeNull()
    expect((await shelves.stranger.from('papers').uploadToSignedUrl(path, token, blob('again'))).error).toMatchObject({ statusCode: '409' })
    expect(await (await papers.download(path)).data?.text()).toBe('came')
    const reading = await papers.createSignedUrl(path, 60)
    const readToken = new URL(reading.data?.signedUrl ?? '').searchParams.get('token') ?? ''
    expect((await shelves.stranger.from('papers').uploadToSignedUrl(path, readToken, blob('x'))).error).not.toBeNull()
  })
})

test('a signed upload checks the signer’s rights again when it is used', async () => {
  const papers = (await shelves.client('bob')).from('papers')
  const { data } = await papers.createSignedUploadUrl(`${idOf('bob')}/late.txt`)
  const { path = '', token = '' } = data ?? {}
  await shelves.database.keep(superuser, ({ query }) =>
    query('alter policy "everybody has a folder: add" on storage.objects with check (false)'),
  )
  expect((await shelves.stranger.from('papers').uploadToSignedUrl(path, token, blob('x'))).error).toMatchObject({ statusCode: '403' })
  await shelves.database.keep(superuser, ({ query }) => query(FOLDER_POLICY))
})

describe('object names', () => {
  test.each([
    '../up.txt',
    'a//b.txt',
    'a/./b.txt',
    'a/../../b.txt',
    '/a.txt',
    'a/',
    'şeker.txt',
    'a\\b.txt',
    'a\u0000b.txt',
    'a%b.txt',
    '',
  ])('%j is refused', async (name) => {
    const path = name.split('/').map(encodeURIComponent).join('%2F')
    const answer = await fetch(`${shelves.url}/storage/v1/object/posters/${path}`, {
      method: 'POST',
      headers: { apikey: shelves.keys.secret, 'content-type': 'text/plain' },
      body: 'x',
    })
    expect(answer.status).toBe(400)
  })

  test('a missing bucket is reported as not found', async () => {
    const { error } = await shelves.service.from('nowhere').upload('a.txt', blob('x'))
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })
})

describe('broken uploads', () => {
  const post = async (headers: Record<string, string>, body: string) => {
    const answer = await fetch(`${shelves.url}/storage/v1/object/posters/broken.txt`, {
      method: 'POST',
      headers: { apikey: shelves.keys.secret, ...headers },
      body,
    })
    return answer.status
  }

  test('a form that is malformed, incomplete or has no file is refused', async () => {
    expect(await post({ 'content-type': 'multipart/form-data' }, 'x')).toBe(400)
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    expect(await post(type, '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n--b--\r\n')).toBe(400)
    const start = '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\nhalf of'
    expect(await post(type, start)).toBe(400)
    expect(await post({ 'x-metadata': 'no json' }, 'x')).toBe(400)
    expect((await shelves.service.from('posters').exists('broken.txt')).data).toBe(false)
  })

  test('a client that disconnects in the middle leaves nothing behind, and the server keeps running', async () => {
    const { hostname, port } = new URL(shelves.url)
    const socket = connect(Number(port), hostname)
    const lines = [
      'POST /storage/v1/object/posters/cut.txt HTTP/1.1',
      'host: x',
      `apikey: ${shelves.keys.secret}`,
      'content-type: text/plain',
      'content-length: 1000',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\nonly this much`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.destroy()
    await expect.poll(async () => (await shelves.service.from('posters').exists('cut.txt')).data).toBe(false)
    expect((await shelves.service.from('posters').upload('cut.txt', blob('whole'))).error).toBeNull()
  })
})

describe('a signed URL', () => {
  const signed = async (name: string, file: string) => {
    const papers = (await shelves.client(name)).from('papers')
    const path = `${idOf(name)}/note.txt`
    await papers.upload(path, blob('hello'), { upsert: true })
    const { data: writing } = await papers.createSignedUploadUrl(`${idOf(name)}/${file}`)
    const { data: reading } = await papers.createSignedUrl(path, 60)
    return {
      upload: () => shelves.stranger.from('papers').uploadToSignedUrl(`${idOf(name)}/${file}`, writing?.token ?? '', blob('planted')),
      read: () => fetch(reading?.signedUrl ?? ''),
    }
  }

  test('stops working when the user is banned', async () => {
    const { upload, read } = await signed('bob', 'banned.txt')
    expect((await read()).status).toBe(200)
    await shelves.database.keep(superuser, ({ query }) =>
      query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [idOf('bob')]),
    )
    expect((await upload()).error).toMatchObject({ status: 400, statusCode: '403' })
    expect(await (await read()).json()).toMatchObject({ statusCode: '403' })
    await shelves.database.keep(superuser, ({ query }) => query('update auth.users set banned_until = null'))
    expect((await upload()).error).toBeNull()
  })

  test('stops working when the session ends', async () => {
    const { upload, read } = await signed('bob', 'gone.txt')
    await shelves.database.keep(superuser, ({ query }) => query('delete from auth.sessions where user_id = $1', [idOf('bob')]))
    expect((await upload()).error).toMatchObject({ status: 400, statusCode: '403' })
    expect(await (await read()).json()).toMatchObject({ statusCode: '403' })
  })

  test('keeps working if the secret key signed it', async () => {
    const { data } = await shelves.service.from('papers').createSignedUploadUrl('drop/box.txt')
    const sent = await shelves.stranger.from('papers').uploadToSignedUrl('drop/box.txt', data?.token ?? '', blob('x'))
    expect(sent.error).toBeNull()
  })
})

test('a signed URL for a private file is valid for an hour at most, and a longer time is refused', async () => {
  const ada = await shelves.client('ada')
  await ada.from('papers').upload(mine('short.txt'), blob('x'), { upsert: true })
  await shelves.service.from('posters').upload('long.txt', blob('x'), { upsert: true })
  const papers = [ada, shelves.service].map((who) => who.from('papers'))
  for (const from of papers) {
    expect((await from.createSignedUrl(mine('short.txt'), 3600)).error).toBeNull()
    expect((await from.createSignedUrl(mine('short.txt'), 3601)).error).toMatchObject({ status: 400, statusCode: '400' })
    expect((await from.createSignedUrls([mine('short.txt')], 3601)).error).toMatchObject({ status: 400, statusCode: '400' })
  }
  expect((await shelves.service.from('posters').createSignedUrl('long.txt', 30 * 86_400)).error).toBeNull()
})

test('a caller who may not remove files gets an error instead of a confirmation from emptying a bucket', async () => {
  const bob = await shelves.client('bob')
  for (const who of [bob, shelves.stranger])
    expect((await who.emptyBucket('papers')).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await shelves.service.emptyBucket('posters')).error).toBeNull()
})
